// Translations: asking for one, and for administrators what is missing, outdated and wanted.
import { queryOptions } from '@tanstack/react-query'
import { call, callRaw } from './client'
import type { Received } from './received'
import type * as Described from './schema'

/** What somebody asks for: a citation in a language (a BCP 47 tag), with a note for those who decide. */
export type TranslationWish = Described.TranslationWish

/** A citation that lacks a translation. */
export type TranslationGap = Received<Described.TranslationGap>

export type TranslationRequest = Received<Described.TranslationRequest>

/** Which gaps: of a language, in a department (empty for all), in one state (empty for both). */
export interface GapFilter {
  lang: string
  department: string
  state: string
}

/** Which requests: in a language and a state; empty for all. */
export interface RequestFilter {
  lang: string
  state: string
}

/** Entries of a page of either list. */
export const translationsPageSize = 50

/** Key of everything that a request or its end changes. */
export const translationsKey = ['translations'] as const

/** Sends it; false when this person has asked for the same before. */
export async function requestTranslation(wish: TranslationWish): Promise<boolean> {
  const { status } = await callRaw('/user/translation-requests', { method: 'POST', body: wish })
  return status === 201
}

const parameters = (filter: GapFilter | RequestFilter, start?: number) => {
  const given = Object.entries({ ...filter, start: start === undefined ? '' : String(start) })
  return new URLSearchParams(given.filter(([, value]) => value !== ''))
}

export const gapsQuery = (filter: GapFilter, start: number) =>
  queryOptions({
    queryKey: [...translationsKey, 'gaps', filter, start],
    queryFn: ({ signal }) =>
      call<Received<Described.TranslationPage>>(`/system/translations?${parameters(filter, start)}`, { signal }),
    enabled: filter.lang !== '',
  })

export const requestsQuery = (filter: RequestFilter, start: number) =>
  queryOptions({
    queryKey: [...translationsKey, 'requests', filter, start],
    queryFn: ({ signal }) =>
      call<Received<Described.RequestPage>>(`/system/translation-requests?${parameters(filter, start)}`, { signal }),
  })

/** The addresses of the lists as CSV. */
export const gapsDownload = (filter: GapFilter) => `/api/system/translations/download?${parameters(filter)}`
export const requestsDownload = (filter: RequestFilter) =>
  `/api/system/translation-requests/download?${parameters(filter)}`

/** Ends a request: it is done, or will not be. */
export const closeRequest = ({ id }: Pick<TranslationRequest, 'id'>) =>
  callRaw(`/system/translation-requests/${encodeURIComponent(id)}/close`, { method: 'POST' })
