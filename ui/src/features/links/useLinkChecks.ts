// Checks that were asked for on this screen: each is followed until it is done, and its row shows what came of it.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { checkLink, type LinkEntry, linksKey, linksOf } from '../../api/links'
import { asProblem } from '../../api/problem'
import { announce } from '../../components/StatusLine'
import { stateWords } from './linkWords'

/** What became of a check. */
export type LinkCheck = { is: 'checking' } | { is: 'done'; entry: LinkEntry } | { is: 'failed'; message: string }

/** By this a row finds its check; two languages may share an address. */
export const keyOf = ({ citation, lang, url }: LinkEntry) => JSON.stringify([citation, lang, url])

/** Between two looks, in ms; it grows, for a check waits for others of its host. */
const firstPause = 500
const longestPause = 5_000

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Waits until the check of a link is done; null when nobody waits any more or the link is gone from the citation. */
async function outcomeOf(entry: LinkEntry, signal: AbortSignal): Promise<LinkEntry | null> {
  for (let ms = firstPause; ; ms = Math.min(ms * 1.5, longestPause)) {
    await pause(ms, signal)
    if (signal.aborted) return null
    const now = (await linksOf(entry.citation, signal)).find((one) => keyOf(one) === keyOf(entry))
    if (!now?.waiting) return now ?? null
  }
}

export function useLinkChecks() {
  const client = useQueryClient()
  const [checks, setChecks] = useState<ReadonlyMap<string, LinkCheck>>(new Map())
  const unmounted = useRef<AbortController>(null)
  // The outside world: nobody looks at the outcome any more.
  useEffect(() => {
    const controller = new AbortController()
    unmounted.current = controller
    return () => controller.abort()
  }, [])

  const check = async (entry: LinkEntry) => {
    const signal = unmounted.current?.signal
    if (!signal) return
    const note = (one: LinkCheck) => setChecks((before) => new Map(before).set(keyOf(entry), one))
    note({ is: 'checking' })
    try {
      await checkLink(entry)
      const done = await outcomeOf(entry, signal)
      if (signal.aborted) return
      if (done === null) {
        note({ is: 'failed', message: 'The citation does not have this address any more.' })
        return
      }
      note({ is: 'done', entry: done })
      announce(`${entry.title}, ${entry.lang}: ${stateWords[done.result]}.`)
      void client.invalidateQueries({ queryKey: [...linksKey, 'counts'] })
    } catch (error) {
      if (!signal.aborted) note({ is: 'failed', message: `Not checked. ${asProblem(error).text}` })
    }
  }
  return { checks, check: (entry: LinkEntry) => void check(entry), clear: () => setChecks(new Map()) }
}
