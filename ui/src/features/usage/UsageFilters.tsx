// The views of the usage, and the filters by period and department; all of them are stored in the URL.
import messages from 'messages:staff/usage'
import { SelectField } from '../../components/form/TextField'
import { ListViews } from '../../components/list/ListViews'
import layout from '../../components/page/Page.module.css'
import { staffText } from '../../i18n/staffText'
import { DepartmentFilter } from '../../listkit/DepartmentFilter'
import styles from './UsagePage.module.css'
import { inAddress, lists, monthsOf, periods, type UsageAddress, usageAddress } from './usageAddress'

const t = staffText(messages)

interface Props {
  address: UsageAddress
  onChange: (next: Partial<UsageAddress>) => void
}

export function UsageFilters({ address, onChange }: Props) {
  return (
    <>
      <ListViews
        views={lists.map(({ list, label }) => ({
          label,
          to: usageAddress.path({ ...address, list }),
          current: list === address.list,
        }))}
      />
      <div className={`${layout.tools} ${styles.filters}`}>
        <SelectField
          label={t('period')}
          value={monthsOf(address)}
          onChange={(event) => onChange({ months: inAddress(event.target.value) })}
        >
          {periods.map((period) => (
            <option key={period} value={period}>
              {t('lastMonths', { months: Number(period) })}
            </option>
          ))}
        </SelectField>
        <DepartmentFilter value={address.department} onChange={onChange} />
      </div>
    </>
  )
}
