// Which options of a list fit a typed text.

/** A value as compared: case and runs of spaces do not count. */
export const sameForm = (value: string) => value.trim().replace(/\s+/g, ' ').toLowerCase()

/** The option that differs from `text` only by case or spaces. */
export const findSame = (options: readonly string[], text: string) => {
  const wanted = sameForm(text)
  return options.find((option) => sameForm(option) === wanted)
}

/** Options holding the text, those that start with it first; at most `limit`. */
export function matchOptions(options: readonly string[], text: string, limit = 100): string[] {
  const wanted = sameForm(text)
  if (wanted === '') return options.slice(0, limit)
  const starting: string[] = []
  const holding: string[] = []
  for (const option of options) {
    const at = sameForm(option).indexOf(wanted)
    if (at === 0) starting.push(option)
    else if (at > 0) holding.push(option)
  }
  return [...starting, ...holding].slice(0, limit)
}
