// Following jobs on many citations until they are complete, and undoing them.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { undoJob } from '../../api/bulk'
import { jobsQuery, useJobs, useJobsOften } from '../../api/jobs'

/** What jobs change. */
const changedKeys = ['search', 'citation', 'facets', 'versions', 'reviews']

/** The jobs, asked for often while one of them runs. */
export function useRunningJobs() {
  const client = useQueryClient()
  const jobs = useJobs()
  const isRunning = jobs.some(({ complete }) => !complete)
  const completed = jobs.filter(({ complete }) => complete).length
  useJobsOften(isRunning)
  // The outside world: one more is complete, and what it changed is asked for anew.
  useEffect(() => {
    if (completed === 0) return
    for (const key of changedKeys) void client.invalidateQueries({ queryKey: [key] })
  }, [completed, client])
  return jobs
}

/** Asks for the undoing of a job. */
export function useUndo(onAsked?: (id: string) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: undoJob,
    onSuccess: async (job) => {
      await client.invalidateQueries(jobsQuery)
      onAsked?.(job.id)
    },
  })
}
