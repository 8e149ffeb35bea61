// Codes that health records requested and no citation has.
import messages from 'messages:staff/searchInsight'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  thesaurusPageSize,
  type UnansweredCode,
  unansweredCodesDownload,
  unansweredCodesQuery,
} from '../../api/maintenance/thesaurus'
import { ListDownloads } from '../../components/list/ListHead'
import { pageStart } from '../../components/list/pages'
import { Table } from '../../components/list/Table'
import layout from '../../components/page/Page.module.css'
import { staffText } from '../../i18n/staffText'
import { systemName } from '../../lib/codes'
import { shortDate } from '../../lib/dates/dates'
import { ListPage } from '../../listkit/ListPage'
import { useListAddress } from '../../listkit/useListAddress'
import { InsightViews } from './InsightViews'
import { codesAddress, toDays } from './insightAddress'
import { Period } from './Period'

const t = staffText(messages)

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
  <Table caption={t('codesWithoutHandout')} stacked>
    <thead>
      <tr>
        <th scope="col">{t('code')}</th>
        <th scope="col">{t('system')}</th>
        <th scope="col" data-numeric>
          {t('requests')}
        </th>
        <th scope="col">{t('lastDay')}</th>
      </tr>
    </thead>
    <tbody>
      {codes.map(({ system, code, count, lastDay }) => (
        <tr key={`${system} ${code}`}>
          <td data-name>{code}</td>
          <td data-label={t('system')}>{systemName(system)}</td>
          <td data-label={t('requests')} data-numeric>
            {count.toLocaleString('en-US')}
          </td>
          <td data-label={t('lastDay')}>{shortDate(lastDay)}</td>
        </tr>
      ))}
    </tbody>
  </Table>
)
