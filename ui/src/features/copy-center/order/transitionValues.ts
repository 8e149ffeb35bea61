// The values of the form that changes the state of an order, and their validation.
import t from 'messages:staff/copyCenter'
import type { ResolverResult } from 'react-hook-form'
import type { OrderLine } from '../../../api/orders/orders'
import type { OrderProgress } from '../../../lib/orderStates'
import { invalidLines, remaining } from './delivery'
import type { SelectedTransition, TransitionChoice } from './transitionChoices'

export interface TransitionValues {
  /** Null if none was possible when the form was opened. */
  selected: SelectedTransition | null
  note: string
  /** The typed quantities by line; by default the remaining ones. */
  quantities: Record<number, string>
}

/** The values of an untouched form: the most likely transition. */
export const firstTransition = (
  { state: from }: OrderProgress,
  [first]: readonly TransitionChoice[],
): TransitionValues => ({ selected: first ? { state: first.state, from } : null, note: '', quantities: {} })

/** The new state, a required note, and for a delivery the quantities. */
export function validateTransition(
  values: TransitionValues,
  choice: TransitionChoice | undefined,
  lines: readonly OrderLine[],
): ResolverResult<TransitionValues> {
  if (!choice) return { values: {}, errors: { selected: { type: 'required', message: t('chooseNewState') } } }
  const invalid = choice.state === 'sent' ? invalidLines(lines, values.quantities) : []
  const quantities = Object.fromEntries(
    lines
      .filter(({ line }) => invalid.includes(line))
      .map((line) => [line.line, { type: 'invalid', message: t('quantityRange', { remaining: remaining(line) }) }]),
  )
  const lacksNote = choice.needsNote && values.note.trim() === ''
  if (!lacksNote && invalid.length === 0) return { values, errors: {} }
  return {
    values: {},
    errors: {
      ...(invalid.length > 0 && { quantities }),
      ...(lacksNote && { note: { type: 'required', message: t('changeNeedsNote') } }),
    },
  }
}
