// The changes of lookup values: sent, running and failed, and the input of open editors.

import t from 'messages:staff/lookups'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { jobsQuery, type LookupUpdate, useJobs } from '../../api/catalogue/jobs'
import { changeLookups, departmentsQuery, facetsQuery } from '../../api/catalogue/lookups'
import { searchKey } from '../../api/catalogue/search'
import { languagesQuery } from '../../api/languages'
import { asProblem, type Problem } from '../../api/problem'
import { useSingleMutation } from '../../api/useSingleMutation'
import { announce } from '../../components/feedback/StatusLine'

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
