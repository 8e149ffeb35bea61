// Promoted results: what administrators show above the results of certain texts.
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { searchKey } from '../catalogue/search'
import { call, callRaw } from '../client'
import type { Nullable } from '../nullable'
import type * as Described from '../schema'

export type PromotionDraft = Described.PromotionDraft
export type Promotion = Nullable<Described.Promotion>

export const promotionsPageSize = 50

/** Prefix of the keys of all queries about promotions. */
const promotionsKey = ['promotions'] as const

/** Loads the promotions again, and the results that show them; resolves when the promotions are loaded. */
export async function reloadPromotions(client: QueryClient) {
  void client.invalidateQueries({ queryKey: searchKey })
  await client.invalidateQueries({ queryKey: promotionsKey })
}

export const promotionsQuery = (start: number) =>
  queryOptions({
    queryKey: [...promotionsKey, start],
    queryFn: ({ signal }) =>
      call<{ found: number; promotions: Promotion[] }>(`/system/promotions?start=${start}`, { signal }),
  })

const versionHeader = ({ version }: Promotion) => ({ 'if-match': `"${version}"` })

/** Adds a promotion, or replaces an existing one. */
export const savePromotion = (draft: PromotionDraft, replaced?: Promotion) =>
  replaced
    ? call<Promotion>(`/system/promotions/${replaced.id}`, {
        method: 'PUT',
        body: draft,
        headers: versionHeader(replaced),
      })
    : call<Promotion>('/system/promotions', { method: 'POST', body: draft })

export const deletePromotion = (promotion: Promotion) =>
  callRaw(`/system/promotions/${promotion.id}`, {
    method: 'DELETE',
    headers: versionHeader(promotion),
    content: 'nothing',
  })

/** The address of all promotions as CSV. */
export const promotionsDownload = '/api/system/promotions/download'
