// A search that was answered is among the recent ones at once, whichever of the two calls the server answered first.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type User, userQuery, useUser } from '../../api/user'
import { withRecentSearch } from './suggestionGroups'

/** `answered` once the results of `q` have come; the server keeps the searches themselves. */
export function useRecentSearch(q: string, answered: boolean) {
  const client = useQueryClient()
  const searches = useUser().user?.searches
  const text = q.split(/\s+/).filter(Boolean).join(' ')
  // The outside world: what is known of the person.
  useEffect(() => {
    if (!answered || text === '' || searches === undefined || searches[0] === text) return
    client.setQueryData<User>(userQuery.queryKey, (user) =>
      user && !user.searches.includes(text) ? { ...user, searches: withRecentSearch(user.searches, text) } : user,
    )
  }, [answered, text, searches, client])
}
