// Why an order was not received, and what to do about it.

import mine from 'messages:en/myOrders'
import messages from 'messages:en/order'
import { Link } from 'react-router-dom'
import { useConfig } from '../../api/config'
import type { FieldError, Problem } from '../../api/problem'
import type { OrderItem } from '../../api/user'
import { Button } from '../../components/Button'
import { Notice } from '../../components/Notice'
import { useText } from '../../i18n/useText'
import { patterns } from '../../paths'
import { useLanguageName } from '../../session/LanguageName'
import { fieldOf } from './orderForm'
import { useIsServersLanguage, useProblemText } from './problemText'

interface Props {
  problem: Problem
  /** The lines that were sent. */
  lines: readonly OrderItem[]
  /** Sends what the form holds now as an order of its own. */
  onSendAsAnother: () => void
}

export function OrderFailure({ problem, lines, onSendAsAnother }: Props) {
  const t = useText(messages)
  const myOrders = useText(mine)('title')
  const happened = useHappened()
  const refusalOf = useRefusal(lines)
  const signedIn = useConfig()?.signIn.signedIn
  // The page offers the sign-in already.
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
  const others = problem.fieldErrors.filter(({ field }) => fieldOf(field) === undefined)
  return (
    <Notice kind="error" title={t('notSent')}>
      <p>{`${happened(problem)} ${t('kept')}`}</p>
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

/** Too many orders within an hour: the server says how long to wait. */
function useHappened(): (problem: Problem) => string {
  const t = useText(messages)
  const textOf = useProblemText()
  const isServersLanguage = useIsServersLanguage()
  return (problem) => {
    if (problem.status !== 429) return textOf(problem)
    return (isServersLanguage && problem.detail) || t('tooMany')
  }
}

/** Why a line was refused: the server's words, or which line it is. */
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
