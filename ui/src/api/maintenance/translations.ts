// Translation requests, and for administrators the missing and outdated translations.
import { queryOptions } from '@tanstack/react-query'
import { addressOf, call, callRaw, type Nullable } from '../client'
import type * as Described from '../schema'

/** A request for a citation in a language (a BCP 47 tag), with an optional note. */
export type NewTranslationRequest = Described.NewTranslationRequest

/** A citation that lacks a translation. */
export type TranslationGap = Nullable<Described.TranslationGap>

export type TranslationRequest = Nullable<Described.TranslationRequest>

/** Filters the missing and outdated translations of a language; an empty department or state does not filter. */
export interface GapFilter {
  lang: string
  department: string
  state: string
}

/** Filters the requests; an empty value does not filter. */
export interface RequestFilter {
  lang: string
  state: string
}

/** Prefix of the keys of all queries that a new or closed request changes. */
export const translationsKey = ['translations'] as const

/** Sends a request. Returns false when this person has already requested the same. */
export async function requestTranslation(request: NewTranslationRequest): Promise<boolean> {
  const { status } = await callRaw('POST /user/translation-requests', { body: request })
  return status === 201
}

export const gapsQuery = (filter: GapFilter, start: number) =>
  queryOptions({
    queryKey: [...translationsKey, 'gaps', filter, start],
    queryFn: ({ signal }) => call('GET /system/translations', { query: { ...filter, start }, signal }),
    enabled: filter.lang !== '',
  })

export const requestsQuery = (filter: RequestFilter, start: number) =>
  queryOptions({
    queryKey: [...translationsKey, 'requests', filter, start],
    queryFn: ({ signal }) => call('GET /system/translation-requests', { query: { ...filter, start }, signal }),
  })

/** The URLs of the lists as CSV. */
export const gapsDownload = (filter: GapFilter) =>
  addressOf('GET /system/translations/download', { query: { ...filter } })
export const requestsDownload = (filter: RequestFilter) =>
  addressOf('GET /system/translation-requests/download', { query: { ...filter } })

/** Closes a request that is done or declined. */
export const closeRequest = ({ id }: Pick<TranslationRequest, 'id'>) =>
  call('POST /system/translation-requests/{id}/close', { params: { id }, content: 'nothing' })
