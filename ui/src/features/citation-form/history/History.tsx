// The history of a citation: its versions, comparing two, and restoring one.
import t from 'messages:staff/citationForm'
import filesText from 'messages:staff/files'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Citation } from '../../../api/catalogue/citations'
import { type CitationVersion, restoreVersion, versionsQuery } from '../../../api/catalogue/editing'
import { useFileLimits } from '../../../api/catalogue/files'
import { Button } from '../../../components/buttons/Button'
import { Checkbox } from '../../../components/form/Checkbox'
import { SelectField } from '../../../components/form/TextField'
import { VisuallyHidden } from '../../../components/page/VisuallyHidden'
import { RecordHistory } from '../../../formkit/RecordHistory'
import { otherFields } from '../../../lib/citationFields'
import { systemName } from '../../../lib/codes'
import { dayAndTime, dayOfInstant, shortDate } from '../../../lib/dates/dates'
import { fileFacts } from '../../../lib/files/fileFacts'
import { type DiffPiece, wordDiff } from '../../../lib/text/wordDiff'
import { ListTable } from '../../../listkit/ListTable'
import { FileLink } from '../../../parts/files/FileLink'
import { WithdrawFile } from '../../../parts/files/WithdrawFile'
import styles from '../CitationForm.module.css'
import { fields } from '../formValues'
import compareVersionsStyles from './CompareVersions.module.css'
import versionFilesStyles from './VersionFiles.module.css'

interface Props {
  id: string
  etag: string | null
  onRestored: () => Promise<unknown>
}

export function History({ id, etag, onRestored }: Props) {
  const versions = useQuery(versionsQuery(id))
  const [comparing, setComparing] = useState(false)
  return (
    <RecordHistory
      versions={versions}
      fieldLabel={fieldLabel}
      restore={(version) => restoreVersion(id, version, etag)}
      onRestored={onRestored}
      detailsOf={({ citation }) => <VersionFiles languages={citation.languages} />}
    >
      {versions.data && versions.data.length > 1 && (
        <>
          <Button
            className={styles.compare}
            size="small"
            aria-expanded={comparing}
            onClick={() => setComparing(!comparing)}
          >
            {t('compareVersions')}
          </Button>
          {/* A new version resets the selection. */}
          {comparing && <CompareVersions key={versions.data.length} versions={versions.data} />}
        </>
      )}
    </RecordHistory>
  )
}

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
    <section aria-labelledby="compare" className={compareVersionsStyles.compare}>
      <h3 id="compare">{t('compareVersions')}</h3>
      <div className={compareVersionsStyles.choice}>
        <SelectField label={t('firstVersion')} value={first} onValue={(value) => setFirst(Number(value))}>
          {choices}
        </SelectField>
        <SelectField
          label={t('secondVersion')}
          value={second}
          error={first === second ? t('chooseTwoDifferentVersions') : undefined}
          onValue={(value) => setSecond(Number(value))}
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
          className={compareVersionsStyles.table}
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
  if (lines.length === 0) return <span className={compareVersionsStyles.none}>{t('none')}</span>
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

/** The text of a field in one version. */
type Shown = string | readonly string[] | null | undefined

/** Compares the fields of two versions of a citation, each as lines of text. */
interface ComparedField {
  field: string
  label: string
  differs: boolean
  /** The pieces of each line; empty for a field without a value. */
  before: DiffPiece[][]
  after: DiffPiece[][]
}

const answers: Record<string, string> = { '1': t('yes'), '0': t('no'), '-1': t('notApplicable') }
const answer = (value: number | null | undefined) => answers[String(value)]
const labelled = (field: keyof typeof fields) => fields[field].label
const shortDigest = ({ digest }: { digest: string }) => digest.slice(0, 8)
const parts = (...of: (string | number | null | undefined)[]) => of.filter(Boolean).join(' · ')

