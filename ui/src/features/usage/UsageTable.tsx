// The rows of a grouping on a page, and the sum of all pages.
import t from 'messages:staff/usage'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import {
  type UsageBy,
  type UsageCounts,
  type UsageRow,
  usageQuery,
  type WantedLanguage,
} from '../../api/maintenance/usage'
import { SpacedBadge } from '../../components/feedback/Badge'
import { Notice } from '../../components/feedback/Notice'
import layout from '../../components/page/Page.module.css'
import { monthName, today } from '../../lib/dates/dates'
import { Cells, CitationLink, type Column, ListTable } from '../../listkit/ListTable'
import { missingTranslationsPath } from '../../listPaths'
import styles from './UsagePage.module.css'
import {
  byWords,
  countedSince,
  countWords,
  measures,
  measureWords,
  rowName,
  toFilter,
  type UsageAddress,
} from './usageAddress'

interface Props {
  by: UsageBy
  rows: readonly UsageRow[]
  /** The sum of all pages, for a last row. */
  totals?: UsageCounts
  caption?: string
}

const counts = measures.map(
  (measure): Column<UsageCounts> => ({
    header: measureWords[measure],
    is: 'numeric',
    cell: (row) => countWords(row[measure]),
  }),
)

export const UsageTable = ({ by, rows, totals, caption }: Props) => (
  <ListTable
    caption={caption ?? t('usageBy', { grouping: byWords[by].toLowerCase() })}
    rows={rows}
    rowKey={({ key }) => key}
    stacked="inline"
    columns={[{ header: byWords[by], is: 'name', cell: (row) => <RowName by={by} row={row} /> }, ...counts]}
    foot={
      totals && (
        <tr className={styles.sum}>
          <td data-name>{t('all')}</td>
          <Cells columns={counts} row={totals} />
        </tr>
      )
    }
  />
)

function RowName({ by, row }: { by: UsageBy; row: UsageRow }) {
  if (by !== 'citation') return <bdi>{rowName(by, row)}</bdi>
  return (
    <>
      <CitationLink id={row.readableId ?? row.key} title={row.title} />
      <SpacedBadge shown={row.obsolete}>{t('obsolete')}</SpacedBadge>
    </>
  )
}

/** The languages in which people requested handouts that do not exist. */
export const WantedLanguages = ({ wanted }: { wanted: readonly WantedLanguage[] }) => (
  <section className={layout.section} aria-labelledby="usage-wanted">
    <h2 id="usage-wanted">{t('wanted')}</h2>
    {wanted.length === 0 ? (
      <p>{t('nothingWanted')}</p>
    ) : (
      <>
        <p>{t('wantedHint')}</p>
        <ListTable
          caption={t('wantedCaption')}
          rows={wanted}
          rowKey={({ tag }) => tag}
          stacked="inline"
          columns={[
            {
              header: t('language'),
              is: 'name',
              cell: ({ tag, name }) => (
                <Link to={missingTranslationsPath(tag)}>
                  <bdi>{name}</bdi>
                </Link>
              ),
            },
            { header: t('searches'), is: 'numeric', cell: ({ searches }) => countWords(searches) },
            { header: t('requests'), is: 'numeric', cell: ({ requests }) => countWords(requests) },
          ]}
        />
      </>
    )}
  </section>
)

/** Warns that counting began within the period, so that citations used only before it are also listed as unused. */
export function CountedSince({ address }: { address: UsageAddress }) {
  const filter = toFilter({ ...address, department: '' }, 'month', today(new Date()))
  const since = countedSince(useQuery(usageQuery('month', filter, 0)).data?.rows ?? [])
  if (since === undefined) return null
  return (
    <Notice kind="info" title={t('countedSince', { month: monthName(since) })}>
      {t('countedSinceHint')}
    </Notice>
  )
}
