// A list of texts that people searched for.
import messages from 'messages:staff/searchInsight'
import { Link } from 'react-router-dom'
import type { SearchedText } from '../../api/maintenance/thesaurus'
import { LinkButton } from '../../components/buttons/Button'
import { Table } from '../../components/list/Table'
import layout from '../../components/page/Page.module.css'
import { staffText } from '../../i18n/staffText'
import { shortDate } from '../../lib/dates/dates'
import { addSynonymPath, promotePath } from '../../listPaths'
import { patterns } from '../../paths'
import { languageName } from './languageName'

const t = staffText(messages)

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
              <th scope="col">{t('text')}</th>
              <th scope="col" data-numeric>
                {t('searches')}
              </th>
              <th scope="col">{t('language')}</th>
              <th scope="col">{t('lastDay')}</th>
              {missed && <th scope="col">{t('actions')}</th>}
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
                <td data-label={t('searches')} data-numeric>
                  {count.toLocaleString('en-US')}
                </td>
                <td data-label={t('language')}>{language ? languageName(language.tag) : ''}</td>
                <td data-label={t('lastDay')}>{shortDate(lastDay)}</td>
                {missed && (
                  <td data-actions>
                    <LinkButton size="small" to={addSynonymPath(q)} aria-label={t('addSynonymForQ', { q })}>
                      {t('addSynonym')}
                    </LinkButton>{' '}
                    <LinkButton size="small" to={promotePath(q)} aria-label={t('promoteForQ', { q })}>
                      {t('promote')}
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
