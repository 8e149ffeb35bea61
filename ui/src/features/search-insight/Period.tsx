// Selects the period of the counts.
import t from 'messages:staff/searchInsight'
import { SelectField } from '../../components/form/TextField'
import { inAddress, periods } from './insightAddress'

interface Props {
  days: string
  /** Called with the value of the days in the URL. */
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
