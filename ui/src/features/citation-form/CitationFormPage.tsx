// The screen that adds or edits a citation: loads it, then hands it to the form.
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { citationQuery } from '../../api/citations'
import { asProblem, Problem } from '../../api/problem'
import { Button } from '../../components/Button'
import { Notice } from '../../components/Notice'
import { PageHeading } from '../../components/PageHeading'
import { useTitle } from '../../lib/useTitle'
import { CitationForm } from './CitationForm'

export default function CitationFormPage() {
  const { id } = useParams()
  return id === undefined ? <CitationForm key="new" /> : <Edit key={id} id={id} />
}

function Edit({ id }: { id: string }) {
  const query = useQuery({ ...citationQuery(id), staleTime: 0, refetchOnWindowFocus: false, gcTime: 0 })
  const missing = query.error instanceof Problem && query.error.status === 404
  useTitle(query.isPending ? 'Loading...' : (query.data?.citation.title ?? 'No citation found'), !query.data)
  if (query.data) {
    return <CitationForm original={query.data.citation} etag={query.data.etag} reload={() => query.refetch()} />
  }
  if (query.isPending) return <p role="status">Loading...</p>
  if (missing) return <PageHeading>No citation found.</PageHeading>
  return (
    <Notice
      kind="error"
      title="The citation could not be loaded."
      actions={<Button onClick={() => query.refetch()}>Try again</Button>}
    >
      {asProblem(query.error).detail}
    </Notice>
  )
}
