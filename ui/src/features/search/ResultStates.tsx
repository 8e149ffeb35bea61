// What stands in the place of results: nothing found, a page beyond the end, a failed call.
import parts from 'messages:en/parts'
import messages from 'messages:en/results'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { asProblem } from '../../api/problem'
import { obsoleteCountQuery } from '../../api/search'
import { Button, LinkButton } from '../../components/Button'
import { Notice } from '../../components/Notice'
import { Spinner } from '../../components/Spinner'
import { useText } from '../../i18n/useText'
import styles from './ResultStates.module.css'
import type { Search } from './searchAddress'
import { searchFailure } from './searchFailure'

const WaysOn = lazy(() => import('./WaysOn'))

interface EmptyProps {
  search: Search
  /** The preferred language. */
  lang: string | null
  /** Called with what the next search has instead. */
  onChange: (next: Partial<Search>) => void
}

/** Says what to do next; with filters chosen, the first thing is to take them away. Below, other ways into the catalogue. */
export function ResultsEmpty({ search, lang, onChange }: EmptyProps) {
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
      <Suspense fallback={null}>
        <WaysOn />
      </Suspense>
    </>
  )
}

/** While the server builds its first search index; the search is repeated by itself. */
export function ResultsPreparing() {
  return (
    <div className={styles.empty}>
      <Spinner />
    </div>
  )
}

interface BeyondProps {
  hrefOf: (page: number) => string
  /** The last page there is. */
  last: number
  linkState: unknown
  onLeave: () => void
}

/** A page after the last one, such as an old link leads to. */
export function ResultsBeyondEnd({ hrefOf, last, linkState, onLeave }: BeyondProps) {
  const t = useText(messages)
  return (
    <div className={styles.empty}>
      <p>{t('beyond')}</p>
      <LinkButton variant="primary" to={hrefOf(1)} state={linkState} onClick={onLeave}>
        {t('firstPage')}
      </LinkButton>
      {last > 1 && (
        <LinkButton to={hrefOf(last)} state={linkState} onClick={onLeave}>
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
  const { title, detail, kept, step } = searchFailure(asProblem(error), search)
  return (
    <Notice
      kind="error"
      title={t(title)}
      actions={
        step === 'again' ? (
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
      {kept ? `${t(detail)} ${t(kept)}` : t(detail)}
    </Notice>
  )
}
