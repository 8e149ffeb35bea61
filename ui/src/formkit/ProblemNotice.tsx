// Why a call failed, as a notice for staff.
import { asProblem } from '../api/problem'
import { Notice } from '../components/feedback/Notice'

interface Props {
  title: string
  /** The failed call; nothing is shown unless it has failed. */
  call: { error: Error | null; isFetching?: boolean; refetch?: () => unknown }
  onDismiss?: () => void
}

/** With a button to try again for a query. */
export function ProblemNotice({ title, call, onDismiss }: Props) {
  if (!call.error) return null
  return (
    <Notice kind="error" title={title} onDismiss={onDismiss} onRetry={call.refetch} isRetrying={call.isFetching}>
      {asProblem(call.error).text}
    </Notice>
  )
}
