// A bar chart of the largest totals; the table below has the same numbers.
import messages from 'messages:staff/copyCenter'
import type { OrderTotal, TotalsBy } from '../../../api/orders/copyCenter'
import { BarChart } from '../../../components/list/BarChart'
import { staffText } from '../../../i18n/staffText'
import { byWords, chartBars } from './totals'

const t = staffText(messages)

export function TotalsChart({ by, totals }: { by: TotalsBy; totals: readonly OrderTotal[] }) {
  const { unit, bars } = chartBars(by, totals)
  const [first] = [...bars].sort((a, b) => b.length - a.length)
  if (!first) return null
  const heading = unit === 'dollars' ? t('estimatedCost') : t('pieces')
  return (
    <BarChart
      caption={t('headingBy', { heading, grouping: byWords[by].toLowerCase() })}
      description={t('chartDescription', { count: bars.length, name: first.name, words: first.words })}
      bars={bars}
    />
  )
}
