// A citation's address: the citation as it is, or with `asOf` as it stood on a day, which the signed-in see.
import { lazy } from 'react'
import { useSearchParams } from 'react-router-dom'
import CitationPage from '../features/citation/CitationPage'

const guards = () => import('./guards')
const RequireSignIn = lazy(() => guards().then(({ RequireSignIn }) => ({ default: RequireSignIn })))
const StaffScreens = lazy(() => guards().then(({ StaffScreens }) => ({ default: StaffScreens })))
const RecordPage = lazy(() => import('../features/citation/RecordPage'))

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