/** Every field of a citation except its IDs: in the form's order, then the fields that the form does not show. */
const shownFields: [field: string, label: string, of: (citation: Citation) => Shown][] = [
  ['title', labelled('title'), ({ title }) => title],
  ['authors', labelled('authors'), ({ authors }) => authors],
  ['publisher', labelled('publisher'), ({ publisher }) => publisher?.name],
  ['materialFormat', labelled('materialFormat'), ({ materialFormat }) => materialFormat],
  ['keywords', labelled('keywords'), ({ keywords }) => keywords],
  ['keySubjectHeading', labelled('keySubjectHeading'), ({ keySubjectHeading }) => keySubjectHeading],
  ['whereToObtain', labelled('whereToObtain'), ({ whereToObtain }) => whereToObtain],
  ['tags', labelled('tags'), ({ tags }) => tags],
  ['publishDate', labelled('publishDate'), ({ publishDate }) => shortDate(publishDate)],
  ['printingSpecs', labelled('printingSpecs'), ({ printingSpecs }) => printingSpecs],
  ['obsolete', labelled('obsolete'), ({ obsolete }) => (obsolete ? t('yes') : t('no'))],
  ['replacedBy', labelled('replacedBy'), ({ replacedBy }) => replacedBy],
  [
    'languages',
    labelled('languages'),
    ({ languages }) =>
      languages.map(({ lang, ksbgNumber, pages, title, url, file }) =>
        // Two files may have the same name: the digest tells them apart.
        parts(
          lang,
          title,
          ksbgNumber,
          pages && t('pageCount', { pages }),
          ...(file ? [file.name, shortDigest(file)] : [url]),
        ),
      ),
  ],
  [
    'revisionDates',
    otherFields.revisionDates,
    ({ revisionDates }) => revisionDates.map(({ lang, revisionDate }) => parts(lang, shortDate(revisionDate))),
  ],
  ['abstract', labelled('abstract'), ({ abstract }) => abstract],
  ['audience', labelled('audience'), ({ audience }) => audience],
  ['reviewedBy', labelled('reviewedBy'), ({ reviewedBy }) => reviewedBy],
  ['deptSubmittedBy', labelled('deptSubmittedBy'), ({ deptSubmittedBy }) => deptSubmittedBy?.name],
  ['assessment', labelled('assessment'), ({ assessment }) => answer(assessment)],
  ['famReview', labelled('famReview'), ({ famReview }) => answer(famReview)],
  ['productionSpecialist', labelled('productionSpecialist'), ({ productionSpecialist }) => productionSpecialist],
  ['originator', labelled('originator'), ({ originator }) => originator],
  ['deptReviewDate', labelled('deptReviewDate'), ({ deptReviewDate }) => shortDate(deptReviewDate)],
  ['reviewCycleMonths', labelled('reviewCycleMonths'), ({ reviewCycleMonths }) => reviewCycleMonths?.toString()],
  [
    'codes',
    labelled('codes'),
    ({ codes }) => codes?.map(({ system, code, display }) => parts(`${systemName(system)} ${code}`, display)),
  ],
  ['notes', labelled('notes'), ({ notes }) => notes],
  ['legacyId', otherFields.legacyId, ({ legacyId }) => legacyId],
  ['folder', otherFields.folder, ({ folder }) => folder],
  ['paperColors', otherFields.paperColors, ({ paperColors }) => paperColors],
  ['accessibleFormats', otherFields.accessibleFormats, ({ accessibleFormats }) => accessibleFormats],
]

const labels = new Map(shownFields.map(([field, label]) => [field, label]))

/** The label of a field of a citation's JSON. */
export const fieldLabel = (field: string) => labels.get(field) ?? field

/** Compares every field of two versions and marks the changes: words in texts, whole lines in lists. */
export const compareVersions = (before: Citation, after: Citation): ComparedField[] =>
  shownFields.map(([field, label, of]) => {
    const [old, now] = [of(before), of(after)]
    const isList = Array.isArray(old) || Array.isArray(now)
    const lines = isList ? lineDiff(linesOf(old), linesOf(now)) : textDiff(joinLines(old), joinLines(now))
    return { field, label, differs: JSON.stringify(linesOf(old)) !== JSON.stringify(linesOf(now)), ...lines }
  })

const linesOf = (shown: Shown): readonly string[] =>
  (typeof shown === 'string' ? [shown] : (shown ?? [])).filter(Boolean)
const joinLines = (shown: Shown) => linesOf(shown).join('\n')

function textDiff(before: string, after: string) {
  const found = wordDiff(before, after)
  const lines = (pieces: DiffPiece[]) => (pieces.length > 0 ? [pieces] : [])
  return { before: lines(found.before), after: lines(found.after) }
}

/** Marks the lines that the other list lacks; if only the order differs, marks every line that moved. */
function lineDiff(before: readonly string[], after: readonly string[]) {
  const sameLines = [...before].sort().join('\n') === [...after].sort().join('\n')
  const marked = (lines: readonly string[], others: readonly string[]) =>
    lines.map((text, n) => [{ text, changed: sameLines ? others[n] !== text : !others.includes(text) }])
  return { before: marked(before, after), after: marked(after, before) }
}

/** The stored files of one version of a citation: what each language had, opened and withdrawn from here. */
function VersionFiles({ languages }: Pick<Citation, 'languages'>) {
  const { types } = useFileLimits()
  const stored = languages.flatMap(({ lang, file }) => (file ? [{ lang, file }] : []))
  if (stored.length === 0) return null
  return (
    <details className={versionFilesStyles.files}>
      <summary>{filesText('filesOfVersion', { count: stored.length })}</summary>
      <ul>
        {stored.map(({ lang, file }) => (
          <li key={`${lang} ${file.digest}`}>
            <span>
              <bdi>{lang}</bdi>
              {': '}
              {file.withdrawn ? <bdi>{file.name}</bdi> : <FileLink file={file} />}
            </span>
            <span className={versionFilesStyles.muted}>
              {[fileFacts(file, types), storedText(file)].filter(Boolean).join(', ')}
            </span>
            {file.withdrawn ? (
              <span className={versionFilesStyles.muted}>
                {filesText('withdrawnOn', { day: dayOfInstant(file.withdrawn.at), reason: file.withdrawn.reason })}
              </span>
            ) : (
              <WithdrawFile file={file} isEditing />
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}

function storedText({ stored, by }: { stored?: string; by?: string | null }): string {
  if (!stored) return ''
  return by
    ? filesText('storedBy', { dayAndTime: dayAndTime(stored), who: by })
    : filesText('storedAt', { dayAndTime: dayAndTime(stored) })
}
