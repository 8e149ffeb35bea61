// Codes that health records requested and no citation has.
import t from 'messages:staff/searchInsight'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  thesaurusPageSize,
  type UnansweredCode,
  unansweredCodesDownload,
  unansweredCodesQuery,
} from '../../api/maintenance/thesaurus'
import { ListDownloads } from '../../components/list/ListHead'
import { pageStart } from '../../components/list/pages'
import layout from '../../components/page/Page.module.css'
import { systemName } from '../../lib/codes'
import { shortDate } from '../../lib/dates/dates'
import { ListPage } from '../../listkit/ListPage'
import { ListTable } from '../../listkit/ListTable'
import { useListAddress } from '../../listkit/useListAddress'
import { InsightViews } from './InsightViews'
import { codesAddress, toDays } from './insightAddress'
import { Period } from './Period'

export function UnansweredCodes() {
  const { filter, page, setFilter, setPage } = useListAddress(codesAddress)
  const days = toDays(filter.days)
  const codes = useQuery({
    ...unansweredCodesQuery(days, pageStart(page, thesaurusPageSize)),
    placeholderData: keepPreviousData,
  })
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
      query={codes}
      label={t('pagesOfCodes')}
      failure={t('codesNotLoaded')}
      page={page}
      pageSize={thesaurusPageSize}
      onPage={setPage}
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
