// The results of a search: filters, chips, header, rows and pagination, and the loading, empty and failed states.

import parts from 'messages:en/parts'
import messages from 'messages:en/results'
import { Fragment, type Ref, useRef } from 'react'
import { Link } from 'react-router-dom'
import { pendingUpdates, useJobs } from '../../../api/catalogue/jobs'
import {
  type Filter,
  obsoleteCountQuery,
  type PromotedResult,
  type SearchAnswer,
  searchQuery,
} from '../../../api/catalogue/search'
import { useConfig } from '../../../api/config'
import { useLanguages } from '../../../api/languages'
import { useUser } from '../../../api/user'
import { Button } from '../../../components/buttons/Button'
import { Pagination, pageWindow } from '../../../components/list/Pagination'
import { CatalogueTitle } from '../../../components/page/CatalogueTitle'
import { VisuallyHidden } from '../../../components/page/VisuallyHidden'
import { useText } from '../../../i18n/useText'
import type { LoadFirstView } from '../../../lib/page/firstView'
import { lazyPart, PartBoundary } from '../../../lib/page/lazyPart'
import { isolate } from '../../../lib/text/isolate'
import { percentEncode } from '../../../lib/text/percentEncode'
import { useMediaQuery, wideScreen } from '../../../lib/useMediaQuery'
import { useLanguageName } from '../../../parts/language/LanguageName'
import { LanguageOffer } from '../../../parts/language/LanguageOffer'
import { useShownTitle } from '../../../parts/language/useShownTitle'
import { PacketLinks } from '../../../parts/packets/PacketLinks'
import { citationPath, packetPath } from '../../../paths'
import { probablePreferredTag, useLanguageOfTag } from '../../../session/preferredLanguage'
import { FilterChips, FilterPanel, ResponsiveFilters } from '../filters/FilterPanel'
import { shownName } from '../filters/facetGroups'
import type { FilterSheetControl } from '../filters/useFilterSheet'
import { parseSearch, type Search, searchPath, toggledFilter } from '../searchAddress'
import { resultCheckbox, SelectButton, SelectDock, SelectTools } from '../selection/LazyResultSelection'
import { useSearchTag } from '../useSearchTag'
import { CrisisNotice } from './CrisisNotice'
import elsewhereStyles from './Elsewhere.module.css'
import promotedStyles from './Promoted.module.css'
import { ResultList } from './ResultList'
import { ResultSkeletons } from './ResultSkeletons'
import { BrowseHelp, ResultFailure, ResultsBeyondEnd, ResultsEmpty, ResultsPreparing } from './ResultStates'
import styles from './Results.module.css'
import { type SearchAnswerState, useSearchAnswer } from './useSearchAnswer'

/** Loaded only for signed-in people. */
const ExportButton = lazyPart(() => import('./ExportButton'))

/** Loaded only for searches about the hospital itself. */
const HospitalHelp = lazyPart(() => import('../home/BrowseHelp').then(({ HelpContact }) => ({ default: HelpContact })))

interface Props {
  search: Search
  noBoost: boolean
  sheet: FilterSheetControl
  onChange: (next: Search) => void
}

/** Loads the results; if there are none, or they may not help, also the lists to browse below them. */
export const loadFirstView: LoadFirstView = async ({ client, location }) => {
  const search = parseSearch(location.search)
  const lang = search.lang ?? probablePreferredTag()
  const noBoost = (location.state as { noBoost?: boolean } | null)?.noBoost ?? false
  const { found, understood, intent } = (await client.fetchQuery(searchQuery({ ...search, noBoost, lang }))).hits
  if (intent) await HospitalHelp.load()
  if (found > 0 && understood?.sure !== false) return
  const { loadBrowsing } = await BrowseHelp.load()
  await Promise.all([
    loadBrowsing(client),
    found === 0 && !search.obsolete && client.prefetchQuery(obsoleteCountQuery({ ...search, lang })),
  ])
}

