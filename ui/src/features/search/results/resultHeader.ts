// The line above the results.
import type messages from 'messages:en/results'
import type { TextOf } from '../../../i18n/section'
import { isolate } from '../../../lib/text/isolate'
import type { Search } from '../searchAddress'

/** 'Showing X to Y of Z results for "q"', or that nothing was found. A corrected query is shown as it was searched. */
export function resultHeader(
  t: TextOf<typeof messages>,
  { q: text }: Pick<Search, 'q'>,
  hits:
    | { found: number; start: number; hit: readonly unknown[]; understood?: { as: string; kind: string } | null }
    | undefined,
): string {
  if (hits === undefined) return ''
  const { found, start, hit, understood } = hits
  const q = isolate(understood?.kind === 'spelling' ? understood.as : text)
  if (found === 0) return q === '' ? t('none') : t('noneFor', { q })
  if (hit.length === 0) return q === '' ? t('only', { found }) : t('onlyFor', { found, q })
  const range = { from: start + 1, to: start + hit.length, found }
  return q === '' ? t('showing', range) : t('showingFor', { ...range, q })
}

/** How a query was understood if no citation contains all words; otherwise empty. */
export function understoodNote(
  t: TextOf<typeof messages>,
  q: string,
  understood: { as: string; kind: string; sure: boolean } | undefined,
): string {
  if (understood === undefined) return ''
  const { as, kind, sure } = understood
  const values = { q: isolate(q), term: isolate(as) }
  if (kind === 'concept') return sure ? t('byConcept', values) : `${t('byFew')} ${t('byConcept', values)}`
  if (!sure) return t('byFew')
  switch (kind) {
    case 'term':
      return t('byTerm', values)
    case 'spelling':
      return t('bySpelling', values)
    case 'part':
      return t('byPart')
    default:
      return ''
  }
}
