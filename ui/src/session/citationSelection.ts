// The citations that an administrator has selected in the search results for a bulk edit. In memory only: the selection survives
// pagination and Back, but not a reload.
import { create } from 'zustand'
import type { SearchRequest } from '../api/catalogue/search'
import { patterns } from '../paths'

/** The path of the bulk edit. */
export const changePath = `${patterns.jobs}/change`

/** The part of a search that identifies it; another page is the same search. */
export type SelectedSearch = Pick<SearchRequest, 'q' | 'obsolete' | 'filters' | 'any' | 'lang'>

interface Selection {
  /** Whether the rows have checkboxes. */
  selecting: boolean
  /** The search of the selection; null before the first search. */
  search: SelectedSearch | null
  /** The URL of its results. */
  address: string
  /** Titles of the selected citations by their ids. */
  selected: ReadonlyMap<string, string>
  /** The number of results if all are selected; null if only `selected` are. */
  all: number | null
  /** Whether another search has just cleared the selection. */
  ended: boolean
}

const nothing = { selected: new Map<string, string>(), all: null, ended: false }

export const useCitationSelection = create<Selection>()(
  (): Selection => ({
    ...nothing,
    selecting: false,
    search: null,
    address: patterns.home,
  }),
)

const keyOf = (search: SelectedSearch | null) =>
  search && JSON.stringify([search.q, search.obsolete, search.filters, search.any, search.lang ?? null])

/** The number of selected citations. */
export const selectedCount = ({ selected, all }: Pick<Selection, 'selected' | 'all'>) => all ?? selected.size

export function setSelecting(selecting: boolean) {
  useCitationSelection.setState({ ...nothing, selecting })
}

/** Clears the selection. */
export const clearSelection = () => useCitationSelection.setState(nothing)

/** Sets the shown search. Another search clears the selection. */
export function showSearch(search: SelectedSearch, address: string) {
  const before = useCitationSelection.getState()
  if (keyOf(before.search) === keyOf(search)) {
    useCitationSelection.setState({ address })
    return
  }
  useCitationSelection.setState({ ...nothing, search, address, ended: selectedCount(before) > 0 })
}

/** Selects or deselects citations. */
export function select(citations: readonly { id: string; title: string }[], isSelected: boolean) {
  useCitationSelection.setState(({ selected: before }) => {
    const after = new Map(before)
    for (const { id, title } of citations) {
      if (isSelected) after.set(id, title)
      else after.delete(id)
    }
    return { selected: after, all: null, ended: false }
  })
}

/** Selects all results of the search. */
export const selectAll = (found: number) => useCitationSelection.setState({ ...nothing, all: found })
