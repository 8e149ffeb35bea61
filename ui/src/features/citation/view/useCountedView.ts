// Counts views of a citation that is not loaded again.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { citationQuery, countView } from '../../../api/catalogue/citations'

/** Tells the server that a link led to a page whose citation was loaded before. Loading it for a page counts by itself. */
export function useCountedView(id: string) {
  const client = useQueryClient()
  const { key } = useLocation()
  const isFollowed = useNavigationType() === NavigationType.Push
  // External system: the server. The key distinguishes one visit of a page from the next.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const known = isFollowed && client.getQueryData(citationQuery(id).queryKey)
    if (known) countView(id, known.etag)
  }, [client, id, isFollowed, key])
}
