// The cache of what the server knows. A background refresh that fails keeps the last good data and leaves one quiet line.
import { QueryCache, QueryClient } from '@tanstack/react-query'
import { onSignInEnded } from '../api/client'
import { configQuery, type KnownConfig } from '../api/config'
import { isPreparing, Problem } from '../api/problem'
import { userQuery } from '../api/user'
import { notePerson } from '../session/person'
import { showRefreshFailure } from './backgroundFailure'

/** How often a call is repeated while the catalogue is being prepared. */
const preparing_ms = 2_000

/** Faults of the request itself are not tried again, nor what a replica cannot do; lost connections and busy servers are, twice. */
const worthRetrying = (failures: number, error: Error) =>
  isPreparing(error) ||
  (failures < 2 && (!(error instanceof Problem) || error.status === 0 || (error.status >= 500 && !error.primary)))

/** Soon again, each time twice as long after the one before; as often as that while the catalogue is being prepared. */
const retryDelay = (failures: number, error: Error) =>
  isPreparing(error) ? preparing_ms : Math.min(1_000 * 2 ** failures, 30_000)

const isAbout = (key: readonly unknown[], query: { queryKey: readonly unknown[] }) => key[0] === query.queryKey[0]

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: worthRetrying, retryDelay, refetchOnWindowFocus: true, staleTime: 5_000, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
  queryCache: new QueryCache({
    onSuccess: (data, { queryKey }) => {
      // Before anything is rendered: what another person left in this browser must not be shown.
      if (isAbout(queryKey, configQuery) || isAbout(queryKey, userQuery)) notePerson((data as KnownConfig).person)
    },
    onError: (error, query) => {
      console.error('A call failed:', query.queryKey[0], error.message)
      const signInEnded = error instanceof Problem && error.needsSignIn
      if (query.state.data !== undefined && !signInEnded) showRefreshFailure()
    },
  }),
})

// Every screen learns at once that one has to sign in again; the server is asked whether it is so.
onSignInEnded(() => {
  queryClient.setQueryData(configQuery.queryKey, (config) =>
    config?.signIn.signedIn ? { ...config, signIn: { ...config.signIn, signedIn: false } } : config,
  )
  queryClient.removeQueries({ queryKey: userQuery.queryKey, type: 'inactive' })
  void queryClient.invalidateQueries(configQuery)
})
