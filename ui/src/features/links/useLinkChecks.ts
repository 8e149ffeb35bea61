// The checks started on this screen: each is polled until it is complete, and its row shows the result.
import t from 'messages:staff/links'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { checkLink, citationLinks, type LinkEntry, linkCountsKey } from '../../api/maintenance/links'
import { asProblem } from '../../api/problem'
import { announce } from '../../components/feedback/StatusLine'
import { stateWords } from './linkWords'

/** The state of a check. */
export type LinkCheck = { is: 'checking' } | { is: 'done'; entry: LinkEntry } | { is: 'failed'; message: string }

/** Identifies the check of a row; two languages may share a URL. */
export const linkKey = ({ citation, lang, url }: LinkEntry) => JSON.stringify([citation, lang, url])

/** The poll interval grows, because a check waits for others on the same host. */
const MIN_POLL_INTERVAL_MS = 500
const MAX_POLL_INTERVAL_MS = 5_000

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Waits until the check of a link is complete; null if it was aborted or the citation no longer has the URL. */
async function waitForOutcome(entry: LinkEntry, signal: AbortSignal): Promise<LinkEntry | null> {
  for (let ms = MIN_POLL_INTERVAL_MS; ; ms = Math.min(ms * 1.5, MAX_POLL_INTERVAL_MS)) {
    await pause(ms, signal)
    if (signal.aborted) return null
    const now = (await citationLinks(entry.citation, signal)).find((one) => linkKey(one) === linkKey(entry))
    if (!now?.waiting) return now ?? null
  }
}

export function useLinkChecks() {
  const client = useQueryClient()
  const [checks, setChecks] = useState<ReadonlyMap<string, LinkCheck>>(new Map())
  const unmounted = useRef<AbortController>(null)
  // External system: the server, which is no longer polled after unmounting.
  useEffect(() => {
    const controller = new AbortController()
    unmounted.current = controller
    return () => controller.abort()
  }, [])

  const check = async (entry: LinkEntry) => {
    const signal = unmounted.current?.signal
    if (!signal) return
    const set = (next: LinkCheck) => setChecks((before) => new Map(before).set(linkKey(entry), next))
    set({ is: 'checking' })
    try {
      await checkLink(entry)
      const done = await waitForOutcome(entry, signal)
      if (signal.aborted) return
      if (done === null) {
        set({ is: 'failed', message: t('citationNoLongerUrl') })
        return
      }
      set({ is: 'done', entry: done })
      announce(`${entry.title}, ${entry.lang}: ${stateWords[done.result]}.`)
      void client.invalidateQueries({ queryKey: linkCountsKey })
    } catch (error) {
      if (!signal.aborted) set({ is: 'failed', message: t('notCheckedText', { text: asProblem(error).text }) })
    }
  }
  return { checks, check: (entry: LinkEntry) => void check(entry), clear: () => setChecks(new Map()) }
}
