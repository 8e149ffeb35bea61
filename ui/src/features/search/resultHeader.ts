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

/** How a text was understood of which no citation holds all words; empty when one does. */
export function understoodNote(q: string, understood: { as: string; kind: string } | undefined): string {
  switch (understood?.kind) {
    case 'term':
      return `Showing results for "${q}" (${understood.as}).`
    case 'spelling':
      return `Nothing found for "${q}". Showing results for "${understood.as}".`
    case 'part':
      return 'Showing results with some of your words.'
    default:
      return ''
  }
}
