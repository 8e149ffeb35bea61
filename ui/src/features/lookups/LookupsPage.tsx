// Manage Lookups: the values of a category with their counts; renaming, merging, deleting; departments with contacts.
import t from 'messages:staff/lookups'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useSearchParams } from 'react-router-dom'
import { addDepartment, departmentsQuery, facetsQuery, ruleValuesQuery } from '../../api/catalogue/lookups'
import type { Facets } from '../../api/catalogue/search'
import { Button } from '../../components/buttons/Button'
import { IntoView, Notice, useAnnounced } from '../../components/feedback/Notice'
import { Skeleton } from '../../components/feedback/Skeleton'
import { SelectField, TextField } from '../../components/form/TextField'
import { openAtStart, PageLinks, PageStart, pageCount, pageStart } from '../../components/list/Pagination'
import layout from '../../components/page/Page.module.css'
import { PageHeading, useTitle } from '../../components/page/PageHeading'
import { ComboboxField } from '../../formkit/ComboboxField'
import { FormShell, fieldOf } from '../../formkit/FormShell'
import { useRowForm } from '../../formkit/RowEditor'
import { categories } from '../../lib/lookupCategories'
import { sameValue } from '../../lib/text/sameValue'
import { type Columns, ListTable } from '../../listkit/ListTable'
import { anyText, listAddress, useListAddress } from '../../listkit/listAddress'
import { patterns } from '../../paths'
import styles from './LookupsPage.module.css'
import { LanguageTag, LookupTableRow } from './LookupTableRow'
import { type LookupChanges, type LookupRow, lookupRows, startingWith, useLookupChanges } from './useLookupChanges'

/** Not categories of values: they open the pages of synonyms and promoted results. */
const otherPages = ['synonyms', 'promotions']

/** The list below the category: /manage_lookups?category=keywords&q=ast&page=2. */
const address = listAddress<{ q: string }>(patterns.lookups, { q: anyText })

export default function LookupsPage() {
  const [parameters, setParameters] = useSearchParams()
  useTitle(t('manageLookups'))
  const facets = useQuery(facetsQuery)
  const departments = useQuery(departmentsQuery)
  const changes = useLookupChanges()
  const { type, label } = categories.find((category) => category.type === parameters.get('category')) ?? categories[0]
  const { filter, page, setFilter, setPage } = useListAddress(address)
  const [typed, setTyped] = useState(filter.q)
  const [adding, setAdding] = useState(false)
  const addButton = useRef<HTMLButtonElement>(null)

  const isDepartments = type === 'departments'
  const rows = lookupRows(type, facets.data ?? {}, departments.data ?? [], changes.jobs, changes.sent)
  const contacts = [...new Set((departments.data ?? []).flatMap(({ frcContact }) => frcContact ?? []))].sort()

  useAnnounced(facets.isPending ? t('loading') : '')

  const choose = (next: string) => {
    setParameters({ category: next }, { replace: !otherPages.includes(next) })
    setAdding(false)
    changes.forgetFailure()
  }
  return (
    <div className={`${layout.page} ${styles.page}`}>
      <PageHeading>{t('manageLookups')}</PageHeading>
      <div className={styles.tools}>
        <SelectField label={t('category')} value={type} onValue={choose}>
          {categories.map((category) => (
            <option key={category.type} value={category.type}>
              {category.label}
            </option>
          ))}
          <option value="synonyms">{t('synonyms')}</option>
          <option value="promotions">{t('promotedResults')}</option>
        </SelectField>
        <TextField
          label={t('filter')}
          type="search"
          placeholder={t('startsWith')}
          // The URL has no spaces at the end, and another text after Back.
          value={typed.trim() === filter.q ? typed : filter.q}
          onChange={(event) => {
            setTyped(event.target.value)
            setFilter({ q: event.target.value.trim() })
          }}
        />
        {isDepartments && (
          <div className={styles.add}>
            <Button ref={addButton} aria-expanded={adding} onClick={() => setAdding(!adding)}>
              {t('addDepartment')}
            </Button>
          </div>
        )}
      </div>
      {isDepartments && adding && (
        <AddDepartment
          contacts={contacts}
          onClose={() => {
            addButton.current?.focus()
            setAdding(false)
          }}
        />
      )}
      <LookupNotices facets={facets} changes={changes} />
      {facets.data && (
        <LookupTable
          key={type}
          type={type}
          label={label}
          rows={rows}
          found={startingWith(rows, filter.q)}
          contacts={contacts}
          page={page}
          changes={changes}
          onPage={setPage}
        />
      )}
    </div>
  )
}

interface NoticesProps {
  facets: Pick<UseQueryResult<Facets>, 'data' | 'isPending' | 'isError' | 'refetch'>
  changes: LookupChanges
}

/** A deletion that failed, and the loading or failure of the values. */
function LookupNotices({ facets, changes }: NoticesProps) {
  const { failedDeletion } = changes
  return (
    <>
      {failedDeletion && (
        <IntoView>
          <Notice
            kind="error"
            title={t('oldValueNotDeleted', { oldValue: failedDeletion.oldValue })}
            onDismiss={changes.forgetFailure}
            actions={<Button onClick={() => changes.change(failedDeletion)}>{t('deleteAgain')}</Button>}
          >
            {t('nothingChanged', { error: failedDeletion.error })}
          </Notice>
        </IntoView>
      )}
      {facets.isPending && (
        <div>
          <p className={styles.count}>{t('loadingValues')}</p>
          <Skeleton kind="block" />
        </div>
      )}
      {facets.isError && !facets.data && (
        <Notice kind="error" title={t('valuesNotLoaded')} onRetry={facets.refetch}>
          {t('nothingChangedCheckConnection')}
        </Notice>
      )}
    </>
  )
}

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

/** The values of a category, ten per page. */
function LookupTable({ type, label, rows, found, contacts, page: wanted, changes, onPage }: Props) {
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

/** The panel that adds a department. */
function AddDepartment({ contacts, onClose }: { contacts: readonly string[]; onClose: () => void }) {
  const { form, saving } = useRowForm({
    valuesOf: () => ({ name: '', contact: '' }),
    save: ({ name, contact }) => addDepartment({ name: name.trim(), frcContact: contact || null }),
    reload: (client, departments) => client.setQueryData(departmentsQuery.queryKey, departments),
    done: (_, { name }) => t('nameAdded', { name: name.trim() }),
    onRefused: ({ fieldErrors, detail, title }, { setError }) =>
      setError('name', { type: 'server', message: fieldErrors[0]?.message ?? (detail || title) }),
    onClose,
  })
  const isEmpty = useWatch({ control: form.control, name: 'name' }).trim() === ''
  return (
    <FormShell
      form={form}
      className={styles.panel}
      aria-label={t('addDepartment')}
      busy={isEmpty || saving.isPending}
      onSubmit={saving.mutate}
    >
      <TextField {...fieldOf(form, 'name')} label={t('departmentName')} required autoFocus />
      <ComboboxField form={form} name="contact" label={t('contact')} options={contacts} creatable clearable />
      <div className={styles.actions}>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button type="submit" variant="primary" disabled={isEmpty} busy={saving.isPending}>
          {t('save')}
        </Button>
      </div>
    </FormShell>
  )
}
