// Polls bulk edit jobs until they are complete, and undoes them.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refreshAfterBulkEdit, undoJob } from '../../api/catalogue/bulk'
import { jobsQuery, useJobPolling, useJobs } from '../../api/catalogue/jobs'
import { useSingleMutation } from '../../api/useSingleMutation'

/** The jobs, polled while one of them is running. */
export function useRunningJobs() {
  const client = useQueryClient()
  const jobs = useJobs()
  const isRunning = jobs.some(({ complete }) => !complete)
  const completed = jobs.filter(({ complete }) => complete).length
  useJobPolling(isRunning)
  // External system: the query cache, which is invalidated whenever a job is complete.
  useEffect(() => {
    if (completed > 0) refreshAfterBulkEdit(client)
  }, [completed, client])
  return jobs
}

/** Starts a job that undoes another one. */
export function useUndo(onStarted?: (id: string) => void) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: undoJob,
    onSuccess: async (job) => {
      await client.invalidateQueries(jobsQuery)
      onStarted?.(job.id)
    },
  })
}
