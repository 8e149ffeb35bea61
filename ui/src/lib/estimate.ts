// What printing is estimated to cost: a price a page, by whether the printing specs say color. The server counts alike.

const centsBlackAndWhite = 7
const centsColor = 17

/**
 * Whether printing specs say color: 'color' or 'colour' stands as a word without 'no' or 'not' before it. What stands
 * before a punctuation mark or a line break is about something else.
 */
export const isColor = (specs: string | null) =>
  (specs ?? '')
    .toLowerCase()
    .split(/[.,;:()\n\r]/)
    .some((clause) => {
      const words = clause.split(/[^\p{L}\p{N}]+/u)
      const denial = words.findIndex((word) => word === 'no' || word === 'not')
      return (denial < 0 ? words : words.slice(0, denial)).some((word) => word === 'color' || word === 'colour')
    })

interface Printed {
  quantity: number
  printingSpecs: string | null
  /** Pages of one piece; null when nobody has counted them. */
  pages: number | null
}

/** Estimated price of a line in cents; null when its pages are not known. */
export const centsOf = ({ quantity, printingSpecs, pages }: Printed) =>
  pages === null ? null : pages * quantity * (isColor(printingSpecs) ? centsColor : centsBlackAndWhite)

/** What is known of several lines together. */
export function totalOf(lines: readonly Printed[]) {
  const known = lines.map(centsOf).filter((cents) => cents !== null)
  return {
    cents: known.reduce((sum, cents) => sum + cents, 0),
    known: known.length,
    unknown: lines.length - known.length,
  }
}

/** Dollars as they are written: $1,234.50. */
export const dollars = (amount: number, locale = 'en-US') =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' }).format(amount)
