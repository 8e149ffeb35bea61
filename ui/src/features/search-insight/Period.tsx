// The choice of the days that are summed up.
import messages from 'messages:staff/searchInsight'
import { SelectField } from '../../components/form/TextField'
import { staffText } from '../../i18n/staffText'
import { inAddress, periods } from './insightAddress'

const t = staffText(messages)

interface Props {
  days: string
  /** Called with the days as the URL has them. */
  onChange: (days: string) => void
}

export const Period = ({ days, onChange }: Props) => (
  <SelectField label={t('period')} value={days} onChange={(event) => onChange(inAddress(event.target.value))}>
    {periods.map((period) => (
      <option key={period} value={period}>
        {t('lastPeriodDays', { period })}
      </option>
    ))}
  </SelectField>
)
