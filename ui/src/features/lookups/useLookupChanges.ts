// The changes of lookup values: sent, running and failed, and the input of open editors.
import t from 'messages:staff/lookups'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Job, jobsQuery, type LookupUpdate, useJobs } from '../../api/catalogue/jobs'
import { changeLookups, type Department, departmentsQuery, facetsQuery } from '../../api/catalogue/lookups'
import { type Facets, searchKey } from '../../api/catalogue/search'
import { languagesQuery } from '../../api/languages'
import { asProblem, type Problem } from '../../api/problem'
import { useSingleMutation } from '../../api/useSingleMutation'
import { announce } from '../../components/feedback/Notice'

/** The input of the editor of a value. */
export interface LookupDraft {
  value: string
  contact: string
  /** Why saving failed; empty if it did not. */
  error: string
}

const POLL_INTERVAL_MS = 700

/** Invalidates every query that contains lookup values. */
const refetchValues = (client: QueryClient) =>
  Promise.all(
    [facetsQuery.queryKey, departmentsQuery.queryKey, languagesQuery.queryKey, searchKey].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  )

const keyOf = (type: string, value: string) => `${type}\n${value}`

export function useLookupChanges() {
  const client = useQueryClient()
  const jobs = useJobs()
  const [sent, setSent] = useState<LookupUpdate[]>([])
  const [drafts, setDrafts] = useState<ReadonlyMap<string, LookupDraft>>(new Map())
  const running = jobs.some((job) => !job.complete)

  // External system: the server, polled while a job is running; when it is complete, the values are loaded again.
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => void client.invalidateQueries(jobsQuery), POLL_INTERVAL_MS)
    return () => {
      clearInterval(timer)
      void refetchValues(client)
    }
  }, [running, client])

  /** Stores the input for a value; null closes its editor. */
  const setDraft = (type: string, value: string, draft: LookupDraft | null) =>
    setDrafts((before) => {
      const next = new Map(before)
      if (draft) next.set(keyOf(type, value), draft)
      else next.delete(keyOf(type, value))
      return next
    })

  const change = useSingleMutation({
    mutationFn: (update: LookupUpdate) => changeLookups([update]),
    onMutate: (update) => {
      setSent((before) => [...before, update])
      announce(t('oldValueBeingUpdated', { oldValue: update.oldValue }))
    },
    onSuccess: async (_job, update) => {
      await client.invalidateQueries(jobsQuery)
      // A short job may complete before it is seen running.
      if (!client.getQueryData(jobsQuery.queryKey)?.some((job) => !job.complete)) await refetchValues(client)
      setDraft(update.type, update.oldValue, null)
    },
    onError: (error, { type, oldValue, newValue, contact }) => {
      if (newValue)
        setDraft(type, oldValue, { value: newValue, contact: contact ?? '', error: errorText(asProblem(error)) })
    },
    onSettled: (_job, _error, update) => setSent((before) => before.filter((other) => other !== update)),
  })
  const failedDeletion = change.isError && !change.variables.newValue ? change.variables : null
  return {
    jobs,
    sent,
    draftOf: (type: string, value: string) => drafts.get(keyOf(type, value)) ?? null,
    setDraft,
    change: change.mutate,
    /** A deletion that did not reach the server, and why. */
    failedDeletion: failedDeletion && { ...failedDeletion, error: errorText(asProblem(change.error)) },
    forgetFailure: change.reset,
  }
}

export type LookupChanges = ReturnType<typeof useLookupChanges>

/** What happened and what to do, for a rejected change. */
function errorText({ status, detail, fieldErrors }: Problem): string {
  if (status === 0) return t('serverNotReached')
  if (status === 401) return t('yourSignInExpired')
  if (status === 409 || status === 422) return fieldErrors[0]?.message ?? detail
  return t('serverFailed')
}

export interface LookupRow {
  value: string
  count: number
  contact: string | null
  /** Whether a change is pending. */
  updating: boolean
  /** The value it is being renamed to; null for none. */
  becomes: string | null
  /** Why the last change failed; null if it did not. */
  error: string | null
  /** The new value of the failed change. */
  tried: string | null
}

const byValue = (a: { value: string }, b: { value: string }) =>
  a.value.localeCompare(b.value, 'en', { sensitivity: 'base' })

/** `sent` are changes of this screen that are not part of a job yet. */
export function lookupRows(
  type: string,
  facets: Facets,
  departments: readonly Department[],
  jobs: readonly Job[],
  sent: readonly LookupUpdate[],
): LookupRow[] {
  const counts = new Map((facets[type]?.buckets ?? []).map(({ value, count }) => [value, count]))
  const contacts = new Map(departments.map(({ name, frcContact }) => [name, frcContact]))
  const values = new Set(counts.keys())
  if (type === 'departments') for (const { name } of departments) values.add(name)
  const pending = [...sent, ...jobs.filter((job) => !job.complete).flatMap((job) => job.config)].filter(
    (update) => update.type === type,
  )
  const failed = new Map<string, { error: string; tried: string | null }>()
  for (const job of [...jobs].reverse()) {
    for (const update of job.config) {
      const error = (update as { error?: string | null }).error
      if (update.type !== type) continue
      if (error) failed.set(update.oldValue, { error, tried: update.newValue ?? null })
      else failed.delete(update.oldValue)
    }
  }
  return [...values]
    .map((value) => {
      const update = pending.find(({ oldValue }) => oldValue === value)
      return {
        value,
        count: counts.get(value) ?? 0,
        contact: type === 'departments' ? (contacts.get(value) ?? null) : null,
        updating: update !== undefined,
        becomes: update?.newValue ?? null,
        error: failed.get(value)?.error ?? null,
        tried: failed.get(value)?.tried ?? null,
      }
    })
    .sort(byValue)
}

/** The rows whose value starts with the typed text, ignoring case. */
export const startingWith = (rows: readonly LookupRow[], typed: string) => {
  const prefix = typed.trim().toLowerCase()
  return prefix === '' ? [...rows] : rows.filter(({ value }) => value.toLowerCase().startsWith(prefix))
}
