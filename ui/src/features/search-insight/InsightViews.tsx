// Links to the two lists of Search Insight, with the same period.
import t from 'messages:staff/searchInsight'
import { ListViews } from '../../components/list/ListViews'
import { codesAddress, inAddress, insightAddress } from './insightAddress'

interface Props {
  current: 'searches' | 'codes'
  days: string
}

export const InsightViews = ({ current, days }: Props) => (
  <ListViews
    views={[
      {
        label: t('searches'),
        to: insightAddress.path({ days: inAddress(days), language: '' }),
        current: current === 'searches',
      },
      {
        label: t('codesWithoutHandout'),
        to: codesAddress.path({ view: 'codes', days: inAddress(days) }),
        current: current === 'codes',
      },
    ]}
  />
)
