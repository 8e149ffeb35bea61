// What a search found: filters, chips, header, rows, paging; and what stands there while it loads, finds nothing or fails.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useConfig } from '../../api/config'
import { pendingUpdates, useJobs } from '../../api/jobs'
import { type Filter, pageSize, type SearchAnswer, searchQuery } from '../../api/search'
import { Button } from '../../components/Button'
import { Pagination } from '../../components/Pagination'
import { pageWindow } from '../../components/pageWindow'
import { announce } from '../../components/StatusLine'
import { useDelayed } from '../../lib/useDelayed'
import { useMediaQuery, wideScreen } from '../../lib/useMediaQuery'
import { ExportButton } from './ExportButton'
import { FilterChips } from './FilterChips'
import { FilterPanel } from './FilterPanel'
import { shownName } from './facetGroups'
import { ResultList } from './ResultList'
import { ResultFailure, ResultSkeletons, ResultsEmpty } from './ResultStates'
import styles from './Results.module.css'
import { resultHeader } from './resultHeader'
import { addressOf, type Search, toggledFilter } from './searchAddress'

const FilterSheet = lazy(() => import('./FilterSheet'))

/** The last page that can be asked for. */
const lastPage = 10_001
/** Results of before stay this long in view, dimmed, before skeletons take their place. */
const patience_ms = 250

interface Props {
  search: Search
  noBoost: boolean
  onChange: (next: Search) => void
}

export function Results({ search, noBoost, onChange }: Props) {
  const wide = useMediaQuery(wideScreen)
  const [sheetOpen, setSheetOpen] = useState(false)
  const header = useRef<HTMLParagraphElement>(null)
  const signedIn = useConfig()?.signIn.signedIn ?? false
  const pending = pendingUpdates(useJobs())
  const query = useQuery({ ...searchQuery({ ...search, noBoost }), placeholderData: keepPreviousData })
  const answer: SearchAnswer | undefined = query.data
  const late = useDelayed(query.isPlaceholderData, patience_ms)
  const loading = query.isPending || (query.isPlaceholderData && late)
  const found = answer?.hits.found ?? 0
  const said = answer && !query.isPlaceholderData ? resultHeader(search, answer.hits) : undefined

  // The outside world: what a screen reader says.
  useEffect(() => announce(loading ? 'Loading...' : (said ?? '')), [loading, said])

  const toggle = (filter: Filter) => onChange({ ...search, page: 1, filters: toggledFilter(search.filters, filter) })
  const panel = (
    <FilterPanel
      facets={answer?.facets ?? (query.isError ? {} : undefined)}
      filters={search.filters}
      obsolete={search.obsolete}
      pending={pending}
      onToggle={toggle}
      titled={wide}
      onObsolete={(obsolete) => onChange({ ...search, page: 1, obsolete })}
    />
  )
  const chosen = search.filters.length + Number(search.obsolete)
  const pages = Math.min(Math.ceil(found / pageSize), lastPage)
  const failed = query.isError && answer === undefined
  const nothing = !loading && answer !== undefined && found === 0

  return (
    <div className={styles.results}>
      {wide ? (
        <aside className={styles.rail} aria-label="Filtering Options">
          {panel}
        </aside>
      ) : (
        <Suspense fallback={null}>
          {sheetOpen && (
            <FilterSheet onClose={() => setSheetOpen(false)} found={found}>
              {panel}
            </FilterSheet>
          )}
        </Suspense>
      )}
      <section className={styles.list} aria-label="Results" aria-busy={loading || query.isPlaceholderData}>
        {!wide && (
          <div>
            <Button icon={<SlidersHorizontal aria-hidden />} aria-haspopup="dialog" onClick={() => setSheetOpen(true)}>
              {chosen > 0 ? `Filters (${chosen})` : 'Filters'}
            </Button>
          </div>
        )}
        <FilterChips
          filters={search.filters}
          nameOf={(facet, value) => shownName(facet, value, pending)}
          onRemove={toggle}
          onClear={() => onChange({ ...search, page: 1, filters: [] })}
        />
        {!failed && (
          <div className={styles.header}>
            <p ref={header} tabIndex={-1} className={styles.count}>
              {loading ? 'Loading...' : query.isPlaceholderData ? resultHeader(search, answer?.hits) : said}
            </p>
            {signedIn && found > 0 && <ExportButton search={search} />}
          </div>
        )}
        {failed ? (
          <ResultFailure error={query.error} onRetry={() => query.refetch()} />
        ) : loading ? (
          <ResultSkeletons />
        ) : nothing ? (
          <ResultsEmpty search={search} onChange={onChange} />
        ) : (
          <ResultList hits={answer?.hits.hit ?? []} q={search.q} stale={query.isPlaceholderData} />
        )}
        {pages > 0 && !nothing && (
          <Pagination
            label="Pages of results"
            current={search.page}
            total={pages}
            pages={pageWindow(search.page, pages, wide ? 5 : 2)}
            hrefOf={(page) => addressOf({ ...search, page })}
            linkState={{ noBoost }}
            onPage={() => header.current?.focus({ preventScroll: true })}
          />
        )}
      </section>
    </div>
  )
}
