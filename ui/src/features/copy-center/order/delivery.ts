// The quantities of a delivery: parsing and validation against the remaining quantities.
import { wholeNumber } from '../../../lib/text/wholeNumber'

interface Counted {
  line: number
  quantity: number
  sent: number
}

/** The pieces of a line that were not sent yet. */
export const remaining = ({ quantity, sent }: Counted) => Math.max(0, quantity - sent)

/** The lines that are not complete. */
export const openLines = <Line extends Counted>(lines: readonly Line[]) => lines.filter((line) => remaining(line) > 0)

/** The typed quantity of a line; by default the remaining one. */
export const typedQuantity = (line: Counted, typed: Readonly<Record<number, string>>) =>
  typed[line.line] ?? String(remaining(line))

const parsed = (line: Counted, typed: Readonly<Record<number, string>>) =>
  wholeNumber(typedQuantity(line, typed), 0, remaining(line))

/** The lines whose quantity is not a whole number from 0 to the remaining one; all lines if nothing would be sent. */
export function invalidLines(lines: readonly Counted[], typed: Readonly<Record<number, string>>): number[] {
  const open = openLines(lines)
  const invalid = open.filter((line) => parsed(line, typed) === null)
  const nothing = invalid.length === 0 && open.every((line) => parsed(line, typed) === 0)
  return (nothing ? open : invalid).map(({ line }) => line)
}

/** The quantity of each line; undefined when everything that remains is sent. */
export function toDelivery(lines: readonly Counted[], typed: Readonly<Record<number, string>>) {
  const sent = openLines(lines).map((line) => ({ line: line.line, quantity: parsed(line, typed) ?? 0 }))
  const isWhole = openLines(lines).every((line) => parsed(line, typed) === remaining(line))
  return isWhole ? undefined : sent
}
