// The query cache. After a failed background refresh the last data stays, and one unobtrusive line reports it.
import { QueryCache, QueryClient } from '@tanstack/react-query'
import { onSignInExpired } from '../api/client'
import { type ConfigWithPerson, configQuery } from '../api/config'
import { isPreparing, Problem } from '../api/problem'
import { userQuery } from '../api/user'
import { showFailure } from '../lib/page/backgroundFailure'
import { setCurrentPerson } from '../session/person/person'

/** The interval of retries while the catalogue is being prepared. */
const PREPARING_RETRY_MS = 2_000

const STALE_TIME_MS = 5_000

/** Lost connections and server errors are retried twice; invalid requests and calls that only the primary answers are not. */
const shouldRetry = (failures: number, error: Error) =>
  isPreparing(error) ||
  (failures < 2 && (!(error instanceof Problem) || error.status === 0 || (error.status >= 500 && !error.primary)))

/** Exponential backoff; a fixed interval while the catalogue is being prepared. */
const retryDelay = (failures: number, error: Error) =>
  isPreparing(error) ? PREPARING_RETRY_MS : Math.min(1_000 * 2 ** failures, 30_000)

const isAbout = (key: readonly unknown[], query: { queryKey: readonly unknown[] }) => key[0] === query.queryKey[0]

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: shouldRetry,
      retryDelay,
      // A failure embedded in the page, or a recent one, is shown; the request is not repeated.
      retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > STALE_TIME_MS,
      refetchOnWindowFocus: true,
      staleTime: STALE_TIME_MS,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
  queryCache: new QueryCache({
    onSuccess: (data, { queryKey }) => {
      // Before rendering, so that data of another person in this browser is never shown.
      if (isAbout(queryKey, configQuery) || isAbout(queryKey, userQuery))
        setCurrentPerson((data as ConfigWithPerson).person)
    },
    onError: (error, query) => {
      console.error('A call failed:', query.queryKey[0], error.message)
      const signInExpired = error instanceof Problem && error.needsSignIn
      if (query.state.data !== undefined && !signInExpired) showFailure('refresh')
    },
  }),
})

// Every screen is notified at once that the sign-in has expired; the configuration is loaded again to confirm it.
onSignInExpired(() => {
  queryClient.setQueryData(configQuery.queryKey, (config) =>
    config?.signIn.signedIn ? { ...config, signIn: { ...config.signIn, signedIn: false } } : config,
  )
  queryClient.removeQueries({ queryKey: userQuery.queryKey, type: 'inactive' })
  void queryClient.invalidateQueries(configQuery)
})
