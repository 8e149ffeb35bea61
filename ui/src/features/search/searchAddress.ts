// The search in the URL: q, page, obsolete, filters, any, lang. A copied URL reproduces the view.
import type { Filter } from '../../api/catalogue/search'
import { parseTag } from '../../lib/text/languages'
import { percentEncode } from '../../lib/text/percentEncode'
import { patterns } from '../../paths'

/** A search; an empty `q` without filters is the home view. */
export interface Search {
  q: string
  page: number
  obsolete: boolean
  filters: Filter[]
  /** The disjunctive facets in order of selection; each has at least one filter. */
  any: string[]
  /** The preferred language of a link that names one, instead of the person's own. */
  lang?: string
}

/** The maximum length of a query, in characters. */
export const maxTextLength = 500

/** The length of a query that is too long; undefined for any other. */
export function excessLength(text: string): number | undefined {
  // Code points, as the server counts them, not UTF-16 units.
  const length = text.length > maxTextLength ? [...text.trim()].length : 0
  return length > maxTextLength ? length : undefined
}

/** The last page that can be requested. */
export const lastPage = 10_001

const isFilter = (value: unknown): value is Filter =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).length === 1 &&
  Object.values(value).every((text) => typeof text === 'string')

/** Base64 of the UTF-8 JSON list of single-key objects. */
export function encodeFilters(filters: readonly Filter[]): string {
  const bytes = new TextEncoder().encode(JSON.stringify(filters))
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** Decodes the filters; an invalid parameter means none. */
export function decodeFilters(encoded: string | null): Filter[] {
  if (!encoded) return []
  try {
    // A plus that was not percent-encoded arrives as a space.
    const bytes = Uint8Array.from(atob(encoded.replace(/ /g, '+')), (sign) => sign.charCodeAt(0))
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return Array.isArray(value) ? value.filter(isFilter) : []
  } catch {
    return []
  }
}

/** The distinct facets that have a filter; others cannot be disjunctive. */
const withFilters = (facets: readonly string[], filters: readonly Filter[]) =>
  [...new Set(facets)].filter((facet) => filters.some((filter) => facet in filter))

/** Parses the query string of a URL. */
export function parseSearch(query: string): Search {
  const parameters = new URLSearchParams(query)
  const filters = decodeFilters(parameters.get('filters'))
  const page = Number(parameters.get('page') ?? '1')
  return {
    q: parameters.get('q')?.trim() ?? '',
    page: Number.isInteger(page) && page > 0 && page <= lastPage ? page : 1,
    obsolete: parameters.get('obsolete') === 'true',
    filters,
    any: withFilters(parameters.get('any')?.split(',') ?? [], filters),
    lang: parseTag(parameters.get('lang')) ?? undefined,
  }
}

/** The path of a search; the home page if it is empty. */
export function searchPath({ q, page, obsolete, filters, any, lang }: Search): string {
  if (q.trim() === '' && filters.length === 0) return patterns.home
  const parts = [`q=${percentEncode(q)}`, `page=${page}`, `obsolete=${obsolete}`]
  if (filters.length > 0) parts.push(`filters=${encodeURIComponent(encodeFilters(filters))}`)
  const anyOf = withFilters(any, filters)
  if (anyOf.length > 0) parts.push(`any=${anyOf.map(encodeURIComponent).join(',')}`)
  if (lang) parts.push(`lang=${lang}`)
  return `${patterns.search}?${parts.join('&')}`
}

const same = (a: Filter, b: Filter) => {
  const [[key, value] = []] = Object.entries(a)
  return key !== undefined && b[key] === value
}

export const hasFilter = (filters: readonly Filter[], filter: Filter) => filters.some((other) => same(other, filter))

/** Appends a filter, or removes it. */
export const toggledFilter = (filters: readonly Filter[], filter: Filter): Filter[] =>
  hasFilter(filters, filter) ? filters.filter((other) => !same(other, filter)) : [...filters, filter]
