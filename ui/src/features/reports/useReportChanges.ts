// The reports closed and reopened since the list was loaded: they stay in place and show their new state.
import t from 'messages:staff/reports'
import { useState } from 'react'
import { asProblem } from '../../api/problem'
import { changeReport, type ProblemReport } from '../../api/reports'
import { useSingleMutation } from '../../api/useSingleMutation'
import { announce } from '../../components/feedback/StatusLine'

export function useReportChanges() {
  const [changed, setChanged] = useState<ReadonlyMap<string, ProblemReport>>(new Map())
  const markChanged = (report: ProblemReport) => setChanged((before) => new Map(before).set(report.id, report))
  const closing = useSingleMutation({
    mutationFn: ({ report: { id }, note }: { report: ProblemReport; note: string }) =>
      changeReport({ id, state: 'closed', note }),
    onSuccess: (report) => {
      markChanged(report)
      announce(t('reportClosed', { title: report.title }))
    },
  })
  const reopening = useSingleMutation({
    mutationFn: ({ id }: ProblemReport) => changeReport({ id, state: 'open', note: '' }),
    onSuccess: (report) => {
      markChanged(report)
      announce(t('reportReopened', { title: report.title }))
    },
  })
  return {
    /** Changed reports by ID. */
    changed,
    closing,
    reopen: (report: ProblemReport) => reopening.mutate(report),
    /** The ID of the report that is being reopened. */
    reopeningId: reopening.isPending ? reopening.variables.id : null,
    /** Why a report was not reopened. */
    failure: reopening.isError
      ? { id: reopening.variables.id, message: t('notReopened', { problemText: asProblem(reopening.error).text }) }
      : null,
    clear: () => {
      setChanged(new Map())
      reopening.reset()
    },
  }
}
