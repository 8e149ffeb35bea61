// The cache of what the server knows. A background refresh that fails keeps the last good data and leaves one quiet line.
import { QueryCache, QueryClient } from '@tanstack/react-query'
import { configQuery } from '../api/config'
import { Problem } from '../api/problem'
import { showBackgroundFailure } from './backgroundFailure'

/** Faults of the request itself are not tried again; lost connections and busy servers are, twice. */
const worthRetrying = (failures: number, error: Error) =>
  failures < 2 && (!(error instanceof Problem) || error.status === 0 || error.status >= 500)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: worthRetrying, refetchOnWindowFocus: true, staleTime: 5_000, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
  queryCache: new QueryCache({
    onError: (error, query) => {
      console.error('A call failed:', query.queryKey[0], error.message)
      // The sign-in has ended: whoever asks the configuration learns of it.
      if (error instanceof Problem && error.status === 401) void queryClient.invalidateQueries(configQuery)
      if (query.state.data !== undefined) showBackgroundFailure()
    },
  }),
})
