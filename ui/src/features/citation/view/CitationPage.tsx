// The page of a citation: loading, redirected, not found, failed, or shown.
import messages from 'messages:en/citation'
import parts from 'messages:en/parts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, NavigationType, useLocation, useNavigate, useNavigationType, useParams } from 'react-router-dom'
import { citationPageQuery, citationQuery, countView } from '../../../api/catalogue/citations'
import { asProblem, Problem } from '../../../api/problem'
import { useCopiedAddress } from '../../../api/useCopiedAddress'
import { Button } from '../../../components/buttons/Button'
import { Notice, useAnnounced } from '../../../components/feedback/Notice'
import { focusNextHeading, PageHeading, useTitle } from '../../../components/page/PageHeading'
import { useText } from '../../../i18n/useText'
import { citationPath, patterns } from '../../../paths'
import { usePageTitle } from '../languages/pageLanguage'
import styles from './CitationPage.module.css'
import { CitationSkeleton, CitationView } from './CitationView'

/** Until a citation is loaded. */
const untitled = { title: '', languages: [] }

export default function CitationPage() {
  const { id = '' } = useParams()
  const t = useText(messages)
  const common = useText(parts)
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const query = useQuery(citationPageQuery(id))
  const answer = query.data
  const movedTo = answer?.movedTo
  useCountedView(id)
  const missing = query.error instanceof Problem && query.error.status === 404
  useCopiedAddress(missing)

  // External system: the URL. The citation at the new URL is already loaded.
  useEffect(() => {
    if (!movedTo) return
    queryClient.setQueryData(citationQuery(movedTo).queryKey, answer && { ...answer, movedTo: null })
    navigate(citationPath(movedTo), { replace: true })
  }, [movedTo, answer, navigate, queryClient])

  const shown = usePageTitle(answer?.citation ?? untitled)
  const title = query.isPending
    ? t('loadingTitle')
    : movedTo
      ? t('redirectingTitle')
      : answer
        ? shown.text
        : t(missing ? 'missingTitle' : 'failedTitle')
  useTitle(title, query.isPending || answer === undefined || Boolean(movedTo))
  useAnnounced(query.isPending ? common('loading') : '')

  if (query.isPending || movedTo) return <CitationSkeleton heading={title} />
  if (answer) return <CitationView citation={answer.citation} />
  if (missing) {
    return (
      <div className={styles.missing}>
        <PageHeading>{t('missing')}</PageHeading>
        <p>{t('missingHint')}</p>
        <p>
          <Link to={patterns.home}>{t('searchInstead')}</Link>
        </p>
      </div>
    )
  }
  const isOffline = asProblem(query.error).status === 0
  return (
    <div className={styles.missing}>
      <PageHeading>{t('failed')}</PageHeading>
      <Notice
        kind="error"
        title={t(isOffline ? 'unreachable' : 'serverError')}
        actions={
          <Button
            variant="primary"
            onClick={() => {
              focusNextHeading()
              void query.refetch()
            }}
          >
            {common('tryAgain')}
          </Button>
        }
      >
        {t(isOffline ? 'checkConnection' : 'tryLater')}
      </Notice>
      <p>
        <Link to={patterns.home}>{t('searchOther')}</Link>
      </p>
    </div>
  )
}

/** Counts a navigation to a citation that was loaded before; the request of any other citation counts its view. */
export function useCountedView(id: string) {
  const client = useQueryClient()
  const { key } = useLocation()
  const isFollowed = useNavigationType() === NavigationType.Push
  // External system: the server. The key distinguishes one visit of a page from the next.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const cached = isFollowed && client.getQueryData(citationQuery(id).queryKey)
    if (cached) countView(id, cached.etag)
  }, [client, id, isFollowed, key])
}
