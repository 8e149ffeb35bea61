// Why an order was not received, and what to do.

import mine from 'messages:en/myOrders'
import messages from 'messages:en/order'
import { Link } from 'react-router-dom'
import { useConfig } from '../../../api/config'
import type { FieldError, Problem } from '../../../api/problem'
import { useIsServersLanguage, useProblemText } from '../../../api/useProblemText'
import type { OrderItem } from '../../../api/user'
import { Button } from '../../../components/buttons/Button'
import { Notice } from '../../../components/feedback/Notice'
import { useText } from '../../../i18n/useText'
import { useLanguageName } from '../../../parts/language/LanguageName'
import { patterns } from '../../../paths'
import { formField } from './orderForm'

interface Props {
  problem: Problem
  /** The submitted lines. */
  lines: readonly OrderItem[]
  /** Submits the current form as a separate order. */
  onSendAsAnother: () => void
}

export function OrderFailure({ problem, lines, onSendAsAnother }: Props) {
  const t = useText(messages)
  const myOrders = useText(mine)('title')
  const summaryOf = useProblemSummary()
  const refusalOf = useRefusal(lines)
  const signedIn = useConfig()?.signIn.signedIn
  // The page already offers to sign in again.
  if (problem.needsSignIn && !signedIn) return null
  if (problem.fieldErrors.some(({ field }) => field === 'Idempotency-Key')) {
    return (
      <Notice
        kind="error"
        title={t('receivedBefore')}
        actions={<Button onClick={onSendAsAnother}>{t('sendAsAnother')}</Button>}
      >
        {t.rich('receivedBeforeHint', { list: () => <Link to={patterns.myOrders}>{myOrders}</Link> })}
      </Notice>
    )
  }
  const others = problem.fieldErrors.filter(({ field }) => formField(field) === undefined)
  return (
    <Notice kind="error" title={t('notSent')}>
      <p>{`${summaryOf(problem)} ${t('inputPreserved')}`}</p>
      {others.length > 0 && (
        <ul>
          {others.map((error) => (
            <li key={error.field}>{refusalOf(error)}</li>
          ))}
        </ul>
      )}
    </Notice>
  )
}

/** Describes the problem; after too many orders, the server's detail states how long to wait. */
function useProblemSummary(): (problem: Problem) => string {
  const t = useText(messages)
  const problemText = useProblemText()
  const isServersLanguage = useIsServersLanguage()
  return (problem) => {
    if (problem.status !== 429) return problemText(problem)
    return (isServersLanguage && problem.detail) || t('tooMany')
  }
}

/** Why a line was rejected: the server's message in English, otherwise the name of the line. */
function useRefusal(lines: readonly OrderItem[]): (error: FieldError) => string {
  const t = useText(messages)
  const nameOf = useLanguageName()
  const isServersLanguage = useIsServersLanguage()
  return ({ field, message }) => {
    const line = lines[Number(/^orders\[(\d+)\]/.exec(field)?.[1] ?? -1)]
    if (isServersLanguage) return message
    return line ? t('lineRefused', { title: line.title, language: nameOf(line.lang) }) : t('refused')
  }
}
