// The route of a citation: the current citation, or with `asOf` the record of a day, for signed-in people.
import { useSearchParams } from 'react-router-dom'
import { citationQuery } from '../api/catalogue/citations'
import CitationPage from '../features/citation/view/CitationPage'
import type { LoadFirstView } from '../lib/page/firstView'
import { lazyPart } from '../lib/page/lazyPart'

const protectedRoutes = () => import('./ProtectedRoutes')
const RequireSignIn = lazyPart(async () => ({ default: (await protectedRoutes()).RequireSignIn }))
const StaffScreens = lazyPart(async () => ({ default: (await protectedRoutes()).StaffScreens }))
const RecordPage = lazyPart(() => import('../features/citation/record/RecordPage'))

/** Loads the citation, and the one that replaces it. */
export const loadFirstView: LoadFirstView = async ({ client, location, id }) => {
  if (new URLSearchParams(location.search).has('asOf')) return
  const { citation } = await client.fetchQuery(citationQuery(id))
  const { obsolete, replacedBy } = citation
  if (obsolete && replacedBy) await client.prefetchQuery(citationQuery(replacedBy))
}

export default function CitationRoute() {
  const day = useSearchParams()[0].get('asOf')
  if (day === null) return <CitationPage />
  return (
    <RequireSignIn>
      <StaffScreens>
        <RecordPage day={day} />
      </StaffScreens>
    </RequireSignIn>
  )
}
