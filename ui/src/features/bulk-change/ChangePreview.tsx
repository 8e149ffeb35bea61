// The preview of a bulk edit: counts, skipped citations with reasons, and the first citations before and after.

import t from 'messages:staff/bulkEdit'
import { useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import type { BulkDifference, BulkPreview } from '../../api/catalogue/bulk'
import { Button } from '../../components/buttons/Button'
import { Notice } from '../../components/feedback/Notice'
import layout from '../../components/page/Page.module.css'
import { citationCount } from '../../lib/text/citationCount'
import { type Column, ListTable } from '../../listkit/ListTable'
import { citationPath } from '../../paths'
import styles from './BulkChange.module.css'
import { changeField } from './changeFields'
import { previewSentences, valueText } from './changeWords'
import { Skipped } from './JobOutcome'

interface Props {
  preview: BulkPreview
  /** Why the job was not started. */
  failure: string | null
  busy: boolean
  onBack: () => void
  onStart: () => void
}

export function ChangePreview({ preview, failure, busy, onBack, onStart }: Props) {
  const { changing, citations, newValues } = preview
  const heading = useRef<HTMLHeadingElement>(null)
  // External system: the focus, after the preview has replaced the form.
  useLayoutEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby="preview" className={layout.section}>
      <h2 id="preview" ref={heading} tabIndex={-1}>
        {t('preview')}
      </h2>
      <p role="status">{previewSentences(preview)}</p>
      {newValues.length > 0 && (
        <Notice kind="info" title={t('newValues')}>
          {t('valuesNotInUse', {
            newValues: newValues
              .map(({ field, value }) => `${value} (${changeField(field)?.label ?? field})`)
              .join(', '),
            count: newValues.length,
          })}
        </Notice>
      )}
      <Skipped bulk={preview} />
      {citations.length > 0 && <Differences preview={preview} />}
      {failure && (
        <Notice kind="error" title={t('nothingChanged')}>
          {failure}
        </Notice>
      )}
      <div className={styles.buttons}>
        <Button onClick={onBack}>{t('backToForm')}</Button>
        {changing > 0 && (
          <Button variant="primary" busy={busy} onClick={onStart}>
            {t('changeCitationsButton', { citationCount: citationCount(changing) })}
          </Button>
        )}
      </div>
    </section>
  )
}

function Differences({ preview: { citations, changing } }: { preview: BulkPreview }) {
  const fields = Object.keys(citations[0]?.after ?? {})
  return (
    <>
      {changing > citations.length && <p>{t('firstCount', { count: citations.length })}</p>}
      <ListTable
        caption={t('beforeAndAfter')}
        rows={citations}
        rowKey={({ id }) => id}
        columns={[
          {
            header: t('title'),
            is: 'name',
            cell: ({ readableId, title }) => (
              <Link to={citationPath(readableId)} dir="auto">
                {title}
              </Link>
            ),
          },
          ...fields.map(
            (field): Column<BulkDifference> => ({
              header: changeField(field)?.label ?? field,
              className: styles.difference,
              cell: ({ before, after }) => (
                <Difference before={valueText(before[field])} after={valueText(after[field])} />
              ),
            }),
          ),
        ]}
      />
    </>
  )
}

const Difference = ({ before, after }: { before: string; after: string }) =>
  before === after ? (
    <bdi>{after || t('noValue')}</bdi>
  ) : (
    <>
      <del>
        <bdi>{before || t('noValue')}</bdi>
      </del>
      {' → '}
      <ins>
        <bdi>{after || t('noValue')}</bdi>
      </ins>
    </>
  )
