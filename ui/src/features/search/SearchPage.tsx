// The search page: the home view without a query, results with one. What is searched for lives in the address.

import messages from 'messages:en/search'
import shell from 'messages:en/shell'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { searchQuery } from '../../api/search'
import { useUser } from '../../api/user'
import { PageHeading } from '../../components/PageHeading'
import { useText } from '../../i18n/useText'
import { isolated } from '../../lib/isolated'
import { useTitle } from '../../lib/useTitle'
import { citationPath } from '../../paths'
import { useReaderTag } from '../../session/readerLanguage'
import { useSession } from '../../session/store'
import { HomeLanguages } from './HomeLanguages'
import { ResultsLoading } from './ResultSkeletons'
import { SearchBox } from './SearchBox'
import { addressOf, excessLength, type Search, searchOf } from './searchAddress'
import type { Choice } from './suggestionGroups'
import { useFilterSheet } from './useFilterSheet'

const loadResults = () => import('./Results')
const Results = lazy(loadResults)
const HomeView = lazy(() => import('./HomeView'))
/** When the home view fetches what a search will need, if nobody has gone to the box before. */
const prefetch_ms = 1_000

/** What the history keeps beside an address. */
interface SearchState {
  noBoost?: boolean
}

export default function SearchPage() {
  const location = useLocation()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { user, signedIn } = useUser()
  const favorites = useSession((session) => session.favorites)
  const search = searchOf(location.search)
  const noBoost = (location.state as SearchState | null)?.noBoost ?? false
  const t = useText(messages)
  const productName = useText(shell)('name')
  const lang = useReaderTag()
  const sheet = useFilterSheet()
  const isHome = search.q === '' && search.filters.length === 0
  useTitle(isHome ? productName : search.q.slice(0, 100) || t('filtered'), isHome)

  // The outside world: the scroll position, on every change of the page number.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each page, without using it
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [search.page])

  // The outside world: the scripts of the results, fetched while nothing else is to do.
  useEffect(() => {
    const timer = setTimeout(() => loadResults().catch(() => null), prefetch_ms)
    return () => clearTimeout(timer)
  }, [])

  const start = (q: string, state: SearchState = {}) => {
    const next: Search = { q, page: 1, obsolete: search.obsolete, filters: [], any: [] }
    navigate(addressOf(next), { state })
    // The same search again, perhaps after a failure, asks the server again; another one has nothing to ask again.
    const { queryKey } = searchQuery({ ...next, noBoost: state.noBoost ?? false, lang })
    void queryClient.refetchQueries({ queryKey, exact: true })
  }
  const pick = (choice: Choice) => {
    if (choice.kind === 'favorite') navigate(citationPath(choice.id))
    else start(choice.text, { noBoost: choice.kind === 'suggestion' })
  }

  return (
    <div className="shell-search" data-view={isHome ? 'home' : 'results'}>
      <div className="shell-top">
        <PageHeading hidden={!isHome}>
          {isHome ? t('heading') : search.q === '' ? t('filtered') : t('resultsFor', { q: isolated(search.q) })}
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
            if (location.pathname + location.search !== '/') navigate('/')
          }}
        />
        {isHome && (
          <div className="shell-languages">
            <HomeLanguages />
          </div>
        )}
      </div>
      {isHome ? (
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
              onChange={(next) => sheet.go(addressOf(next), { noBoost })}
            />
          </Suspense>
        )
      )}
    </div>
  )
}
