// The values of a category, ten per page.
import t from 'messages:staff/lookups'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ruleValuesQuery } from '../../api/catalogue/lookups'
import { PageLinks } from '../../components/list/PageLinks'
import { openAtStart, PageStart } from '../../components/list/PageStart'
import { pageCount, pageStart } from '../../components/list/pages'
import { sameValue } from '../../lib/text/sameValue'
import { type Columns, ListTable } from '../../listkit/ListTable'
import { LanguageTag } from './LanguageTag'
import styles from './LookupsPage.module.css'
import { LookupTableRow } from './LookupTableRow'
import type { LookupRow } from './lookupRows'
import type { LookupChanges } from './useLookupChanges'

const pageSize = 10

interface Props {
  type: string
  /** The name of the category. */
  label: string
  /** All values of the category, and those that match the filter. */
  rows: readonly LookupRow[]
  found: readonly LookupRow[]
  contacts: readonly string[]
  page: number
  changes: LookupChanges
  onPage: (page: number) => void
}

const columnsOf = (type: string, ruleOf: (row: LookupRow) => string | undefined): Columns<LookupRow> => [
  {
    header: t('value'),
    is: 'name',
    className: styles.value,
    cell: (row) => (
      <>
        <span dir="auto">{row.becomes ?? row.value}</span>
        {ruleOf(row) && <p className={styles.rule}>{ruleOf(row)}</p>}
        {row.error && <p className={styles.error}>{row.error}</p>}
      </>
    ),
  },
  { header: t('usedBy'), is: 'numeric', cell: ({ count }) => count },
  type === 'departments' && { header: t('contact'), cell: ({ contact }) => contact },
  type === 'languages' && { header: t('languageTag'), cell: ({ value }) => <LanguageTag value={value} /> },
]

export function LookupTable({ type, label, rows, found, contacts, page: wanted, changes, onPage }: Props) {
  const page = Math.min(wanted, pageCount(found.length, pageSize))
  const first = pageStart(page, pageSize)
  const shown = found.slice(first, first + pageSize)
  const ruleValues = useQuery(ruleValuesQuery).data ?? []
  const ruleOf = ({ value }: LookupRow) =>
    ruleValues.find((rule) => rule.type === type && sameValue(rule.value, value))?.rule
  const columns = columnsOf(type, ruleOf)
  const count = useRef<HTMLParagraphElement>(null)
  const start = useRef<HTMLParagraphElement>(null)
  /** The last change; its new row gets the focus, or the original row when it fails. */
  const [changed, setChanged] = useState<{ from: string; to: string | undefined } | null>(null)
  const before = rows.find(({ value }) => value === changed?.from)
  const { failedDeletion } = changes
  const hasFailed =
    Boolean(before?.error) || (failedDeletion?.type === type && failedDeletion.oldValue === changed?.from)
  const isPending = before !== undefined && (before.updating || (!hasFailed && changed?.from !== changed?.to))
  const takesFocus = (row: LookupRow) =>
    changed !== null && !isPending && (hasFailed ? row.value === changed.from : sameValue(row.value, changed.to))

  // External system: the focus, which moves to the line below the table when the value was deleted or is on another page.
  useEffect(() => {
    if (changed === null || isPending || document.activeElement !== document.body) return
    count.current?.focus({ preventScroll: true })
  }, [changed, isPending])

  return (
    <>
      {found.length > pageSize && <PageStart ref={start} page={page} />}
      {shown.length > 0 && (
        <ListTable
          caption={t('labelValues', { label })}
          rows={shown}
          rowKey={({ value }) => value}
          className={styles.table}
          columns={[...columns, { header: t('actions'), is: 'actions', cell: () => null }]}
          tr={(row) => (
            <LookupTableRow
              type={type}
              row={row}
              columns={columns}
              rule={ruleOf(row)}
              contacts={contacts}
              draft={changes.draftOf(type, row.value)}
              takesFocus={takesFocus(row)}
              onDraft={(draft) => changes.setDraft(type, row.value, draft)}
              onChange={(update) => {
                setChanged({ from: row.value, to: update.newValue })
                changes.change({ type, oldValue: row.value, ...update })
              }}
            />
          )}
        />
      )}
      <p ref={count} tabIndex={-1} className={styles.count}>
        {shown.length === 0
          ? t('noResultsFound')
          : t('range', { first: first + 1, last: first + shown.length, count: found.length })}
      </p>
      <PageLinks
        label={t('pagesOfLookups')}
        page={page}
        pageSize={pageSize}
        found={found.length}
        margin={2}
        onPage={(next) => openAtStart(start, () => onPage(next))}
      />
    </>
  )
}
