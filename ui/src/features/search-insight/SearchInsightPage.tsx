// Search Insight: the most frequent searches and those without results. Who searched is not recorded.

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { insightDownload, insightQuery, type SearchedText, thesaurusPageSize } from '../../api/maintenance/thesaurus'
import { LinkButton } from '../../components/buttons/Button'
import { SelectField } from '../../components/form/TextField'
import { pageStart } from '../../components/list/pages'
import { Table } from '../../components/list/Table'
import layout from '../../components/page/Page.module.css'
import { shortDate } from '../../lib/dates/dates'
import { ListPage } from '../../listkit/ListPage'
import { addSynonymPath } from '../../listPaths'
import { patterns } from '../../paths'

const languages = new Intl.DisplayNames('en-US', { type: 'language' })
const scripts = new Intl.DisplayNames('en-US', { type: 'script' })

/** The name of a language, or of its script if only that is known. */
function languageName(tag: string): string {
  const script = tag.startsWith('und-') ? tag.slice(4) : undefined
  return script ? `${scripts.of(script) ?? script} script` : (languages.of(tag) ?? tag)
}

const periods = [7, 30, 90, 365]

export default function SearchInsightPage() {
  const [days, setDays] = useState(90)
  const [page, setPage] = useState(1)
  const insight = useQuery({
    ...insightQuery(days, pageStart(page, thesaurusPageSize)),
    placeholderData: keepPreviousData,
  })
  return (
    <ListPage
      title="Search Insight"
      head={
        <Introduction
          days={days}
          onDays={(next) => {
            setDays(next)
            setPage(1)
          }}
        />
      }
      query={insight}
      label="Pages of searches"
      failure="The searches could not be loaded."
      page={page}
      pageSize={thesaurusPageSize}
      onPage={setPage}
    >
      {(shown) => (
        <>
          <p role="status">
            {`${shown.total.toLocaleString('en-US')} searches, ${shown.withoutResult.toLocaleString('en-US')} of them found nothing.`}
          </p>
          <Texts
            title="Not found"
            caption="Searches that found nothing or only some of the words"
            texts={shown.missed}
            rarer={shown.rarerMissed}
            missed
          />
          <Texts title="Most frequent" caption="Most frequent searches" texts={shown.top} rarer={shown.rarer} />
        </>
      )}
    </ListPage>
  )
}

const Introduction = ({ days, onDays }: { days: number; onDays: (days: number) => void }) => (
  <div className={layout.section}>
    <p>
      Texts are counted, not people. A text is shown after three searches. Texts that could name a person and searches
      that may come from someone in danger are never counted. The language is detected by labels of the thesaurus, or by
      the script.
    </p>
    <div className={layout.tools}>
      <SelectField label="Period" value={days} onChange={(event) => onDays(Number(event.target.value))}>
        {periods.map((period) => (
          <option key={period} value={period}>{`Last ${period} days`}</option>
        ))}
      </SelectField>
      <a href={insightDownload(days)} download="searches.csv">
        Download as CSV
      </a>
    </div>
  </div>
)

interface TextsProps {
  title: string
  caption: string
  texts: readonly SearchedText[]
  /** The number of texts that were searched for fewer than three times. */
  rarer: number
  missed?: boolean
}

const rarerTexts = (count: number) =>
  count === 1
    ? 'One more text was searched for fewer than three times.'
    : `${count.toLocaleString('en-US')} more texts were searched for fewer than three times each.`

function Texts({ title, caption, texts, rarer, missed = false }: TextsProps) {
  return (
    <section aria-label={title} className={layout.section}>
      <h2>{title}</h2>
      {texts.length === 0 ? (
        <p>Nothing was searched for three times in this period.</p>
      ) : (
        <Table caption={caption} stacked>
          <thead>
            <tr>
              <th scope="col">Text</th>
              <th scope="col" data-numeric>
                Searches
              </th>
              <th scope="col">Language</th>
              <th scope="col">Last day</th>
              {missed && <th scope="col">Actions</th>}
            </tr>
          </thead>
          <tbody>
            {texts.map(({ q, count, lastDay, language }) => (
              <tr key={q}>
                <td data-name>
                  <Link to={`${patterns.search}?${new URLSearchParams({ q })}`}>
                    <bdi>{q}</bdi>
                  </Link>
                </td>
                <td data-label="Searches" data-numeric>
                  {count.toLocaleString('en-US')}
                </td>
                <td data-label="Language">{language ? languageName(language.tag) : ''}</td>
                <td data-label="Last day">{shortDate(lastDay)}</td>
                {missed && (
                  <td data-actions>
                    <LinkButton size="small" to={addSynonymPath(q)} aria-label={`Add synonym for ${q}`}>
                      Add synonym
                    </LinkButton>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {rarer > 0 && <p>{rarerTexts(rarer)}</p>}
    </section>
  )
}
