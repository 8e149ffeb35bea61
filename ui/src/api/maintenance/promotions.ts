// Promoted results: what administrators show above the results of certain texts.
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { searchKey } from '../catalogue/search'
import { addressOf, call, type Nullable } from '../client'
import type * as Described from '../schema'

export type PromotionDraft = Described.PromotionDraft
export type Promotion = Nullable<Described.Promotion>

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
    queryFn: ({ signal }) => call('GET /system/promotions', { query: { start }, signal }),
  })

/** Adds a promotion, or replaces an existing one. */
export const savePromotion = (draft: PromotionDraft, replaced?: Promotion) =>
  replaced
    ? call('PUT /system/promotions/{id}', {
        params: { id: replaced.id },
        body: draft,
        ifMatch: `"${replaced.version}"`,
      })
    : call('POST /system/promotions', { body: draft })

export const deletePromotion = ({ id, version }: Promotion) =>
  call('DELETE /system/promotions/{id}', { params: { id }, ifMatch: `"${version}"`, content: 'nothing' })

/** The address of all promotions as CSV. */
export const promotionsDownload = addressOf('GET /system/promotions/download')
