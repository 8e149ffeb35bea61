// The jobs, or the change of what is selected, as the address says.
import { lazy } from 'react'
import { useParams } from 'react-router-dom'
import JobsPage from './JobsPage'

const ChangePage = lazy(() => import('./ChangePage'))

export default function Jobs() {
  return useParams().page === 'change' ? <ChangePage /> : <JobsPage />
}
