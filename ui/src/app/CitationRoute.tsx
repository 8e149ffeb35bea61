// The route of a citation: the current citation, or with `asOf` the record of a day, for signed-in people.
import { lazy } from 'react'
import { useSearchParams } from 'react-router-dom'
import CitationPage from '../features/citation/view/CitationPage'

const protectedRoutes = () => import('./protectedRoutes')
const RequireSignIn = lazy(() => protectedRoutes().then(({ RequireSignIn }) => ({ default: RequireSignIn })))
const StaffScreens = lazy(() => protectedRoutes().then(({ StaffScreens }) => ({ default: StaffScreens })))
const RecordPage = lazy(() => import('../features/citation/record/RecordPage'))

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
