// The values of the form that changes the state of an order, and their validation.
import messages from 'messages:staff/copyCenter'
import type { ResolverResult } from 'react-hook-form'
import type { OrderLine } from '../../../api/orders/orders'
import { staffText } from '../../../i18n/staffText'
import type { OrderState } from '../../../lib/orderTransitions'
import { invalidLines, remaining } from './delivery'
import type { TransitionChoice } from './transitionChoices'

const t = staffText(messages)

export interface TransitionValues {
  /** Empty for the first of the possible transitions. */
  state: OrderState | ''
  note: string
  /** The typed quantities by line; by default the remaining ones. */
  quantities: Record<number, string>
}

export const emptyTransition: TransitionValues = { state: '', note: '', quantities: {} }

/** A required note, and for a delivery the quantities. */
export function validateTransition(
  values: TransitionValues,
  choice: TransitionChoice | undefined,
  lines: readonly OrderLine[],
): ResolverResult<TransitionValues> {
  const invalid = choice?.state === 'sent' ? invalidLines(lines, values.quantities) : []
  const quantities = Object.fromEntries(
    lines
      .filter(({ line }) => invalid.includes(line))
      .map((line) => [line.line, { type: 'invalid', message: t('quantityRange', { remaining: remaining(line) }) }]),
  )
  const lacksNote = choice?.needsNote === true && values.note.trim() === ''
  if (!lacksNote && invalid.length === 0) return { values, errors: {} }
  return {
    values: {},
    errors: {
      ...(invalid.length > 0 && { quantities }),
      ...(lacksNote && { note: { type: 'required', message: t('changeNeedsNote') } }),
    },
  }
}
