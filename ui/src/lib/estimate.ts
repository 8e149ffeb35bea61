// Estimates of printing costs: a price per page, in color or black and white. The server calculates the same.

const centsBlackAndWhite = 7
const centsColor = 17

/**
 * Whether printing specs ask for color: they contain 'color' or 'colour' as a word without 'no' or 'not' before it in the same
 * clause. Punctuation marks and line breaks end a clause.
 */
export const isColor = (specs: string | null) =>
  (specs ?? '')
    .toLowerCase()
    .split(/[.,;:()\n\r]/)
    .some((clause) => {
      const words = clause.split(/[^\p{L}\p{N}]+/u)
      const negation = words.findIndex((word) => word === 'no' || word === 'not')
      return (negation < 0 ? words : words.slice(0, negation)).some((word) => word === 'color' || word === 'colour')
    })

interface Printed {
  quantity: number
  printingSpecs: string | null
  /** The pages of one piece; null if unknown. */
  pages: number | null
}

/** The estimated price of a line in cents; null if its number of pages is unknown. */
export const lineCents = ({ quantity, printingSpecs, pages }: Printed) =>
  pages === null ? null : pages * quantity * (isColor(printingSpecs) ? centsColor : centsBlackAndWhite)

/** Sums the estimates of several lines, and counts those with and without an estimate. */
export function sumEstimates(lines: readonly Printed[]) {
  const known = lines.map(lineCents).filter((cents) => cents !== null)
  return {
    cents: known.reduce((sum, cents) => sum + cents, 0),
    known: known.length,
    unknown: lines.length - known.length,
  }
}

/** Formats dollars: $1,234.50. */
export const dollars = (amount: number, locale = 'en-US') =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' }).format(amount)
