// Links to the two lists of Search Insight, with the same period.
import messages from 'messages:staff/searchInsight'
import { ListViews } from '../../components/list/ListViews'
import { staffText } from '../../i18n/staffText'
import { codesAddress, inAddress, insightAddress } from './insightAddress'

const t = staffText(messages)

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
