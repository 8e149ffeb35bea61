// Batch jobs, for the names that lookup values are about to get.
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from './client'
import { useConfig } from './config'
import type { Received } from './received'
import type * as Described from './schema'

/** One change of a lookup value; without a new value it is a deletion. */
export type LookupUpdate = Described.LookupUpdateRequest

export type Job = Received<Described.Job>

export const jobsQuery = queryOptions({
  queryKey: ['jobs'],
  queryFn: ({ signal }) => call<Job[]>('/system/jobs', { signal }),
  refetchInterval: 15_000,
})

/** Running jobs and those of the last day, asked for every 15 seconds by signed-in people. */
export function useJobs(): Job[] {
  const signedIn = useConfig()?.signIn.signedIn ?? false
  return useQuery({ ...jobsQuery, enabled: signedIn }).data ?? []
}

const refetchRunning_ms = 700

/** Asks for the jobs often while one of them is waited for. */
export function useJobsOften(isWaiting: boolean) {
  const client = useQueryClient()
  // The outside world: the server works on the job.
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => void client.invalidateQueries(jobsQuery), refetchRunning_ms)
    return () => clearInterval(timer)
  }, [isWaiting, client])
}

/** The changes that are not through yet, with the facet names of search as their type. */
export function pendingUpdates(jobs: readonly Job[]): LookupUpdate[] {
  return jobs.filter((job) => !job.complete && !job.error).flatMap((job) => job.config)
}
