// A select that filters a list; a value of the address that is not among the others can be seen in it too.
import { SelectField } from './TextField'

interface Props {
  label: string
  /** What no value means. */
  all: string
  value: string
  values: readonly string[]
  onChange: (value: string) => void
}

export const FilterChoice = ({ label, all, value, values, onChange }: Props) => (
  <SelectField label={label} value={value} onChange={(event) => onChange(event.target.value)}>
    <option value="">{all}</option>
    {value !== '' && !values.includes(value) && <option value={value}>{value}</option>}
    {values.map((name) => (
      <option key={name} value={name}>
        {name}
      </option>
    ))}
  </SelectField>
)
