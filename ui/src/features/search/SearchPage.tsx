// The search page: the home view without a query, results with one. What is searched for lives in the address.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { type User, userQuery, useUser } from '../../api/user'
import { PageHeading } from '../../components/PageHeading'
import { useTitle } from '../../lib/useTitle'
import { citationPath } from '../../paths'
import { useSession } from '../../session/store'
import { HomeView } from './HomeView'
import { Results } from './Results'
import { SearchBox } from './SearchBox'
import { addressOf, type Search, searchOf } from './searchAddress'
import { type Choice, withRecentSearch } from './suggestionGroups'

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
  const isHome = search.q === '' && search.filters.length === 0
  useTitle(isHome ? 'Patient and Family Education Database' : search.q || 'Filtered materials', isHome)

  // The outside world: the scroll position, on every change of the page number.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each page, without using it
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [search.page])

  const show = (next: Search, state: SearchState = {}) => navigate(addressOf(next), { state })
  const start = (q: string, state?: SearchState) => {
    queryClient.setQueryData<User>(userQuery.queryKey, (known) =>
      known ? { ...known, searches: withRecentSearch(known.searches, q) } : known,
    )
    show({ q, page: 1, obsolete: search.obsolete, filters: [] }, state)
  }
  const pick = (choice: Choice) => {
    if (choice.kind === 'favorite') navigate(citationPath(choice.id))
    else start(choice.text, { noBoost: choice.kind === 'suggestion' })
  }

  return (
    <div className="shell-search" data-view={isHome ? 'home' : 'results'}>
      <div className="shell-top">
        <PageHeading hidden={!isHome}>
          {isHome
            ? 'Find education materials'
            : search.q === ''
              ? 'Filtered materials'
              : `Search results for "${search.q}"`}
        </PageHeading>
        {isHome && <p className="shell-lead">Handouts and videos for patients and families, in many languages.</p>}
        <SearchBox
          q={search.q}
          searches={user?.searches ?? []}
          favorites={signedIn ? favorites : []}
          onSearch={start}
          onPick={pick}
          onClear={() => navigate('/')}
        />
      </div>
      {isHome ? (
        <HomeView />
      ) : (
        <Results search={search} noBoost={noBoost} onChange={(next) => show(next, { noBoost })} />
      )}
    </div>
  )
}
