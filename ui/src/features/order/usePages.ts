// How many pages the lines of the order have, from their citations as they are now.
import { useQueries } from '@tanstack/react-query'
import { citationQuery, type LanguageVersion } from '../../api/citations'
import type { OrderItem } from '../../api/user'

/** Pages of one piece of each line, in the order of the lines; null where they are not known, or not yet. */
export function usePages(order: readonly OrderItem[]): (number | null)[] {
  const ids = [...new Set(order.map(({ id }) => id))]
  const citations = useQueries({ queries: ids.map((id) => citationQuery(id)) })
  return order.map(({ id, lang }) => {
    const languages: readonly LanguageVersion[] = citations[ids.indexOf(id)]?.data?.citation.languages ?? []
    return languages.find((version) => version.lang === lang)?.pages ?? null
  })
}
