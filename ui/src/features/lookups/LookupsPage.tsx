// Manage Lookups: the values of a category with their counts; renaming, merging, deleting; departments with contacts.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { departmentsQuery } from '../../api/departments'
import { jobsQuery, type LookupUpdate, useJobs } from '../../api/jobs'
import { changeLookups, ruleValuesQuery } from '../../api/lookups'
import { asProblem } from '../../api/problem'
import { facetsQuery } from '../../api/search'
import { Button } from '../../components/Button'
import { Notice } from '../../components/Notice'
import { PageHeading } from '../../components/PageHeading'
import { Pagination } from '../../components/Pagination'
import { pageMargins } from '../../components/pageWindow'
import { Skeleton } from '../../components/Skeleton'
import { announce } from '../../components/StatusLine'
import { Table } from '../../components/Table'
import { SelectField, TextField } from '../../components/TextField'
import { sameValue } from '../../lib/sameValue'
import { useTitle } from '../../lib/useTitle'
import { AddDepartment } from './AddDepartment'
import styles from './LookupsPage.module.css'
import { LookupTableRow } from './LookupTableRow'
import { categories, rowsOf, startingWith } from './lookupRows'

const pageSize = 10
const jobsAgainMs = 700

export default function LookupsPage() {
  useTitle('Manage Lookups')
  const client = useQueryClient()
  const facets = useQuery(facetsQuery)
  const departments = useQuery(departmentsQuery)
  const ruleValues = useQuery(ruleValuesQuery).data ?? []
  const jobs = useJobs()
  const [type, setType] = useState<string>(categories[0].type)
  const [typed, setTyped] = useState('')
  const [wantedPage, setPage] = useState(1)
  const [adding, setAdding] = useState(false)
  /** Changes on their way to the server. */
  const [sent, setSent] = useState<LookupUpdate[]>([])
  const running = jobs.some((job) => !job.complete)

  // The outside world: while something is under way, the server is asked often; when it is through, the values are new.
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => void client.invalidateQueries(jobsQuery), jobsAgainMs)
    return () => {
      clearInterval(timer)
      void client.invalidateQueries(facetsQuery)
      void client.invalidateQueries(departmentsQuery)
      void client.invalidateQueries({ queryKey: ['search'] })
    }
  }, [running, client])

  const change = useMutation({
    mutationFn: (update: LookupUpdate) => changeLookups([update]),
    onMutate: (update) => setSent((before) => [...before, update]),
    onSuccess: async (_, update) => {
      announce(`${update.oldValue} is being updated.`)
      await client.invalidateQueries(jobsQuery)
    },
    onSettled: (_job, _error, update) => setSent((before) => before.filter((other) => other !== update)),
  })

  const isDepartments = type === 'departments'
  const rows = rowsOf(type, facets.data ?? {}, departments.data ?? [], jobs, sent)
  const found = startingWith(rows, typed)
  const total = Math.max(1, Math.ceil(found.length / pageSize))
  const page = Math.min(wantedPage, total)
  const first = (page - 1) * pageSize
  const shown = found.slice(first, first + pageSize)
  const contacts = [...new Set((departments.data ?? []).flatMap(({ frcContact }) => frcContact ?? []))].sort()
  const label = categories.find((category) => category.type === type)?.label ?? ''

  const choose = (next: string) => {
    setType(next)
    setTyped('')
    setPage(1)
    setAdding(false)
    change.reset()
  }
  return (
    <div className={styles.page}>
      <PageHeading>Manage Lookups</PageHeading>
      <div className={styles.tools}>
        <SelectField label="Category" value={type} onChange={(event) => choose(event.target.value)}>
          {categories.map((category) => (
            <option key={category.type} value={category.type}>
              {category.label}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Filter"
          type="search"
          placeholder="Starts with..."
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setPage(1)
          }}
        />
        {isDepartments && (
          <div className={styles.add}>
            <Button aria-expanded={adding} onClick={() => setAdding(!adding)}>
              Add Department
            </Button>
          </div>
        )}
      </div>
      {isDepartments && adding && <AddDepartment contacts={contacts} onClose={() => setAdding(false)} />}
      {change.isError && (
        <Notice kind="error" title={`'${change.variables.oldValue}' was not changed.`} onDismiss={() => change.reset()}>
          {asProblem(change.error).fieldErrors[0]?.message ?? (asProblem(change.error).detail || 'Please try again.')}
        </Notice>
      )}
      {facets.isPending && <Skeleton />}
      {facets.isError && !facets.data && (
        <Notice
          kind="error"
          title="The values could not be loaded."
          actions={<Button onClick={() => facets.refetch()}>Try again</Button>}
        />
      )}
      {facets.data && (
        <>
          <Table caption={`${label}: values`} stacked>
            <thead>
              <tr>
                <th scope="col">Value</th>
                <th scope="col" data-numeric>
                  Used by
                </th>
                {isDepartments && <th scope="col">Contact</th>}
                <th scope="col">Actions</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <LookupTableRow
                  key={row.value}
                  type={type}
                  row={row}
                  rule={ruleValues.find((rule) => rule.type === type && sameValue(rule.value, row.value))?.rule}
                  contacts={contacts}
                  onChange={(update) => change.mutate({ type, oldValue: row.value, ...update })}
                />
              ))}
            </tbody>
          </Table>
          {shown.length === 0 ? (
            <p>No results found.</p>
          ) : (
            <p className={styles.count}>
              {`Showing ${first + 1} to ${first + shown.length} of ${found.length.toLocaleString('en-US')} lookups`}
            </p>
          )}
          <Pagination
            label="Pages of lookups"
            current={page}
            total={total}
            pages={pageMargins(page, total, 2, 3)}
            onPage={setPage}
          />
        </>
      )}
    </div>
  )
}
