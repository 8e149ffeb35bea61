// Background jobs, and the renames of lookup values that are pending.
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, type Nullable } from '../client'
import { useConfig } from '../config'
import { Problem } from '../problem'
import type * as Described from '../schema'

/** One rename of a lookup value; without a new value, its deletion. */
export type LookupUpdate = Described.LookupUpdateRequest

export type Job = Nullable<Described.Job>

export const jobsQuery = queryOptions({
  queryKey: ['jobs'],
  queryFn: ({ signal }) => call('GET /system/jobs', { signal }),
  refetchInterval: 15_000,
})

/** Running jobs and those of the last day, refreshed every 15 seconds; empty for visitors. */
export function useJobs(): Job[] {
  const signedIn = useConfig()?.signIn.signedIn ?? false
  return useQuery({ ...jobsQuery, enabled: signedIn }).data ?? []
}

const RUNNING_POLL_INTERVAL_MS = 700

/** Polls the jobs while the screen waits for one of them. */
export function useJobPolling(isWaiting: boolean) {
  const client = useQueryClient()
  // External system: the server, which runs the job.
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => void client.invalidateQueries(jobsQuery), RUNNING_POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [isWaiting, client])
}

/** The lookup updates of unfinished jobs; their types are facet names. */
export function pendingUpdates(jobs: readonly Job[]): LookupUpdate[] {
  return jobs.filter((job) => !job.complete && !job.error).flatMap((job) => job.config)
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Whether the same call may succeed later: the connection is lost, or the server is busy or restarts. */
const isTemporary = (error: unknown) =>
  error instanceof Problem && !error.primary && (error.status === 0 || error.status === 429 || error.status >= 500)

/** Waits until a job is complete or has failed. A poll that fails temporarily is repeated, because the job still runs. */
export async function finishedJob(id: string, signal: AbortSignal): Promise<Job> {
  for (;;) {
    const jobs = await call('GET /system/jobs', { signal }).catch((error: unknown) => {
      if (isTemporary(error)) return []
      throw error
    })
    const job = jobs.find((one) => one.id === id)
    if (job?.complete || job?.error) return job
    await sleep(RUNNING_POLL_INTERVAL_MS)
  }
}
