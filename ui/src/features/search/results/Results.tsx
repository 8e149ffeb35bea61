// The results of a search: filters, chips, header, rows and pagination, and the loading, empty and failed states.

import crisis from 'messages:en/crisis'
import parts from 'messages:en/parts'
import messages from 'messages:en/results'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { pendingUpdates, useJobs } from '../../../api/catalogue/jobs'
import { type Filter, pageSize, searchQuery } from '../../../api/catalogue/search'
import { useConfig } from '../../../api/config'
import { useLanguages } from '../../../api/languages'
import { isPreparing } from '../../../api/problem'
import { useUser } from '../../../api/user'
import { Button } from '../../../components/buttons/Button'
import { announce } from '../../../components/feedback/StatusLine'
import { Pagination } from '../../../components/list/Pagination'
import { pageWindow } from '../../../components/list/pageWindow'
import { useText } from '../../../i18n/useText'
import { useDelayed } from '../../../lib/useDelayed'
import { useMediaQuery, wideScreen } from '../../../lib/useMediaQuery'
import { useLanguageName } from '../../../session/language/LanguageName'
import { LanguageOffer } from '../../../session/language/LanguageOffer'
import { usePreferredLanguage, usePreferredTag } from '../../../session/language/preferredLanguage'
import { PacketLinks } from '../../../session/packets/PacketLinks'
import { useRecentSearch } from '../box/useRecentSearch'
import { FilterChips } from '../filters/FilterChips'
import { FilterPanel } from '../filters/FilterPanel'
import { shownName } from '../filters/facetGroups'
import { ResponsiveFilters } from '../filters/ResponsiveFilters'
import type { FilterSheetControl } from '../filters/useFilterSheet'
import { lastPage, type Search, searchPath, toggledFilter } from '../searchAddress'
import { resultCheckbox, SelectButton, SelectDock, SelectTools } from '../selection/LazyResultSelection'
import { CrisisNotice, crisisAnnouncement } from './CrisisNotice'
import { ResultList } from './ResultList'
import { ResultSkeletons } from './ResultSkeletons'
import { ResultFailure, ResultsBeyondEnd, ResultsEmpty, ResultsPreparing } from './ResultStates'
import styles from './Results.module.css'
import { resultHeader, understoodNote } from './resultHeader'

/** Loaded only for signed-in people. */
const ExportButton = lazy(() => import('./ExportButton'))

const BrowseHelp = lazy(() => import('../home/BrowseHelp'))

/** The previous results stay dimmed for this time before skeletons replace them. */
const SKELETON_DELAY_MS = 250

interface Props {
  search: Search
  noBoost: boolean
  sheet: FilterSheetControl
  onChange: (next: Search) => void
}

