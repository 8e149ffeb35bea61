// Shown instead of results: nothing found, a page beyond the end, a failed call.
import parts from 'messages:en/parts'
import messages from 'messages:en/results'
import { useQuery } from '@tanstack/react-query'
import { obsoleteCountQuery } from '../../../api/catalogue/search'
import { asProblem, type Problem } from '../../../api/problem'
import { Button, LinkButton, Spinner } from '../../../components/buttons/Button'
import { Notice } from '../../../components/feedback/Notice'
import type { KeyOf } from '../../../i18n/section'
import { useText } from '../../../i18n/useText'
import { lazyPart, PartBoundary } from '../../../lib/page/lazyPart'
import type { Search } from '../searchAddress'
import styles from './ResultStates.module.css'

/** Links to browse the catalogue. */
export const BrowseHelp = lazyPart(() => import('../home/BrowseHelp'))

interface EmptyProps {
  search: Search
  /** The preferred language. */
  lang: string | null
  /** Whether the help contact is above already. */
  hasHelp: boolean
  /** Called with the changes for the next search. */
  onChange: (next: Partial<Search>) => void
}

/** Suggests what to do next: with filters, first to remove them. Below are links to browse the catalogue. */
export function ResultsEmpty({ search, lang, hasHelp, onChange }: EmptyProps) {
  const t = useText(messages)
  const count = useQuery({ ...obsoleteCountQuery({ ...search, lang }), enabled: !search.obsolete }).data ?? 0
  return (
    <>
      <div className={styles.empty}>
        <p>{t('moreGeneral')}</p>
        {search.filters.length > 0 && <Button onClick={() => onChange({ filters: [] })}>{t('withoutFilters')}</Button>}
        {!search.obsolete && count > 0 && (
          <Button onClick={() => onChange({ obsolete: true })}>{t('withObsoleteFound', { count })}</Button>
        )}
      </div>
      <PartBoundary>
        <BrowseHelp q={search.q} hasHelp={hasHelp} />
      </PartBoundary>
    </>
  )
}

/** Shown while the server builds its first search index; the search is retried automatically. */
export function ResultsPreparing() {
  return (
    <div className={styles.empty}>
      <Spinner />
    </div>
  )
}

interface BeyondProps {
  pageUrl: (page: number) => string
  /** The last page. */
  last: number
  linkState: unknown
  onLeave: () => void
}

/** A page after the last one, for instance of an old link. */
export function ResultsBeyondEnd({ pageUrl, last, linkState, onLeave }: BeyondProps) {
  const t = useText(messages)
  return (
    <div className={styles.empty}>
      <p>{t('beyond')}</p>
      <LinkButton variant="primary" to={pageUrl(1)} state={linkState} onClick={onLeave}>
        {t('firstPage')}
      </LinkButton>
      {last > 1 && (
        <LinkButton to={pageUrl(last)} state={linkState} onClick={onLeave}>
          {t('lastPage', { page: last })}
        </LinkButton>
      )}
    </div>
  )
}

interface FailureProps {
  error: Error
  search: Search
  onRetry: () => void
  onWithoutFilters: () => void
}

export function ResultFailure({ error, search, onRetry, onWithoutFilters }: FailureProps) {
  const t = useText(messages)
  const tryAgain = useText(parts)('tryAgain')
  const { title, detail, preserved, action } = searchFailure(asProblem(error), search)
  return (
    <Notice
      kind="error"
      title={t(title)}
      actions={
        action === 'again' ? (
          <Button variant="primary" onClick={onRetry}>
            {tryAgain}
          </Button>
        ) : (
          <Button variant="primary" onClick={onWithoutFilters}>
            {t('withoutFilters')}
          </Button>
        )
      }
    >
      {preserved ? `${t(detail)} ${t(preserved)}` : t(detail)}
    </Notice>
  )
}

type Key = KeyOf<typeof messages>

interface SearchFailure {
  title: Key & ('unreachable' | 'oldFilter' | 'tooMany' | 'serverError')
  detail: Key & ('checkConnection' | 'oldFilterHint' | 'waitMoment' | 'tryLater')
  /** What was preserved. */
  preserved?: Key & ('searchUnchanged' | 'filtersUnchanged')
  action: 'again' | 'without filters'
}

/** The keys of the texts. */
export function searchFailure({ status }: Problem, { filters }: Pick<Search, 'filters'>): SearchFailure {
  const preserved = filters.length > 0 ? 'filtersUnchanged' : 'searchUnchanged'
  if (status === 0) return { title: 'unreachable', detail: 'checkConnection', preserved, action: 'again' }
  if (status === 400 && filters.length > 0) {
    return { title: 'oldFilter', detail: 'oldFilterHint', action: 'without filters' }
  }
  if (status === 429) return { title: 'tooMany', detail: 'waitMoment', preserved, action: 'again' }
  return { title: 'serverError', detail: 'tryLater', preserved, action: 'again' }
}
