// Search Insight: the most frequent searches and those without results, and codes without a handout. Who searched is not
// recorded.
import t from 'messages:staff/searchInsight'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  type InsightFilter,
  insightDownload,
  insightQuery,
  type SearchInsight,
  thesaurusPageSize,
} from '../../api/maintenance/thesaurus'
import { SelectField } from '../../components/form/TextField'
import { ListDownloads } from '../../components/list/ListHead'
import { pageStart } from '../../components/list/pages'
import layout from '../../components/page/Page.module.css'
import { useHeadingFocus } from '../../components/page/PageHeading'
import { ListPage } from '../../listkit/ListPage'
import { useListAddress } from '../../listkit/useListAddress'
import { InsightViews } from './InsightViews'
import { codesAddress, insightAddress, toFilter } from './insightAddress'
import { languageName } from './languageName'
import { Period } from './Period'
import { SearchedTexts } from './SearchedTexts'
import { UnansweredCodes } from './UnansweredCodes'

export default function SearchInsightPage() {
  const { view } = useListAddress(codesAddress).filter
  useHeadingFocus(view)
  return view === 'codes' ? <UnansweredCodes /> : <Searches />
}

function Searches() {
  const { filter: shown, page, setFilter, setPage } = useListAddress(insightAddress)
  const filter = toFilter(shown)
  const insight = useQuery({
    ...insightQuery(filter, pageStart(page, thesaurusPageSize)),
    placeholderData: keepPreviousData,
  })
  return (
    <ListPage
      title={t('searchInsight')}
      head={<Introduction filter={filter} languages={insight.data?.languages ?? []} onChange={setFilter} />}
      query={insight}
      label={t('pagesOfSearches')}
      failure={t('searchesNotLoaded')}
      page={page}
      pageSize={thesaurusPageSize}
      onPage={setPage}
      found={insight.data && Math.max(insight.data.found, insight.data.foundMissed)}
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
        onChange={(event) => onChange({ language: event.target.value })}
      >
        <option value="">{t('allLanguages')}</option>
        {filter.language !== '' && languages.every(({ tag }) => tag !== filter.language) && (
          <option value={filter.language}>{languageName(filter.language)}</option>
        )}
        {languages.map(({ tag, texts }) => (
          <option key={tag} value={tag}>
            {t('languageOption', { languageName: languageName(tag), texts })}
          </option>
        ))}
      </SelectField>
      <ListDownloads href={insightDownload(filter)} file="searches.csv" />
    </div>
  </div>
)
