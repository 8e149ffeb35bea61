// Which options of a list fit a typed text.
import { valueKey } from './sameValue'

/** A text as searched for: case and runs of spaces do not count. */
const searched = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase()

/** The option that is the same lookup value as `text`. */
export const findSame = (options: readonly string[], text: string) => {
  const wanted = valueKey(text)
  return options.find((option) => valueKey(option) === wanted)
}

/** Options holding the text, those that start with it first; at most `limit`. */
export function matchOptions(options: readonly string[], text: string, limit = 100): string[] {
  const wanted = searched(text)
  if (wanted === '') return options.slice(0, limit)
  const starting: string[] = []
  const holding: string[] = []
  for (const option of options) {
    const at = searched(option).indexOf(wanted)
    if (at === 0) starting.push(option)
    else if (at > 0) holding.push(option)
  }
  return [...starting, ...holding].slice(0, limit)
}
