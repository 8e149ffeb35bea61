// The first screen: loaded while the server-rendered page is still shown, then put in its place in one step, so that no loading
// state is painted in between.

import { type ReactNode, useInsertionEffect, useLayoutEffect, useRef } from 'react'
import { matchRoutes } from 'react-router-dom'
import { configQuery } from '../api/config'
import { languagesQuery } from '../api/languages'
import { dropPageResponses } from '../api/pageData'
import type { LoadFirstView } from '../lib/page/firstView'
import { replacePage } from '../lib/page/takeover'
import { currentNavigation } from '../lib/pageHistory'
import { queryClient as client } from './queryClient'
import { routes } from './routes'

/** After this time the screen is rendered with the data so far; it shows what is loading or has failed. */
const LIMIT_MS = 3_000

/** Resolves when the first screen can be rendered completely; at once for screens that the server does not render. */
export async function loadFirstScreen(): Promise<void> {
  const { location } = currentNavigation()
  const match = matchRoutes(routes, location)?.at(-1)
  const load = match?.route.handle as LoadFirstView | undefined
  if (!load) return
  const parts = [
    client.prefetchQuery(configQuery),
    client.prefetchQuery(languagesQuery),
    load({ client, location, id: match?.params.id ?? '' }),
  ]
  await Promise.race([Promise.allSettled(parts), new Promise((resolve) => setTimeout(resolve, LIMIT_MS))])
}

interface Props {
  /** The server-rendered page. */
  page: HTMLElement
  /** The element with the screens, which is not in the document yet. */
  screens: HTMLElement
  children: ReactNode
}

/** Replaces the server-rendered page by the complete screens. */
export function TakeOver({ page, screens, children }: Props) {
  const resume = useRef(() => {})
  // External system: the document. Before any layout effect, so that these find their elements in the document.
  useInsertionEffect(() => {
    if (page.isConnected) resume.current = replacePage(page, screens)
  }, [page, screens])
  // External system: the browser's focus, and a click that was recorded.
  useLayoutEffect(() => {
    resume.current()
    resume.current = () => {}
  }, [])
  // External system: the embedded responses, which later screens must not use as current data.
  useLayoutEffect(() => {
    const timer = setTimeout(dropPageResponses)
    return () => clearTimeout(timer)
  }, [])
  return children
}
