// The record of a citation as of a date.
import { queryOptions } from '@tanstack/react-query'
import { loadCitation } from './citations'

/** A citation as it was at the end of a day, `YYYY-MM-DD`; for signed-in people. */
export const recordQuery = (id: string, day: string) =>
  queryOptions({
    queryKey: ['record', id, day],
    // An empty day would be left out of the query, and is as invalid as any other text.
    queryFn: ({ signal }) => loadCitation(id, signal, { asOf: day || 'none' }),
  })