export default function Results({ search, noBoost, sheet, onChange }: Props) {
  const wide = useMediaQuery(wideScreen)
  const t = useText(messages)
  const header = useRef<HTMLParagraphElement>(null)
  const maySelect = useUser().may('manageCatalogue')
  const pending = pendingUpdates(useJobs())
  const lang = useSearchTag(search)
  const nameOfLanguage = useLanguageName()
  const { byValue } = useLanguages()
  const state = useSearchAnswer(search, noBoost)
  const { query, answer, found, pages, isAnswered, note, notice } = state

  const hasHelp = isAnswered && Boolean(answer?.hits.intent)

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
      q={search.q}
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
      <section className={styles.list} aria-label={t('label')} aria-busy={state.loading || query.isPlaceholderData}>
        <FilterChips
          filters={search.filters}
          nameOf={nameOf}
          onRemove={toggle}
          onClear={() => changeAndLeave({ filters: [] })}
          focusAfterLast={() => header.current}
        />
        <Note text={note} hasHelp={hasHelp} />
        <Header ref={header} text={state.header} search={search} found={found} maySelect={maySelect} />
        {isAnswered && found > 0 && !search.lang && <LanguageOffer first={filteredLanguages} onLeave={focusHeader} />}
        {maySelect && isAnswered && answer && (
          <SelectTools search={{ ...search, lang }} address={pageUrl(search.page)} hits={answer.hits} />
        )}
        {isAnswered && <Promoted results={answer?.promoted ?? []} />}
        {isAnswered && <PacketLinks packets={answer?.packets ?? []} heading="packets" />}
        <ResultRows
          search={search}
          noBoost={noBoost}
          state={state}
          maySelect={maySelect}
          pageUrl={pageUrl}
          onLeave={focusHeader}
          onChange={changeAndLeave}
        />
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
        {isAnswered && answer && <Elsewhere q={search.q} hits={answer.hits} />}
        {isAnswered && found > 0 && answer?.hits.understood?.sure === false && (
          <PartBoundary>
            <BrowseHelp q={search.q} hasHelp={hasHelp} />
          </PartBoundary>
        )}
        {maySelect && <SelectDock onLeave={focusHeader} />}
      </section>
    </div>
  )
}

/** How the query was understood, below the help address when it is about the hospital itself. */
function Note({ text, hasHelp }: { text: string; hasHelp: boolean }) {
  return (
    <>
      {hasHelp && (
        <PartBoundary>
          <HospitalHelp />
        </PartBoundary>
      )}
      {text && <p className={styles.note}>{text}</p>}
    </>
  )
}

interface HeaderProps {
  /** The line that gets the focus when a control is removed by its own change. */
  ref: Ref<HTMLParagraphElement>
  text: string
  search: Search
  found: number
  maySelect: boolean
}

function Header({ ref, text, search, found, maySelect }: HeaderProps) {
  const t = useText(messages)
  const signedIn = useConfig()?.signIn.signedIn ?? false
  return (
    <div className={styles.header}>
      <p ref={ref} tabIndex={-1} className={styles.count}>
        {text}
      </p>
      {maySelect && found > 0 && <SelectButton />}
      {signedIn && found > 0 && (
        <PartBoundary fallback={<Button disabled>{t('export')}</Button>}>
          <ExportButton search={search} />
        </PartBoundary>
      )}
    </div>
  )
}

interface ResultRowsProps {
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

/** The rows of results, or what is shown instead: skeletons, an error, nothing found, a page beyond the end. */
function ResultRows({ search, noBoost, state, maySelect, pageUrl, onLeave, onChange }: ResultRowsProps) {
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

/** What the hospital promotes for a text, above the results. */
export function Promoted({ results }: { results: readonly PromotedResult[] }) {
  const t = useText(messages)
  if (results.length === 0) return null
  return (
    <section aria-labelledby="promoted" className={promotedStyles.promoted}>
      <h2 id="promoted">{t('fromHospital')}</h2>
      <ul>
        {results.map((result) => (
          <li key={result.citation ?? result.packet ?? result.url}>
            <Row result={result} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Row({ result: { title, packet, url, readableId, version } }: { result: PromotedResult }) {
  const newTab = useText(parts)('newTab')
  const shown = useShownTitle()(title, [], version)
  if (url) {
    return (
      <a href={url} target="_blank" rel="noopener noreferrer" dir="auto" lang={shown.lang}>
        {shown.text}
        <VisuallyHidden>{` ${newTab}`}</VisuallyHidden>
      </a>
    )
  }
  return (
    <>
      <Link to={(packet ? packetPath : citationPath)(readableId ?? '')} dir={shown.dir} lang={shown.lang}>
        {shown.text}
      </Link>
      <CatalogueTitle {...shown.below} />
    </>
  )
}

/** With fewer results, other sites may have more. */
const MIN_RESULTS = 5

/** Searches for the same text at other sites: below results that may not be what was meant, and for staff always. */
export function Elsewhere({ q, hits }: { q: string; hits: SearchAnswer['hits'] }) {
  const t = useText(messages)
  const newTab = useText(parts)('newTab')
  const config = useConfig()
  const sites = config?.elsewhere ?? []
  const isShown = config?.signIn.signedIn || hits.understood?.sure === false || hits.found < MIN_RESULTS
  const text = q.trim()
  if (text === '' || sites.length === 0 || hits.notice || !isShown) return null
  return (
    <p className={elsewhereStyles.line}>
      {t('elsewhere', { q: isolate(text) })}
      {sites.map(({ name, url }, n) => (
        <Fragment key={url}>
          {n > 0 ? ' · ' : ' '}
          <a href={url.replace('{q}', () => percentEncode(text))} target="_blank" rel="noopener noreferrer">
            <bdi>{name}</bdi>
            <VisuallyHidden>{` ${newTab}`}</VisuallyHidden>
          </a>
        </Fragment>
      ))}
    </p>
  )
}
