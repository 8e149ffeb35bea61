// The search page: the home view without a query, results with one. The search is stored in the URL.

import messages from 'messages:en/search'
import shell from 'messages:en/shell'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { knowledgeQuery, knowledgeRequest, knowledgeSubject } from '../../api/catalogue/infobutton'
import { searchQuery } from '../../api/catalogue/search'
import { useUser } from '../../api/user'
import { PageHeading, useTitle } from '../../components/page/PageHeading'
import { useText } from '../../i18n/useText'
import type { LoadFirstView } from '../../lib/page/firstView'
import { lazyPart } from '../../lib/page/lazyPart'
import { isolate } from '../../lib/text/isolate'
import { citationPath, packetPath, patterns } from '../../paths'
import { useSession } from '../../session/store'
import { SearchBox } from './box/SearchBox'
import type { Choice } from './box/suggestionGroups'
import { useFilterSheet } from './filters/useFilterSheet'
import { HomeLanguages } from './home/HomeLanguages'
import { ResultsLoading } from './results/ResultSkeletons'
import { excessLength, parseSearch, type Search, searchPath } from './searchAddress'
import { useSearchTag } from './useSearchTag'

const Results = lazyPart(() => import('./results/Results'))
const HomeView = lazyPart(() => import('./home/HomeView'))
const RecordHandouts = lazyPart(() => import('./results/RecordHandouts'))
/** When the home view prefetches the script of the results. */
const PREFETCH_DELAY_MS = 1_000

/** The history state of a search. */
interface SearchState {
  noBoost?: boolean
}

const isHomeView = ({ q, filters }: Search) => q === '' && filters.length === 0

/** Loads the home view or the results. */
export const loadFirstView: LoadFirstView = async (view) => {
  const search = parseSearch(view.location.search)
  if (excessLength(search.q) !== undefined) return
  if (knowledgeRequest(view.location.search) !== null) return (await RecordHandouts.load()).loadFirstView(view)
  const part = await (isHomeView(search) ? HomeView : Results).load()
  return part.loadFirstView(view)
}

/** The heading of the handouts for a knowledge request; null for a search. */
function useRecordHeading(request: string | null): string | null {
  const t = useText(messages)
  const { data: feed } = useQuery({ ...knowledgeQuery(request ?? ''), enabled: request !== null })
  if (request === null) return null
  const subject = feed ? knowledgeSubject(feed) : ''
  return subject === '' ? t('handouts') : t('handoutsFor', { subject: isolate(subject) })
}

export default function SearchPage() {
  const location = useLocation()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { user, signedIn } = useUser()
  const favorites = useSession((session) => session.favorites)
  const search = parseSearch(location.search)
  const noBoost = (location.state as SearchState | null)?.noBoost ?? false
  const t = useText(messages)
  const productName = useText(shell)('name')
  const lang = useSearchTag(search)
  const sheet = useFilterSheet()
  const request = knowledgeRequest(location.search)
  const recordHeading = useRecordHeading(request)
  const isHome = request === null && isHomeView(search)
  useTitle(isHome ? productName : (recordHeading ?? (search.q.slice(0, 100) || t('filtered'))), isHome)

  const scrolledPage = useRef(search.page)
  // External system: the scroll position, on every change of the page number.
  useEffect(() => {
    if (scrolledPage.current !== search.page) window.scrollTo(0, 0)
    scrolledPage.current = search.page
  }, [search.page])

  // External system: the network, which prefetches the scripts of the results.
  useEffect(() => {
    const timer = setTimeout(() => Results.load().catch(() => null), PREFETCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])

  const start = (q: string, state: SearchState = {}) => {
    const next: Search = { q, page: 1, obsolete: search.obsolete, filters: [], any: [], lang: search.lang }
    const path = searchPath(next)
    // The history gets no second entry for the same search.
    navigate(path, { state, replace: path === searchPath(search) })
    // Searching the same text again, perhaps after a failure, repeats the call; for another search this does nothing.
    const { queryKey } = searchQuery({ ...next, noBoost: state.noBoost ?? false, lang })
    void queryClient.refetchQueries({ queryKey, exact: true })
  }
  const pick = (choice: Choice) => {
    if (choice.kind === 'favorite') navigate(citationPath(choice.id))
    else if (choice.kind === 'packet') navigate(packetPath(choice.id))
    else start(choice.text, { noBoost: choice.kind === 'suggestion' })
  }

  return (
    <div className="shell-search" data-view={isHome ? 'home' : 'results'}>
      <div className="shell-top">
        <PageHeading hidden={!isHome}>
          {recordHeading ??
            (isHome ? t('heading') : search.q === '' ? t('filtered') : t('resultsFor', { q: isolate(search.q) }))}
        </PageHeading>
        {isHome && <p className="shell-lead">{t('lead')}</p>}
        <SearchBox
          q={search.q}
          visit={location.key}
          searches={user?.searches ?? []}
          favorites={signedIn ? favorites : []}
          onSearch={start}
          onPick={pick}
          onClear={() => {
            if (location.pathname + location.search !== patterns.home) navigate(patterns.home)
          }}
        />
        {isHome && (
          <div className="shell-languages">
            <HomeLanguages />
          </div>
        )}
      </div>
      {recordHeading !== null && request !== null ? (
        <Suspense fallback={<ResultsLoading />}>
          <RecordHandouts request={request} heading={recordHeading} />
        </Suspense>
      ) : isHome ? (
        <Suspense fallback={null}>
          <HomeView />
        </Suspense>
      ) : (
        excessLength(search.q) === undefined && (
          <Suspense fallback={<ResultsLoading />}>
            <Results
              search={search}
              noBoost={noBoost}
              sheet={sheet}
              onChange={(next) => sheet.go(searchPath(next), { noBoost })}
            />
          </Suspense>
        )
      )}
    </div>
  )
}
