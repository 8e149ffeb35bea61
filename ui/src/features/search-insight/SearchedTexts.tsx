// A list of texts that people searched for.
import { Link } from 'react-router-dom'
import type { SearchedText } from '../../api/maintenance/thesaurus'
import { LinkButton } from '../../components/buttons/Button'
import { Table } from '../../components/list/Table'
import layout from '../../components/page/Page.module.css'
import { shortDate } from '../../lib/dates/dates'
import { addSynonymPath } from '../../listPaths'
import { patterns } from '../../paths'
import { languageName } from './languageName'

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

const rarerTexts = (count: number) =>
  count === 1
    ? 'One more text was searched for fewer than three times.'
    : `${count.toLocaleString('en-US')} more texts were searched for fewer than three times each.`

export function SearchedTexts({ title, caption, texts, empty, rarer, missed = false }: Props) {
  return (
    <section aria-label={title} className={layout.section}>
      <h2>{title}</h2>
      {texts.length === 0 ? (
        <p>{empty}</p>
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
