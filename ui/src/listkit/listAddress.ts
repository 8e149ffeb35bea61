// The URL of a list: its filters and its page.
import { parsePage } from '../components/list/pages'

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