export default function Results({ search, noBoost, sheet, onChange }: Props) {
  const wide = useMediaQuery(wideScreen)
  const t = useText(messages)
  const part = useText(parts)
  const crisisText = useText(crisis)
  const header = useRef<HTMLParagraphElement>(null)
  const signedIn = useConfig()?.signIn.signedIn ?? false
  const maySelect = useUser().may('manageCatalogue')
  const pending = pendingUpdates(useJobs())
  const preferred = usePreferredLanguage()
  const lang = usePreferredTag()
  const nameOfLanguage = useLanguageName()
  const { byValue } = useLanguages()
  const query = useQuery({
    ...searchQuery({ ...search, noBoost, lang }),
    placeholderData: keepPreviousData,
  })
  const answer = query.data
  const late = useDelayed(query.isPlaceholderData, SKELETON_DELAY_MS)
  const loading = query.isPending || (query.isPlaceholderData && late)
  const failed = query.isError && answer === undefined
  const isAnswered = answer !== undefined && !query.isPlaceholderData
  const found = answer?.hits.found ?? 0
  const pages = Math.min(Math.ceil(found / pageSize), lastPage)
  const preparing = !isAnswered && isPreparing(query.failureReason)
  const heading = resultHeader(t, search, answer?.hits)
  const note = understoodNote(t, search.q, answer?.hits.understood ?? undefined)
  const notice = answer?.hits.notice ?? undefined
  useRecentSearch(search.q, isAnswered && notice === undefined)

  // External system: the screen reader. Announcements end when the view is unmounted.
  const status = preparing
    ? part('preparing')
    : loading
      ? part('loading')
      : isAnswered
        ? `${crisisAnnouncement(crisisText, notice)} ${note} ${heading}`.trim()
        : ''
  useEffect(() => announce(status), [status])
  useEffect(() => () => announce(''), [])

  const toggle = (filter: Filter) => onChange({ ...search, page: 1, filters: toggledFilter(search.filters, filter) })
  const changeAny = (facet: string, isAny: boolean) => {
    const others = search.any.filter((other) => other !== facet)
    onChange({ ...search, page: 1, any: isAny ? [...others, facet] : others })
  }
  /** For controls that are removed by their own change: moves the focus to the result header. */
  const focusHeader = () => header.current?.focus({ preventScroll: true })
  const changeAndLeave = (next: Partial<Search>) => {
    focusHeader()
    onChange({ ...search, page: 1, ...next })
  }
  const pageUrl = (page: number) => searchPath({ ...search, page })
  const filteredLanguages = search.filters.flatMap(({ languages: value }) => (value && byValue(value)?.tag) || [])
  const nameOf = (facet: string, value: string) =>
    facet === 'languages' ? nameOfLanguage(shownName(t, facet, value, pending)) : shownName(t, facet, value, pending)
  const panel = (
    <FilterPanel
      facets={answer?.facets ?? (query.isError ? {} : undefined)}
      filters={search.filters}
      obsolete={search.obsolete}
      nameOf={nameOf}
      any={search.any}
      onToggle={toggle}
      onAny={changeAny}
      titled={wide}
      onObsolete={(obsolete) => onChange({ ...search, page: 1, obsolete })}
    />
  )
  const rows = () => {
    if (preparing) return <ResultsPreparing />
    if (loading) return <ResultSkeletons />
    if (failed) {
      return (
        <ResultFailure
          error={query.error}
          search={search}
          onRetry={() => {
            focusHeader()
            void query.refetch()
          }}
          onWithoutFilters={() => changeAndLeave({ filters: [] })}
        />
      )
    }
    if (answer === undefined) return null
    if (found === 0) return <ResultsEmpty search={search} lang={lang} onChange={changeAndLeave} />
    if (answer.hits.hit.length === 0) {
      return <ResultsBeyondEnd pageUrl={pageUrl} last={pages} linkState={{ noBoost }} onLeave={focusHeader} />
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

  return (
    <div className={styles.results}>
      {notice && <CrisisNotice notice={notice} />}
      <ResponsiveFilters
        wide={wide}
        sheet={sheet}
        chosen={search.filters.length + Number(search.obsolete)}
        found={found}
        panel={panel}
      />
      <section className={styles.list} aria-label={t('label')} aria-busy={loading || query.isPlaceholderData}>
        <FilterChips
          filters={search.filters}
          nameOf={nameOf}
          onRemove={toggle}
          onClear={() => changeAndLeave({ filters: [] })}
          focusAfterLast={() => header.current}
        />
        {note && !loading && !failed && <p className={styles.note}>{note}</p>}
        <div className={styles.header}>
          <p ref={header} tabIndex={-1} className={styles.count}>
            {preparing ? part('preparing') : loading ? part('loading') : failed ? t('failed') : heading}
          </p>
          {maySelect && found > 0 && <SelectButton />}
          {signedIn && found > 0 && (
            <Suspense fallback={<Button disabled>{t('export')}</Button>}>
              <ExportButton search={search} />
            </Suspense>
          )}
        </div>
        {isAnswered && found > 0 && <LanguageOffer first={filteredLanguages} />}
        {maySelect && isAnswered && (
          <SelectTools
            search={{ ...search, lang }}
            address={pageUrl(search.page)}
            hits={answer.hits.hit}
            found={found}
          />
        )}
        {isAnswered && <PacketLinks packets={answer.packets ?? []} heading="packets" />}
        {rows()}
        {search.page <= pages && (
          <Pagination
            label={t('pages')}
            current={search.page}
            total={pages}
            pages={pageWindow(search.page, pages, wide ? 5 : 2)}
            pageUrl={pageUrl}
            linkState={{ noBoost }}
            onPage={focusHeader}
          />
        )}
        {isAnswered && found > 0 && answer.hits.understood?.underHalf && (
          <Suspense fallback={null}>
            <BrowseHelp />
          </Suspense>
        )}
        {maySelect && <SelectDock />}
      </section>
    </div>
  )
}
