// Manage Lookups: the values of a category with their counts; renaming, merging, deleting; departments with contacts.
import t from 'messages:staff/lookups'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { departmentsQuery, facetsQuery } from '../../api/catalogue/lookups'
import type { Facets } from '../../api/catalogue/search'
import { Button } from '../../components/buttons/Button'
import { IntoView } from '../../components/feedback/IntoView'
import { Notice } from '../../components/feedback/Notice'
import { Skeleton } from '../../components/feedback/Skeleton'
import { useAnnounced } from '../../components/feedback/StatusLine'
import { SelectField, TextField } from '../../components/form/TextField'
import layout from '../../components/page/Page.module.css'
import { PageHeading } from '../../components/page/PageHeading'
import { categories } from '../../lib/lookupCategories'
import { useTitle } from '../../lib/useTitle'
import { anyText, listAddress } from '../../listkit/listAddress'
import { useListAddress } from '../../listkit/useListAddress'
import { patterns } from '../../paths'
import { AddDepartment } from './AddDepartment'
import styles from './LookupsPage.module.css'
import { LookupTable } from './LookupTable'
import { lookupRows, startingWith } from './lookupRows'
import { type LookupChanges, useLookupChanges } from './useLookupChanges'

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
        <SelectField label={t('category')} value={type} onChange={(event) => choose(event.target.value)}>
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
        <Notice
          kind="error"
          title={t('valuesNotLoaded')}
          actions={<Button onClick={() => facets.refetch()}>{t('tryAgain')}</Button>}
        >
          {t('nothingChangedCheckConnection')}
        </Notice>
      )}
    </>
  )
}
