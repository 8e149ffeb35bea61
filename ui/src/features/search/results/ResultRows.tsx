// The rows of results, or what is shown instead: skeletons, an error, nothing found, a page beyond the end.
import { useLanguageOfTag } from '../../../session/preferredLanguage'
import type { Search } from '../searchAddress'
import { resultCheckbox } from '../selection/LazyResultSelection'
import { useSearchTag } from '../useSearchTag'
import { ResultList } from './ResultList'
import { ResultSkeletons } from './ResultSkeletons'
import { ResultFailure, ResultsBeyondEnd, ResultsEmpty, ResultsPreparing } from './ResultStates'
import type { SearchAnswerState } from './useSearchAnswer'

interface Props {
  search: Search
  noBoost: boolean
  state: SearchAnswerState
  maySelect: boolean
  pageUrl: (page: number) => string
  /** Moves the focus to the result header. */
  onLeave: () => void
  /** Changes the search by a control that is removed by the change. */
  onChange: (next: Partial<Search>) => void
}

export function ResultRows({ search, noBoost, state, maySelect, pageUrl, onLeave, onChange }: Props) {
  const lang = useSearchTag(search)
  const preferred = useLanguageOfTag(lang)
  const { query, answer, found, pages, loading, failed, preparing } = state
  if (preparing) return <ResultsPreparing />
  if (loading) return <ResultSkeletons />
  if (failed && query.error) {
    return (
      <ResultFailure
        error={query.error}
        search={search}
        onRetry={() => {
          onLeave()
          void query.refetch()
        }}
        onWithoutFilters={() => onChange({ filters: [] })}
      />
    )
  }
  if (answer === undefined) return null
  const hasHelp = Boolean(answer.hits.intent)
  if (found === 0) return <ResultsEmpty search={search} lang={lang} hasHelp={hasHelp} onChange={onChange} />
  if (answer.hits.hit.length === 0) {
    return <ResultsBeyondEnd pageUrl={pageUrl} last={pages} linkState={{ noBoost }} onLeave={onLeave} />
  }
  return (
    <ResultList
      hits={answer.hits.hit}
      q={search.q}
      preferred={preferred}
      stale={query.isPlaceholderData}
      before={maySelect ? resultCheckbox : undefined}
    />
  )
}
