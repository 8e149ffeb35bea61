// Matches the options of a list with a typed text.
import { valueKey } from './sameValue'

/** Normalizes case and white space. */
const searched = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase()

/** The option that is the same lookup value as `text`. */
export const findSame = (options: readonly string[], text: string) => {
  const wanted = valueKey(text)
  return options.find((option) => valueKey(option) === wanted)
}

/** The options that contain the text, at most `limit`; those that start with it come first. */
export function matchOptions(options: readonly string[], text: string, limit = 100): string[] {
  const wanted = searched(text)
  if (wanted === '') return options.slice(0, limit)
  const starting: string[] = []
  const containing: string[] = []
  for (const option of options) {
    const at = searched(option).indexOf(wanted)
    if (at === 0) starting.push(option)
    else if (at > 0) containing.push(option)
  }
  return [...starting, ...containing].slice(0, limit)
}
