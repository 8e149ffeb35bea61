// Warns that counting began within the period, so that citations used only before it are also listed as unused.
import t from 'messages:staff/usage'
import { useQuery } from '@tanstack/react-query'
import { usageQuery } from '../../api/maintenance/usage'
import { Notice } from '../../components/feedback/Notice'
import { monthName, today } from '../../lib/dates/dates'
import { toFilter, type UsageAddress } from './usageAddress'
import { countedSince } from './usageWords'

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
