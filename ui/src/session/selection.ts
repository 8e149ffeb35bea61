// The citations that an administrator has selected among search results, to change them at once. Kept in memory alone: it
// outlives paging and Back, not a reload.
import { create } from 'zustand'
import type { SearchRequest } from '../api/search'
import { patterns } from '../paths'

/** Where the selected citations are changed. */
export const changePath = `${patterns.jobs}/change`

/** What makes a search another one; its page does not. */
export type SelectedSearch = Pick<SearchRequest, 'q' | 'obsolete' | 'filters' | 'any' | 'lang'>

interface Selection {
  /** The rows of results have ticks. */
  selecting: boolean
  /** The search in which something was selected last; null before the first. */
  search: SelectedSearch | null
  /** Where its results are. */
  address: string
  /** Titles of the selected citations by their ids. */
  ticked: ReadonlyMap<string, string>
  /** How many the search found, when all of them are selected; null when the ticked ones are. */
  all: number | null
  /** Another search has just ended what was selected. */
  ended: boolean
}

const nothing = { ticked: new Map<string, string>(), all: null, ended: false }

export const useSelection = create<Selection>()(
  (): Selection => ({
    ...nothing,
    selecting: false,
    search: null,
    address: '/',
  }),
)

const keyOf = (search: SelectedSearch | null) =>
  search && JSON.stringify([search.q, search.obsolete, search.filters, search.any, search.lang ?? null])

/** How many citations are selected. */
export const selectedCount = ({ ticked, all }: Pick<Selection, 'ticked' | 'all'>) => all ?? ticked.size

export function setSelecting(selecting: boolean) {
  useSelection.setState({ ...nothing, selecting })
}

/** Selects nothing any more. */
export const clearSelection = () => useSelection.setState(nothing)

/** The results of this search are shown: what was selected in another one no longer is. */
export function showSearch(search: SelectedSearch, address: string) {
  const before = useSelection.getState()
  if (keyOf(before.search) === keyOf(search)) {
    useSelection.setState({ address })
    return
  }
  useSelection.setState({ ...nothing, search, address, ended: selectedCount(before) > 0 })
}

/** Selects these citations, or takes them out. */
export function select(citations: readonly { id: string; title: string }[], selected: boolean) {
  useSelection.setState(({ ticked: before }) => {
    const ticked = new Map(before)
    for (const { id, title } of citations) {
      if (selected) ticked.set(id, title)
      else ticked.delete(id)
    }
    return { ticked, all: null, ended: false }
  })
}

/** Selects everything that the search finds. */
export const selectAll = (found: number) => useSelection.setState({ ...nothing, all: found })
