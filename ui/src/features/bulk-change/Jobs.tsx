// The route of jobs: the list of jobs, or the bulk edit.
import { lazy } from 'react'
import { useParams } from 'react-router-dom'
import JobsPage from './JobsPage'

const ChangePage = lazy(() => import('./ChangePage'))

export default function Jobs() {
  return useParams().page === 'change' ? <ChangePage /> : <JobsPage />
}
