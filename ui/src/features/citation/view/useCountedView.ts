// Counts views of a citation that is shown from the cache.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { citationQuery, countView } from '../../../api/catalogue/citations'

/** Counts a navigation to a citation that was loaded before; the request of any other citation counts its view. */
export function useCountedView(id: string) {
  const client = useQueryClient()
  const { key } = useLocation()
  const isFollowed = useNavigationType() === NavigationType.Push
  // External system: the server. The key distinguishes one visit of a page from the next.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const cached = isFollowed && client.getQueryData(citationQuery(id).queryKey)
    if (cached) countView(id, cached.etag)
  }, [client, id, isFollowed, key])
}
