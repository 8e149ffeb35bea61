// Whole numbers as people type them.

const decimalDigit = /\p{Nd}/gu

/** The value of a decimal digit of any script: the digits of a script follow one another, from its zero on. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return value
}

/** The number that a text is, in the digits of any script and with blanks around it; null unless it is from `min` to `max`. */
export function wholeNumber(text: string, min: number, max: number): number | null {
  const digits = text.trim().replace(decimalDigit, (digit) => (digit < '\u0080' ? digit : String(digitValue(digit))))
  if (!/^\d+$/.test(digits)) return null
  const number = Number(digits)
  return number >= min && number <= max ? number : null
}
