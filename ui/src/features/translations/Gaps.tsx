// The missing and outdated translations of a language; highest demand first.
import t from 'messages:staff/translations'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import {
  type GapFilter,
  gapsDownload,
  gapsQuery,
  type TranslationGap,
  translationsPageSize,
} from '../../api/maintenance/translations'
import { SelectField } from '../../components/form/TextField'
import { ListDownloads } from '../../components/list/ListHead'
import { PagedList } from '../../components/list/PagedList'
import { pageStart } from '../../components/list/pages'
import layout from '../../components/page/Page.module.css'
import { VisuallyHidden } from '../../components/page/VisuallyHidden'
import { shortDate } from '../../lib/dates/dates'
import { DepartmentFilter } from '../../listkit/ListFilters'
import { ListTable } from '../../listkit/ListTable'
import { useListAddress } from '../../listkit/useListAddress'
import { useTranslationTargets } from '../../parts/language/translationTargets'
import { citationPath } from '../../paths'
import styles from './TranslationsPage.module.css'
import { gapAddress } from './translationAddress'

const number = (n: number) => n.toLocaleString('en-US')

export function Gaps() {
  const { targets, defaultTarget } = useTranslationTargets()
  const { filter: shown, page, setFilter, setPage } = useListAddress(gapAddress, { replacesPages: true })
  const filter: GapFilter = { ...shown, lang: shown.lang || (defaultTarget?.tag ?? '') }
  const gaps = useQuery({
    ...gapsQuery(filter, pageStart(page, translationsPageSize)),
    placeholderData: keepPreviousData,
  })
  const language = targets.find(({ tag }) => tag === filter.lang)
  return (
    <section aria-labelledby="gaps" className={layout.section}>
      <h2 id="gaps">{t('missingAndOutdated')}</h2>
      <div className={`${layout.tools} ${styles.tools}`}>
        <SelectField
          label={t('language')}
          value={filter.lang}
          onChange={(event) => setFilter({ lang: event.target.value })}
        >
          {!language && filter.lang !== '' && <option value={filter.lang}>{filter.lang}</option>}
          {targets.map(({ tag, value, name }) => (
            <option key={tag} value={tag}>
              {name === value ? value : `${value} (${name})`}
            </option>
          ))}
        </SelectField>
        <DepartmentFilter value={filter.department} onChange={setFilter} />
        <SelectField
          label={t('show')}
          value={filter.state}
          onChange={(event) => setFilter({ state: event.target.value })}
        >
          <option value="">{t('missingAndOutdated')}</option>
          <option value="missing">{t('missing')}</option>
          <option value="outdated">{t('outdated')}</option>
        </SelectField>
        {filter.lang !== '' && <ListDownloads href={gapsDownload(filter)} file="translations.csv" />}
      </div>
      <PagedList
        query={gaps}
        label={t('pagesOfGaps')}
        failure={t('listNotLoaded')}
        page={page}
        pageSize={translationsPageSize}
        onPage={setPage}
      >
        {(shown) => (
          <>
            <p role="status">{t('missingAndOutdatedCounts', shown.counts)}</p>
            {shown.citations.length > 0 && <GapTable gaps={shown.citations} />}
          </>
        )}
      </PagedList>
    </section>
  )
}

/** A number; 0 is shown as a dash, so that the others stand out. */
const Demand = ({ count }: { count: number }) =>
  count > 0 ? (
    number(count)
  ) : (
    <>
      <span aria-hidden className={styles.none}>
        –
      </span>
      <VisuallyHidden>0</VisuallyHidden>
    </>
  )

const GapTable = ({ gaps }: { gaps: readonly TranslationGap[] }) => (
  <ListTable
    caption={t('citationsLackTranslation')}
    rows={gaps}
    rowKey={({ id }) => id}
    columns={[
      {
        header: t('title'),
        is: 'name',
        cell: ({ readableId, title, versionTitle }) => (
          <>
            <Link to={citationPath(readableId)} dir="auto">
              {title}
            </Link>
            {versionTitle && <p dir="auto">{versionTitle}</p>}
          </>
        ),
      },
      { header: t('department'), cell: ({ department }) => department },
      { header: t('state'), cell: ({ state }) => (state === 'missing' ? t('missing') : t('outdated')) },
      { header: t('requests'), is: 'numeric', cell: ({ requests }) => <Demand count={requests} /> },
      { header: t('searches'), is: 'numeric', cell: ({ searches }) => <Demand count={searches} /> },
      { header: t('revised'), cell: ({ revisionDate }) => shortDate(revisionDate) },
      { header: t('englishRevised'), cell: ({ englishRevisionDate }) => shortDate(englishRevisionDate) },
    ]}
  />
)
