// A select that filters a list. It also shows a value from the URL that is not an option.
import { SelectField } from './TextField'

interface Props {
  label: string
  /** The label of the option without a filter. */
  all: string
  value: string
  values: readonly string[]
  onChange: (value: string) => void
  id?: string
}

export const FilterChoice = ({ label, all, value, values, onChange, id }: Props) => (
  <SelectField id={id} label={label} value={value} onChange={(event) => onChange(event.target.value)}>
    <option value="">{all}</option>
    {value !== '' && !values.includes(value) && <option value={value}>{value}</option>}
    {values.map((name) => (
      <option key={name} value={name}>
        {name}
      </option>
    ))}
  </SelectField>
)
