// A citation: loading, moved to another address, not there, failed, or shown.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { citationQuery } from '../../api/citations'
import { asProblem, Problem } from '../../api/problem'
import { Button } from '../../components/Button'
import { Notice } from '../../components/Notice'
import { PageHeading } from '../../components/PageHeading'
import { announce } from '../../components/StatusLine'
import { useTitle } from '../../lib/useTitle'
import { citationPath } from '../../paths'
import styles from './CitationPage.module.css'
import { CitationSkeleton } from './CitationSkeleton'
import { CitationView } from './CitationView'

export default function CitationPage() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const query = useQuery(citationQuery(id))
  const answer = query.data
  const movedTo = answer?.movedTo
  const missing = query.error instanceof Problem && query.error.status === 404

  // The outside world: the address. What the new address holds is known already.
  useEffect(() => {
    if (!movedTo) return
    queryClient.setQueryData(citationQuery(movedTo).queryKey, answer && { ...answer, movedTo: null })
    navigate(citationPath(movedTo), { replace: true })
  }, [movedTo, answer, navigate, queryClient])

  const title = query.isPending
    ? 'Loading Citation...'
    : movedTo
      ? 'Redirecting...'
      : (answer?.citation.title ?? 'No citation found')
  useTitle(title, query.isPending || answer === undefined || Boolean(movedTo))
  // The outside world: what a screen reader says.
  useEffect(() => announce(query.isPending ? 'Loading...' : ''), [query.isPending])

  if (query.isPending || movedTo) return <CitationSkeleton />
  if (answer) return <CitationView citation={answer.citation} />
  if (missing) {
    return (
      <div className={styles.missing}>
        <PageHeading>No citation found.</PageHeading>
        <p>The address may be old, or the material was never here.</p>
        <p>
          <Link to="/">Search for it by its title or item number.</Link>
        </p>
      </div>
    )
  }
  const { title: what, detail } = asProblem(query.error)
  return (
    <div className={styles.missing}>
      <PageHeading>No citation found.</PageHeading>
      <Notice
        kind="error"
        title={`${what}.`}
        actions={
          <Button variant="primary" onClick={() => query.refetch()}>
            Try again
          </Button>
        }
      >
        {detail}
      </Notice>
    </div>
  )
}
