// Compares two versions of a citation side by side: the fields that differ, optionally all fields.
import t from 'messages:staff/citationForm'
import { useState } from 'react'
import type { CitationVersion } from '../../../api/catalogue/editing'
import { Checkbox } from '../../../components/form/Checkbox'
import { SelectField } from '../../../components/form/TextField'
import { VisuallyHidden } from '../../../components/page/VisuallyHidden'
import { dayAndTime } from '../../../lib/dates/dateTimes'
import type { DiffPiece } from '../../../lib/text/wordDiff'
import { ListTable } from '../../../listkit/ListTable'
import styles from './CompareVersions.module.css'
import { compareVersions } from './comparedFields'

/** `versions` has at least two entries, the current one first. */
export function CompareVersions({ versions }: { versions: readonly CitationVersion[] }) {
  const [first, setFirst] = useState(versions[1]?.version)
  const [second, setSecond] = useState(versions[0]?.version)
  const [showAll, setShowAll] = useState(false)
  // In chronological order, regardless of which was selected first.
  const [after, before] = versions.filter(({ version }) => version === first || version === second)
  const choices = versions.map(({ version, when, who }, n) => (
    <option key={version} value={version}>
      {n === 0
        ? t('currentVersionOption', { version, dayAndTime: dayAndTime(when), who })
        : t('versionOption', { version, dayAndTime: dayAndTime(when), who })}
    </option>
  ))
  return (
    <section aria-labelledby="compare" className={styles.compare}>
      <h3 id="compare">{t('compareVersions')}</h3>
      <div className={styles.choice}>
        <SelectField label={t('firstVersion')} value={first} onChange={(event) => setFirst(Number(event.target.value))}>
          {choices}
        </SelectField>
        <SelectField
          label={t('secondVersion')}
          value={second}
          error={first === second ? t('chooseTwoDifferentVersions') : undefined}
          onChange={(event) => setSecond(Number(event.target.value))}
        >
          {choices}
        </SelectField>
      </div>
      {before && after && (
        <Comparison
          before={before}
          after={after}
          currentVersion={versions[0]?.version}
          showAll={showAll}
          onShowAll={(all) => setShowAll(all)}
        />
      )}
    </section>
  )
}

interface ComparisonProps {
  before: CitationVersion
  after: CitationVersion
  /** The number of the current version. */
  currentVersion: number | undefined
  showAll: boolean
  onShowAll: (all: boolean) => void
}

function Comparison({ before, after, currentVersion, showAll, onShowAll }: ComparisonProps) {
  const all = compareVersions(before.citation, after.citation)
  const differing = all.filter(({ differs }) => differs)
  const [old = '', now = ''] = [before, after].map(({ version }) =>
    version === currentVersion ? t('versionCurrent', { version }) : t('version', { version }),
  )
  const rows = showAll ? all : differing
  return (
    <>
      <p role="status">
        {differing.length === 0 ? t('versionsIdentical') : t('fieldsDiffer', { count: differing.length })}
      </p>
      <Checkbox checked={showAll} onChange={(event) => onShowAll(event.target.checked)}>
        {t('showAllFields')}
      </Checkbox>
      {rows.length > 0 && (
        <ListTable
          caption={t('versionsCompared', { old, now })}
          rows={rows}
          rowKey={({ field }) => field}
          className={styles.table}
          columns={[
            { header: t('field'), is: 'rowHeader', cell: ({ label }) => label },
            { header: old, cell: ({ before }) => <Lines lines={before} as="del" /> },
            { header: now, cell: ({ after }) => <Lines lines={after} as="ins" /> },
          ]}
        />
      )}
    </>
  )
}

/** Changes are struck out or underlined, and labelled for screen readers. */
function Lines({ lines, as: Mark }: { lines: DiffPiece[][]; as: 'del' | 'ins' }) {
  if (lines.length === 0) return <span className={styles.none}>{t('none')}</span>
  const spoken = Mark === 'del' ? t('removedText') : t('addedText')
  // Lines and pieces have no identity and never move.
  return lines.map((pieces, line) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <p key={line} dir="auto">
      {pieces.map(({ text, changed }, n) =>
        changed ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Mark key={n}>
            <VisuallyHidden>{spoken}</VisuallyHidden>
            {text}
          </Mark>
        ) : (
          text
        ),
      )}
    </p>
  ))
}
