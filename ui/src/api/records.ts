// Citations as they stood on a day.
import { queryOptions } from '@tanstack/react-query'
import { loadCitation } from './citations'

/** A citation as it stood at the end of a day, `YYYY-MM-DD`; for the signed-in. */
export const recordQuery = (id: string, day: string) =>
  queryOptions({
    queryKey: ['record', id, day],
    queryFn: ({ signal }) => loadCitation(id, `?${new URLSearchParams({ asOf: day })}`, signal),
  })
