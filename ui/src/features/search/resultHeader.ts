// The line above the results.
import type messages from 'messages:en/results'
import type { TextOf } from '../../i18n/section'
import { isolated } from '../../lib/isolated'
import type { Search } from './searchAddress'

/** 'Showing X to Y of Z results for "q"', or that nothing was found. A corrected text is named as it was searched. */
export function resultHeader(
  t: TextOf<typeof messages>,
  { q: text }: Pick<Search, 'q'>,
  hits:
    | { found: number; start: number; hit: readonly unknown[]; understood?: { as: string; kind: string } | null }
    | undefined,
): string {
  if (hits === undefined) return ''
  const { found, start, hit, understood } = hits
  const q = isolated(understood?.kind === 'spelling' ? understood.as : text)
  if (found === 0) return q === '' ? t('none') : t('noneFor', { q })
  if (hit.length === 0) return q === '' ? t('only', { found }) : t('onlyFor', { found, q })
  const range = { from: start + 1, to: start + hit.length, found }
  return q === '' ? t('showing', range) : t('showingFor', { ...range, q })
}

/** How a text was understood of which no citation holds all words; empty when one does. */
export function understoodNote(
  t: TextOf<typeof messages>,
  q: string,
  understood: { as: string; kind: string; underHalf?: boolean } | undefined,
): string {
  switch (understood?.kind) {
    case 'term':
      return t('byTerm', { q: isolated(q), term: isolated(understood.as) })
    case 'spelling':
      return t('bySpelling', { q: isolated(q), term: isolated(understood.as) })
    case 'part':
      return understood.underHalf ? t('byFew') : t('byPart')
    default:
      return ''
  }
}
