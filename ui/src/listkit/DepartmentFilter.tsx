// The filter of a list by department.
import t from 'messages:staff/controls'
import { useQuery } from '@tanstack/react-query'
import { departmentsQuery } from '../api/catalogue/departments'
import { FilterChoice } from '../components/form/FilterChoice'

interface Props {
  /** The selected department; empty for all. */
  value: string
  onChange: (next: { department: string }) => void
}

export function DepartmentFilter({ value, onChange }: Props) {
  const departments = useQuery(departmentsQuery).data ?? []
  return (
    <FilterChoice
      label={t('department')}
      all={t('allDepartments')}
      value={value}
      values={departments.map(({ name }) => name)}
      onChange={(department) => onChange({ department })}
    />
  )
}
