// What a replica says of itself at the top of every page: that its copy of the catalogue is old, and where to do what only the
// primary can. Loaded on replicas alone.
import replica from 'messages:en/replica'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { call } from '../api/client'
import { type Config, configQuery } from '../api/config'
import { Problem } from '../api/problem'
import { Notice } from '../components/Notice'
import { useLocale, useText } from '../i18n/useText'
import { ageInWords, timeInWords } from '../lib/age'
import styles from './Replica.module.css'

const askEveryMs = 60_000

/** Asks once a minute how old the copy is, and gives the time; a replica that does not answer is asked again a minute later. */
function useFreshConfig() {
  const client = useQueryClient()
  const [now, setNow] = useState(Date.now)
  // The outside world: time passes, and the server's copy changes.
  useEffect(() => {
    const ask = async () => {
      if (document.hidden) return
      const config = await call<Config>('/config').catch(() => null)
      if (config?.replica) client.setQueryData(configQuery.queryKey, config)
      // Another server answers at this address now.
      else if (config) void client.invalidateQueries(configQuery)
      setNow(Date.now())
    }
    const timer = setInterval(() => void ask(), askEveryMs)
    return () => clearInterval(timer)
  }, [client])
  return { ...useQuery({ ...configQuery, enabled: false }), now }
}

const refused = (error: unknown) => error instanceof Problem && error.primary !== undefined

/** Whether a call was refused before this part was loaded: that is what it is loaded for, when a replica answers for its primary. */
const isRefused = (client: QueryClient) =>
  client
    .getQueryCache()
    .getAll()
    .some((query) => query.isActive() && refused(query.state.error)) ||
  client
    .getMutationCache()
    .getAll()
    .some(({ state }) => refused(state.error))

/** Whether a call from the page at this path was refused because this is a replica, and how to forget it. */
function useRefusal(path: string): [boolean, () => void] {
  const client = useQueryClient()
  const [refusedAt, setRefusedAt] = useState(() => (isRefused(client) ? path : null))
  // The outside world: calls that fail.
  useEffect(() => {
    const note = (error: unknown) => {
      if (refused(error)) setRefusedAt(path)
    }
    const ends = [
      client.getQueryCache().subscribe(({ type, query }) => {
        if (type === 'updated') note(query.state.error)
      }),
      client.getMutationCache().subscribe(({ type, mutation }) => {
        if (type === 'updated') note(mutation.state.error)
      }),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [client, path])
  return [refusedAt === path, () => setRefusedAt(null)]
}

export default function Replica() {
  const location = useLocation()
  const t = useText(replica)
  const locale = useLocale()
  const { data: config, dataUpdatedAt, now } = useFreshConfig()
  const [isRefusal, forget] = useRefusal(location.pathname)
  if (!config?.replica || !(config.replica.stale || isRefusal)) return null
  const { primaryUrl, ageSeconds, stale } = config.replica
  const from = dataUpdatedAt - ageSeconds * 1_000
  // Where the same page is on the primary.
  const there = new URL(location.pathname + location.search + location.hash, primaryUrl).href
  const primary = (content: React.ReactNode) => <a href={there}>{content}</a>
  return (
    <section aria-label={t('about')} className={styles.place}>
      {isRefusal && (
        <Notice kind="info" title={t('readOnly')} onDismiss={forget}>
          {t.rich('onPrimary', { primary })}
        </Notice>
      )}
      {stale && (
        // No live region: it changes every minute.
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
