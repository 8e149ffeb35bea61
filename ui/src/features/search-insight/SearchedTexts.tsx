// A list of texts that people searched for.
import t from 'messages:staff/searchInsight'
import { Link } from 'react-router-dom'
import type { SearchedText } from '../../api/maintenance/thesaurus'
import { LinkButton } from '../../components/buttons/Button'
import layout from '../../components/page/Page.module.css'
import { shortDate } from '../../lib/dates/dates'
import { ListTable } from '../../listkit/ListTable'
import { addSynonymPath, promotePath } from '../../listPaths'
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

const rarerTexts = (count: number) => t('rareTexts', { count })

export function SearchedTexts({ title, caption, texts, empty, rarer, missed = false }: Props) {
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
