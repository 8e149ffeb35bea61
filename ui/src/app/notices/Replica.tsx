// The notices of a replica at the top of every page: that its data is stale, and a link to the primary for what only the
// primary can do. Loaded on replicas only.
import replica from 'messages:en/replica'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { configQuery, loadConfig } from '../../api/config'
import { Problem } from '../../api/problem'
import { Notice } from '../../components/feedback/Notice'
import { useLocale, useText } from '../../i18n/useText'
import { ageInWords, timeInWords } from '../../lib/dates/dates'
import styles from './Replica.module.css'

const POLL_INTERVAL_MS = 60_000

/** Polls the age of the data once a minute. Returns the configuration and the current time. */
function useFreshConfig() {
  const client = useQueryClient()
  const [now, setNow] = useState(Date.now)
  // External system: the clock and the server.
  useEffect(() => {
    const ask = async () => {
      if (document.hidden) return
      const config = await loadConfig()
      if (config?.replica) client.setQueryData(configQuery.queryKey, config)
      // This URL is now served by a server that is not a replica.
      else if (config) void client.invalidateQueries(configQuery)
      setNow(Date.now())
    }
    const timer = setInterval(() => void ask(), POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [client])
  return { ...useQuery({ ...configQuery, enabled: false }), now }
}

const refused = (error: unknown) => error instanceof Problem && error.primary !== undefined

/** Whether a call was refused before this script was loaded: the first refusal is the reason for loading it. */
const isRefused = (client: QueryClient) =>
  client
    .getQueryCache()
    .getAll()
    .some((query) => query.isActive() && refused(query.state.error)) ||
  client
    .getMutationCache()
    .getAll()
    .some(({ state }) => refused(state.error))

/** Returns whether a call from the page at this path was refused because this is a replica, and a function that resets it. */
function useRefusal(path: string): [boolean, () => void] {
  const client = useQueryClient()
  const [refusedAt, setRefusedAt] = useState(() => (isRefused(client) ? path : null))
  // External system: calls that fail.
  useEffect(() => {
    const check = (error: unknown) => {
      if (refused(error)) setRefusedAt(path)
    }
    const unsubscribers = [
      client.getQueryCache().subscribe(({ type, query }) => {
        if (type === 'updated') check(query.state.error)
      }),
      client.getMutationCache().subscribe(({ type, mutation }) => {
        if (type === 'updated') check(mutation.state.error)
      }),
    ]
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe()
    }
  }, [client, path])
  return [refusedAt === path, () => setRefusedAt(null)]
}

export default function Replica() {
  const location = useLocation()
  const t = useText(replica)
  const locale = useLocale()
  const { data: config, dataUpdatedAt, now } = useFreshConfig()
  const [isRefusal, resetRefusal] = useRefusal(location.pathname)
  if (!config?.replica || !(config.replica.stale || isRefusal)) return null
  const { primaryUrl, ageSeconds, stale } = config.replica
  const from = dataUpdatedAt - ageSeconds * 1_000
  // The same page on the primary.
  const there = new URL(location.pathname + location.search + location.hash, primaryUrl).href
  const primary = (content: React.ReactNode) => <a href={there}>{content}</a>
  return (
    <section aria-label={t('about')} className={styles.place}>
      {isRefusal && (
        <Notice kind="info" title={t('readOnly')} onDismiss={resetRefusal}>
          {t.rich('onPrimary', { primary })}
        </Notice>
      )}
      {stale && (
        // Not a live region, because it changes every minute.
        <p className={styles.stale}>
          {t('stale', {
            time: timeInWords(new Date(from), new Date(now), locale),
            ago: ageInWords(now - from, locale),
          })}
        </p>
      )}
    </section>
  )
}
