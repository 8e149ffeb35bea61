// Search Insight: the most frequent searches and those without results, and codes without a handout. Who searched is not
// recorded.
import t from 'messages:staff/searchInsight'
import { Link } from 'react-router-dom'
import {
  type InsightFilter,
  insightDownload,
  insightQuery,
  noLanguage,
  type SearchedText,
  type SearchInsight,
  type UnansweredCode,
  unansweredCodesDownload,
  unansweredCodesQuery,
} from '../../api/maintenance/thesaurus'
import { LinkButton } from '../../components/buttons/Button'
import { SelectField } from '../../components/form/TextField'
import { ListDownloads, ListViews } from '../../components/list/ListHead'
import layout from '../../components/page/Page.module.css'
import { useHeadingFocus } from '../../components/page/PageHeading'
import { systemName } from '../../lib/codes'
import { shortDate } from '../../lib/dates/dates'
import { displayName } from '../../lib/text/displayName'
import { ListPage } from '../../listkit/ListPage'
import { ListTable } from '../../listkit/ListTable'
import { listAddress, useListAddress, usePages } from '../../listkit/listAddress'
import { addSynonymPath, promotePath } from '../../listPaths'
import { patterns } from '../../paths'

export default function SearchInsightPage() {
  const { view } = useListAddress(codesAddress).filter
  useHeadingFocus(view)
  return view === 'codes' ? <UnansweredCodes /> : <Searches />
}

function Searches() {
  const { filter: shown, page, setFilter, setPage } = useListAddress(insightAddress)
  const filter = toFilter(shown)
  const insight = usePages({ page, setPage }, (start) => insightQuery(filter, start))
  return (
    <ListPage
      title={t('searchInsight')}
      head={<Introduction filter={filter} languages={insight.query.data?.languages ?? []} onChange={setFilter} />}
      {...insight}
      label={t('pagesOfSearches')}
      failure={t('searchesNotLoaded')}
      found={insight.query.data && Math.max(insight.query.data.found, insight.query.data.foundMissed)}
    >
      {(answer) => <Lists insight={answer} language={filter.language} />}
    </ListPage>
  )
}

function Lists({ insight, language }: { insight: SearchInsight; language: string }) {
  const empty = t(language === '' ? 'nothingSearched' : 'nothingSearchedInLanguage')
  // Rare texts are not counted by language.
  const rarer = (count: number) => (language === '' ? count : 0)
  return (
    <>
      <p role="status">{t('searchCounts', { total: insight.total, withoutResult: insight.withoutResult })}</p>
      <SearchedTexts
        title={t('notFound')}
        caption={t('notFoundCaption')}
        texts={insight.missed}
        empty={empty}
        rarer={rarer(insight.rarerMissed)}
        missed
      />
      <SearchedTexts
        title={t('mostFrequent')}
        caption={t('mostFrequentSearches')}
        texts={insight.top}
        empty={empty}
        rarer={rarer(insight.rarer)}
      />
    </>
  )
}

interface IntroductionProps {
  filter: InsightFilter
  languages: SearchInsight['languages']
  onChange: (next: Partial<InsightFilter>) => void
}

const Introduction = ({ filter, languages, onChange }: IntroductionProps) => (
  <div className={layout.section}>
    <InsightViews current="searches" days={filter.days} />
    <p>{t('introduction')}</p>
    <div className={layout.tools}>
      <Period days={filter.days} onChange={(days) => onChange({ days })} />
      <SelectField
        label={t('language')}
        value={filter.language}
        onValue={(value) => onChange({ language: value })}
        options={languages.map(({ tag, texts }) => [
          tag,
          t('languageOption', { languageName: languageName(tag), texts }),
        ])}
      >
        <option value="">{t('allLanguages')}</option>
        {filter.language !== '' && languages.every(({ tag }) => tag !== filter.language) && (
          <option value={filter.language}>{languageName(filter.language)}</option>
        )}
      </SelectField>
      <ListDownloads href={insightDownload(filter)} file="searches.csv" />
    </div>
  </div>
)

interface Props {
  title: string
  caption: string
  texts: readonly SearchedText[]
  /** Shown instead of an empty list. */
  empty: string
  /** The number of texts that were searched for fewer than three times. */
  rarer: number
  missed?: boolean
}

const rarerTexts = (count: number) => t('rareTexts', { count })

