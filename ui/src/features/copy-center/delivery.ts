// How much of each line is sent now: what is typed, checked against what is left.

interface Counted {
  line: number
  quantity: number
  sent: number
}

/** Pieces of a line that were not sent yet. */
export const leftOf = ({ quantity, sent }: Counted) => Math.max(0, quantity - sent)

/** Lines of which something is left. */
export const openLines = <Line extends Counted>(lines: readonly Line[]) => lines.filter((line) => leftOf(line) > 0)

/** What is typed for a line; the whole rest before anything was. */
export const typedOf = (line: Counted, typed: Readonly<Record<number, string>>) =>
  typed[line.line] ?? String(leftOf(line))

/** Lines whose quantity is no whole number from 0 to what is left; all of them when nothing at all would be sent. */
export function wrongLines(lines: readonly Counted[], typed: Readonly<Record<number, string>>): number[] {
  const open = openLines(lines)
  const wrong = open.filter((line) => {
    const text = typedOf(line, typed).trim()
    return !/^\d{1,5}$/.test(text) || Number(text) > leftOf(line)
  })
  const nothing = wrong.length === 0 && open.every((line) => Number(typedOf(line, typed)) === 0)
  return (nothing ? open : wrong).map(({ line }) => line)
}

/** The quantities of a delivery, line by line; undefined when everything that is left is sent. */
export function deliveryOf(lines: readonly Counted[], typed: Readonly<Record<number, string>>) {
  const sent = openLines(lines).map((line) => ({ line: line.line, quantity: Number(typedOf(line, typed)) }))
  const isWhole = openLines(lines).every((line) => Number(typedOf(line, typed)) === leftOf(line))
  return isWhole ? undefined : sent
}
