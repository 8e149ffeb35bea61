// Search Insight: the most frequent searches and those without results. Who searched is not recorded.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  type InsightFilter,
  insightDownload,
  insightQuery,
  type SearchInsight,
  thesaurusPageSize,
} from '../../api/maintenance/thesaurus'
import { SelectField } from '../../components/form/TextField'
import { pageStart } from '../../components/list/pages'
import layout from '../../components/page/Page.module.css'
import { ListPage } from '../../listkit/ListPage'
import { useListAddress } from '../../listkit/useListAddress'
import { inAddress, insightAddress, periods, toFilter } from './insightAddress'
import { languageName } from './languageName'
import { SearchedTexts } from './SearchedTexts'

export default function SearchInsightPage() {
  const { filter: shown, page, setFilter, setPage } = useListAddress(insightAddress)
  const filter = toFilter(shown)
  const insight = useQuery({
    ...insightQuery(filter, pageStart(page, thesaurusPageSize)),
    placeholderData: keepPreviousData,
  })
  return (
    <ListPage
      title="Search Insight"
      head={<Introduction filter={filter} languages={insight.data?.languages ?? []} onChange={setFilter} />}
      query={insight}
      label="Pages of searches"
      failure="The searches could not be loaded."
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
  const where = language === '' ? '' : ' in this language'
  const empty = `Nothing${where} was searched for three times in this period.`
  // Rare texts are not counted by language.
  const rarer = (count: number) => (language === '' ? count : 0)
  return (
    <>
      <p role="status">
        {`${insight.total.toLocaleString('en-US')} searches, ${insight.withoutResult.toLocaleString('en-US')} of them found nothing.`}
      </p>
      <SearchedTexts
        title="Not found"
        caption="Searches that found nothing or only some of the words"
        texts={insight.missed}
        empty={empty}
        rarer={rarer(insight.rarerMissed)}
        missed
      />
      <SearchedTexts
        title="Most frequent"
        caption="Most frequent searches"
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
    <p>
      Texts are counted, not people. A text is shown after three searches. Texts that could name a person and searches
      that may come from someone in danger are never counted. The language is detected by labels of the thesaurus, or by
      the script.
    </p>
    <div className={layout.tools}>
      <SelectField
        label="Period"
        value={filter.days}
        onChange={(event) => onChange({ days: inAddress(event.target.value) })}
      >
        {periods.map((period) => (
          <option key={period} value={period}>{`Last ${period} days`}</option>
        ))}
      </SelectField>
      <SelectField
        label="Language"
        value={filter.language}
        onChange={(event) => onChange({ language: event.target.value })}
      >
        <option value="">All languages</option>
        {filter.language !== '' && languages.every(({ tag }) => tag !== filter.language) && (
          <option value={filter.language}>{languageName(filter.language)}</option>
        )}
        {languages.map(({ tag, texts }) => (
          <option key={tag} value={tag}>{`${languageName(tag)} (${texts.toLocaleString('en-US')} not found)`}</option>
        ))}
      </SelectField>
      <a href={insightDownload(filter)} download="searches.csv">
        Download as CSV
      </a>
    </div>
  </div>
)