/** A list of texts that people searched for. */
function SearchedTexts({ title, caption, texts, empty, rarer, missed = false }: Props) {
  return (
    <section aria-label={title} className={layout.section}>
      <h2>{title}</h2>
      {texts.length === 0 ? (
        <p>{empty}</p>
      ) : (
        <ListTable
          caption={caption}
          rows={texts}
          rowKey={({ q }) => q}
          columns={[
            {
              header: t('text'),
              is: 'name',
              cell: ({ q }) => (
                <Link to={`${patterns.search}?${new URLSearchParams({ q })}`}>
                  <bdi>{q}</bdi>
                </Link>
              ),
            },
            { header: t('searches'), is: 'numeric', cell: ({ count }) => count },
            { header: t('language'), cell: ({ language }) => (language ? languageName(language.tag) : '') },
            { header: t('lastDay'), cell: ({ lastDay }) => shortDate(lastDay) },
            missed && {
              header: t('actions'),
              is: 'actions',
              cell: ({ q }) => (
                <>
                  <LinkButton size="small" to={addSynonymPath(q)} aria-label={t('addSynonymForQ', { q })}>
                    {t('addSynonym')}
                  </LinkButton>{' '}
                  <LinkButton size="small" to={promotePath(q)} aria-label={t('promoteForQ', { q })}>
                    {t('promote')}
                  </LinkButton>
                </>
              ),
            },
          ]}
        />
      )}
      {rarer > 0 && <p>{rarerTexts(rarer)}</p>}
    </section>
  )
}

/** Codes that health records requested and no citation has. */
function UnansweredCodes() {
  const { filter, page, setFilter, setPage } = useListAddress(codesAddress)
  const days = toDays(filter.days)
  const codes = usePages({ page, setPage }, (start) => unansweredCodesQuery(days, start))
  return (
    <ListPage
      title={t('searchInsight')}
      head={
        <div className={layout.section}>
          <InsightViews current="codes" days={days} />
          <p>{t('codesIntroduction')}</p>
          <div className={layout.tools}>
            <Period days={days} onChange={(next) => setFilter({ days: next })} />
            <ListDownloads href={unansweredCodesDownload(days)} file="codes.csv" />
          </div>
        </div>
      }
      {...codes}
      label={t('pagesOfCodes')}
      failure={t('codesNotLoaded')}
      empty={t('noUnansweredCode')}
    >
      {(answer) => (
        <>
          <p role="status">{t('codeCounts', { found: answer.found, total: answer.total })}</p>
          <CodeTable codes={answer.codes} />
        </>
      )}
    </ListPage>
  )
}

const CodeTable = ({ codes }: { codes: readonly UnansweredCode[] }) => (
  <ListTable
    caption={t('codesWithoutHandout')}
    rows={codes}
    rowKey={({ system, code }) => `${system} ${code}`}
    columns={[
      { header: t('code'), is: 'name', cell: ({ code }) => code },
      { header: t('system'), cell: ({ system }) => systemName(system) },
      { header: t('requests'), is: 'numeric', cell: ({ count }) => count },
      { header: t('lastDay'), cell: ({ lastDay }) => shortDate(lastDay) },
    ]}
  />
)

interface InsightViewsProps {
  current: 'searches' | 'codes'
  days: string
}

/** Links to the two lists of Search Insight, with the same period. */
const InsightViews = ({ current, days }: InsightViewsProps) => (
  <ListViews
    views={[
      {
        label: t('searches'),
        to: insightAddress.path({ days: inAddress(days), language: '' }),
        current: current === 'searches',
      },
      {
        label: t('codesWithoutHandout'),
        to: codesAddress.path({ view: 'codes', days: inAddress(days) }),
        current: current === 'codes',
      },
    ]}
  />
)

interface PeriodProps {
  days: string
  /** Called with the value of the days in the URL. */
  onChange: (days: string) => void
}

/** Selects the period of the counts. */
const Period = ({ days, onChange }: PeriodProps) => (
  <SelectField
    label={t('period')}
    value={days}
    onValue={(value) => onChange(inAddress(value))}
    options={periods.map((period) => [period, t('lastPeriodDays', { period })])}
  />
)

/** The days that can be chosen. */
const periods = ['7', '30', '90', '365'] as const

/** The URL omits this one. */
const defaultPeriod = '90'

const isPeriod = (days: string) => periods.some((period) => period === days)

/** The URLs of Search Insight: /search_insight?days=30&language=es&page=2 and /search_insight?view=codes. */
const insightAddress = listAddress<InsightFilter>(patterns.insight, {
  days: isPeriod,
  language: (tag) => /^[a-z]{2,8}(-[a-z\d]{1,8})*$/i.test(tag),
})

/** The list of codes without a handout. */
const codesAddress = listAddress<{ view: string; days: string }>(patterns.insight, {
  view: (view) => view === 'codes',
  days: isPeriod,
})

/** The filter as the server expects it. */
const toFilter = ({ days, language }: InsightFilter): InsightFilter => ({ days: toDays(days), language })

/** The days as the server expects them. */
const toDays = (days: string) => days || defaultPeriod

/** The value of the days in the URL. */
const inAddress = (days: string) => (days === defaultPeriod ? '' : days)

const languages = new Intl.DisplayNames('en-US', { type: 'language' })
const scripts = new Intl.DisplayNames('en-US', { type: 'script' })

/** The name of a language, or of its script if only that is known. */
function languageName(tag: string): string {
  if (tag === noLanguage) return t('languageNotKnown')
  const script = tag.startsWith(`${noLanguage}-`) ? tag.slice(noLanguage.length + 1) : undefined
  return script ? t('scriptName', { name: displayName(scripts, script) }) : displayName(languages, tag)
}
