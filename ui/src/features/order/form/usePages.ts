// The number of pages of the cart lines, from their citations.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { pagesQuery } from '../../../api/catalogue/citations'
import type { OrderItem } from '../../../api/user'

/** The pages of one piece of each line; null if unknown or not loaded. */
export function usePages(order: readonly OrderItem[]): (number | null)[] {
  const client = useQueryClient()
  const ids = [...new Set(order.map(({ id }) => id))].sort()
  const versions = useQuery(pagesQuery(client, ids))
  return order.map((line) => versions.data?.find(({ id, lang }) => id === line.id && lang === line.lang)?.pages ?? null)
}
