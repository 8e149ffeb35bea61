// The number of pages of the cart lines, from their citations.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { citationQuery } from '../../../api/catalogue/citations'
import type { OrderItem } from '../../../api/user'

/** The pages of one piece of each line; null if unknown or not loaded. */
export function usePages(order: readonly OrderItem[]): (number | null)[] {
  const client = useQueryClient()
  const ids = [...new Set(order.map(({ id }) => id))].sort()
  const versions = useQuery({
    queryKey: ['pages', ids],
    // A citation that cannot be loaded leaves its lines without an estimate.
    queryFn: async () => {
      const answers = await Promise.allSettled(ids.map((id) => client.fetchQuery(citationQuery(id))))
      return answers.flatMap((answer) => {
        if (answer.status === 'rejected') return []
        const { id, languages } = answer.value.citation
        return languages.map(({ lang, pages }) => ({ id, lang, pages: pages ?? null }))
      })
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    enabled: ids.length > 0,
  })
  return order.map((line) => versions.data?.find(({ id, lang }) => id === line.id && lang === line.lang)?.pages ?? null)
}
