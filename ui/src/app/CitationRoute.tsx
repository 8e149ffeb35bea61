// A citation's address: the citation as it is, or with `asOf` as it stood on a day, which the signed-in see.
import { lazy } from 'react'
import { useSearchParams } from 'react-router-dom'
import CitationPage from '../features/citation/CitationPage'
import { RequireSignIn } from './RequireSignIn'
import { StaffScreens } from './StaffScreens'

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
