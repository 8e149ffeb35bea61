// The route of jobs: the list of jobs, or the bulk edit.
import { useParams } from 'react-router-dom'
import { lazyPart } from '../../lib/page/lazyPart'
import JobsPage from './JobsPage'

const ChangePage = lazyPart(() => import('./ChangePage'))

export default function Jobs() {
  return useParams().page === 'change' ? <ChangePage /> : <JobsPage />
}
