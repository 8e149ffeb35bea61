// A citation: loading, moved to another address, missing, failed, or shown.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { citationQuery } from '../../api/citations'
import { asProblem, Problem } from '../../api/problem'
import { Button } from '../../components/Button'
import { Notice } from '../../components/Notice'
import { expectHeading, PageHeading } from '../../components/PageHeading'
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
      : (answer?.citation.title ?? (missing ? 'No citation found' : 'Material could not be loaded'))
  useTitle(title, query.isPending || answer === undefined || Boolean(movedTo))
  // The outside world: what a screen reader announces.
  useEffect(() => announce(query.isPending ? 'Loading...' : ''), [query.isPending])

  if (query.isPending || movedTo) return <CitationSkeleton heading={title} />
  if (answer) return <CitationView citation={answer.citation} />
  if (missing) {
    return (
      <div className={styles.missing}>
        <PageHeading>No citation found.</PageHeading>
        <p>The link may be old, or mistyped.</p>
        <p>
          <Link to="/">Search for it by its title or item number.</Link>
        </p>
      </div>
    )
  }
  const isOffline = asProblem(query.error).status === 0
  return (
    <div className={styles.missing}>
      <PageHeading>This material could not be loaded.</PageHeading>
      <Notice
        kind="error"
        title={isOffline ? 'The server could not be reached.' : 'The server could not answer.'}
        actions={
          <Button
            variant="primary"
            onClick={() => {
              expectHeading()
              void query.refetch()
            }}
          >
            Try again
          </Button>
        }
      >
        {isOffline ? 'Check your connection, then try again.' : 'Try again in a moment.'}
      </Notice>
      <p>
        <Link to="/">Search for another material.</Link>
      </p>
    </div>
  )
}
