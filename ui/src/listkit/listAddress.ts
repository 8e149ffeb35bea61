// The URL of a list: its filters and its page.

import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type OnPage, pageStart, parsePage } from '../components/list/Pagination'

/** Converts between the filters of a list and the parameters of its URL. Empty filters and the first page are omitted. */
export interface ListAddress<Filter> {
  /** The parameters of the list; a page may have others. */
  names: readonly string[]
  /** Parses a URL; invalid values are ignored. */
  parse: (parameters: URLSearchParams) => { filter: Filter; page: number }
  parameters: (filter: Filter, page?: number) => URLSearchParams
  /** The path of the list with this filter. */
  path: (filter: Filter, page?: number) => string
}

/** Accepts any text as the value of a filter. */
export const anyText = () => true

/** Accepts a day of the calendar, `YYYY-MM-DD`. */
export const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text

/** Defines the URL of a list by its path and a validation for each filter. */
export function listAddress<Filter extends Record<keyof Filter, string>>(
  path: string,
  isValid: Record<keyof Filter & string, (value: string) => boolean>,
  pageName = 'page',
): ListAddress<Filter> {
  const names = Object.keys(isValid) as (keyof Filter & string)[]
  const valueIn = (parameters: URLSearchParams, name: keyof Filter & string) => {
    const value = parameters.get(name)?.trim() ?? ''
    return isValid[name](value) ? value : ''
  }
  const write = (filter: Filter, page = 1) => {
    const given = new URLSearchParams(names.filter((name) => filter[name]).map((name) => [name, filter[name]]))
    if (page > 1) given.set(pageName, String(page))
    return given
  }
  return {
    names: [...names, pageName],
    parse: (parameters) => ({
      filter: Object.fromEntries(names.map((name) => [name, valueIn(parameters, name)])) as unknown as Filter,
      page: parsePage(parameters.get(pageName)),
    }),
    parameters: write,
    path: (filter, page) => {
      const query = write(filter, page).toString()
      return query === '' ? path : `${path}?${query}`
    },
  }
}

interface Options {
  /** Whether another page replaces the history entry, as another filter always does. */
  replacesPages?: boolean
}

/** Reads and changes the URL of a list. Parameters of other lists on the page stay. */
export function useListAddress<Filter>(address: ListAddress<Filter>, { replacesPages = false }: Options = {}) {
  const [parameters, setParameters] = useSearchParams()
  const { filter, page } = address.parse(parameters)
  const write = (next: Filter, nextPage: number, replace: boolean) =>
    setParameters(
      (before) => {
        const others = [...before].filter(([name]) => !address.names.includes(name))
        return new URLSearchParams([...others, ...address.parameters(next, nextPage)])
      },
      { replace },
    )
  return {
    filter,
    page,
    /** Identifies this page of the list. */
    key: address.parameters(filter, page).toString(),
    /** Changes some filters and returns to the first page. */
    setFilter: (next: Partial<Filter>) => write({ ...filter, ...next }, 1, true),
    setPage: (next: number, { replace }: { replace: boolean } = { replace: replacesPages }) =>
      write(filter, next, replace),
  }
}

/** Calls `reset` while rendering when another list or another page of it is shown. */
export function useListReset(key: string, reset: () => void) {
  const [shown, setShown] = useState(key)
  if (key === shown) return
  setShown(key)
  reset()
}

/**
 * Returns a function that reloads the list. `onReloaded` resets what its rows show. It is called when the new rows have
 * been loaded, so that no action is taken on an outdated row. When that fails, the rows stay as they are; the shell
 * shows that refreshing failed.
 */
export function useListReload(queryKey: QueryKey, onReloaded: () => void) {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey }, { throwOnError: true }).then(onReloaded, () => {})
}

/**
 * The page of a list that the URL names, and what `ListPage` and `PagedList` need of it. The page before stays until it is loaded.
 * `queryOf` gets the index of the first entry.
 */
export function usePages<Page, Key extends QueryKey>(
  { page, setPage }: { page: number; setPage: OnPage },
  queryOf: (start: number) => UseQueryOptions<Page, Error, Page, Key>,
) {
  const query = useQuery({ ...queryOf(pageStart(page)), placeholderData: keepPreviousData })
  return { query, page, onPage: setPage }
}
