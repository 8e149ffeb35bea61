// The results of a search: filters, chips, header, rows and pagination, and the loading, empty and failed states.

import messages from 'messages:en/results'
import { type Ref, useRef } from 'react'
import { pendingUpdates, useJobs } from '../../../api/catalogue/jobs'
import { type Filter, obsoleteCountQuery, searchQuery } from '../../../api/catalogue/search'
import { useConfig } from '../../../api/config'
import { useLanguages } from '../../../api/languages'
import { useUser } from '../../../api/user'
import { Button } from '../../../components/buttons/Button'
import { Pagination } from '../../../components/list/Pagination'
import { pageWindow } from '../../../components/list/pages'
import { useText } from '../../../i18n/useText'
import type { LoadFirstView } from '../../../lib/page/firstView'
import { lazyPart } from '../../../lib/page/lazyPart'
import { PartBoundary } from '../../../lib/page/PartBoundary'
import { useMediaQuery, wideScreen } from '../../../lib/useMediaQuery'
import { useLanguageName } from '../../../parts/language/LanguageName'
import { LanguageOffer } from '../../../parts/language/LanguageOffer'
import { PacketLinks } from '../../../parts/packets/PacketLinks'
import { probablePreferredTag } from '../../../session/preferredLanguage'
import { FilterChips } from '../filters/FilterChips'
import { FilterPanel } from '../filters/FilterPanel'
import { shownName } from '../filters/facetGroups'
import { ResponsiveFilters } from '../filters/ResponsiveFilters'
import type { FilterSheetControl } from '../filters/useFilterSheet'
import { parseSearch, type Search, searchPath, toggledFilter } from '../searchAddress'
import { SelectButton, SelectDock, SelectTools } from '../selection/LazyResultSelection'
import { useSearchTag } from '../useSearchTag'
import { CrisisNotice } from './CrisisNotice'
import { Elsewhere } from './Elsewhere'
import { Promoted } from './Promoted'
import { ResultRows } from './ResultRows'
import { BrowseHelp } from './ResultStates'
import styles from './Results.module.css'
import { useSearchAnswer } from './useSearchAnswer'

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
