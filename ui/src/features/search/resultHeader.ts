// The line above the results.
import type { Search } from './searchAddress'

const number = new Intl.NumberFormat('en-US')

/** 'Showing X to Y of Z results for "q"', or that nothing was found. */
export function resultHeader(
  { q }: Pick<Search, 'q'>,
  hits: { found: number; start: number; hit: readonly unknown[] } | undefined,
): string {
  if (hits === undefined) return ''
  const what = q === '' ? '' : ` for "${q}"`
  if (hits.found === 0) return `No matching search results${what}`
  if (hits.hit.length === 0) return `There are only ${number.format(hits.found)} results${what}`
  const from = number.format(hits.start + 1)
  const to = number.format(hits.start + hits.hit.length)
  return `Showing ${from} to ${to} of ${number.format(hits.found)} results${what}`
}
