// The filters and the page of a list, stored in the URL, and reloading the list.

import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ListAddress } from './listAddress'

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
