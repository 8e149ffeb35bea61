// Loads the first screen while the server-rendered page is still shown, so that no loading state appears in between.
import { matchRoutes } from 'react-router-dom'
import { configQuery } from '../../api/config'
import { languagesQuery } from '../../api/languages'
import type { LoadFirstView } from '../../lib/page/firstView'
import { currentNavigation } from '../../lib/pageHistory'
import { queryClient as client } from '../queryClient'
import { routes } from '../routes'

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
