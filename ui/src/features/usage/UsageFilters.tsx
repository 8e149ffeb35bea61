// The views of the usage, and the filters by period and department; all of them are stored in the URL.
import t from 'messages:staff/usage'
import { SelectField } from '../../components/form/TextField'
import { DepartmentFilter, ListFilters } from '../../listkit/ListFilters'
import { inAddress, lists, monthsOf, periods, type UsageAddress, usageAddress } from './usageAddress'

interface Props {
  filter: UsageAddress
  onChange: (next: Partial<UsageAddress>) => void
}

export const UsageFilters = ({ filter, onChange }: Props) => (
  <ListFilters
    address={usageAddress}
    filter={filter}
    viewOf="list"
    views={lists.map(({ list, label }) => ({ value: list, label }))}
  >
    <SelectField
      label={t('period')}
      value={monthsOf(filter)}
      onChange={(event) => onChange({ months: inAddress(event.target.value) })}
    >
      {periods.map((period) => (
        <option key={period} value={period}>
          {t('lastMonths', { months: Number(period) })}
        </option>
      ))}
    </SelectField>
    <DepartmentFilter value={filter.department} onChange={onChange} />
  </ListFilters>
)
