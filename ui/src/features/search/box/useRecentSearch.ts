// Adds a search to the recent ones as soon as its results are shown, without waiting for the user data.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type User, userQuery, useUser } from '../../../api/user'
import { withRecentSearch } from './suggestionGroups'

/** `answered` is true once the results of `q` are loaded. The server stores the recent searches itself. */
export function useRecentSearch(q: string, answered: boolean) {
  const client = useQueryClient()
  const searches = useUser().user?.searches
  const text = q.split(/\s+/).filter(Boolean).join(' ')
  // External system: the cached user data.
  useEffect(() => {
    if (!answered || text === '' || searches === undefined || searches[0] === text) return
    client.setQueryData<User>(userQuery.queryKey, (user) =>
      user && !user.searches.includes(text) ? { ...user, searches: withRecentSearch(user.searches, text) } : user,
    )
  }, [answered, text, searches, client])
}
