// Why a report was not sent, and what to do. A replica links to the same page of its primary.
import messages from 'messages:en/report'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import type { Problem } from '../../api/problem'
import { IntoView } from '../../components/feedback/IntoView'
import { Notice } from '../../components/feedback/Notice'
import { useText } from '../../i18n/useText'

/** What to do after a failure with this status. */
function hintKey(status: number) {
  if (status === 0) return 'checkConnection'
  if (status === 404) return 'gone'
  if (status === 429) return 'tooMany'
  return 'tryLater'
}

export function ReportFailure({ problem: { status, primary, fieldErrors } }: { problem: Problem }) {
  const t = useText(messages)
  const { pathname, search } = useLocation()
  const has = (...names: string[]) => fieldErrors.some(({ field }) => names.includes(field))
  const isMissing = has('citation', 'packet')
  const link = (content: ReactNode) => <a href={new URL(pathname + search, String(primary)).href}>{content}</a>
  return (
    <IntoView>
      <Notice kind="error" title={t('notSent')}>
        {primary
          ? t.rich('onPrimary', { primary: link })
          : t(isMissing ? 'gone' : has('text', 'email') ? 'checkFields' : hintKey(status))}
      </Notice>
    </IntoView>
  )
}
