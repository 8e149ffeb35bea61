// The page that adds or edits a citation: loads it and passes it to the form.
import messages from 'messages:staff/citationForm'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { citationQuery } from '../../api/catalogue/citations'
import { asProblem, type Problem } from '../../api/problem'
import { LoadingFailure } from '../../components/feedback/LoadingFailure'
import { PageHeading } from '../../components/page/PageHeading'
import { staffText } from '../../i18n/staffText'
import { useTitle } from '../../lib/useTitle'
import { CitationForm } from './CitationForm'
import styles from './CitationForm.module.css'

const t = staffText(messages)

export default function CitationFormPage() {
  const { id } = useParams()
  return id === undefined ? <CitationForm key="new" /> : <Edit key={id} id={id} />
}

function Edit({ id }: { id: string }) {
  // Only the person's own decision may replace the citation that is being edited.
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...citationQuery(id),
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
  })
  // Not what another page has loaded: the newest version would replace the form while the person is typing.
  if (data && isFetchedAfterMount) return <CitationForm key={data.etag} loaded={data} reload={() => refetch()} />
  return error ? <Failure problem={asProblem(error)} onRetry={() => void refetch()} /> : <Loading />
}

function Loading() {
  useTitle(t('loading'), true)
  return (
    <div role="status">
      <h1 className={styles.note}>{t('loading')}</h1>
    </div>
  )
}

function Missing() {
  useTitle(t('noCitationFound'), true)
  return <PageHeading>{t('noCitationFoundHeading')}</PageHeading>
}

function Failure({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  if (problem.status === 404) return <Missing />
  return <LoadingFailure heading={t('citationNotLoaded')} problem={problem} onRetry={onRetry} />
}
