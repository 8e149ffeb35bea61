// One change of the form: field, operation and values.
import t from 'messages:staff/bulkEdit'
import { useQuery } from '@tanstack/react-query'
import { departmentsQuery, facetsQuery } from '../../api/catalogue/lookups'
import { reviewsQuery } from '../../api/maintenance/reviews'
import { Button } from '../../components/buttons/Button'
import { Combobox, MultiCombobox } from '../../components/form/Combobox'
import { SelectField, TextField } from '../../components/form/TextField'
import { ReplacedByField } from '../../formkit/CitationField'
import { type CodeSystem, codeSystems } from '../../lib/codes'
import styles from './BulkChange.module.css'
import {
  type ChangeField,
  changeField,
  changeFields,
  type Line,
  lineFor,
  type Operation,
  operationLabel,
} from './changeFields'

interface Props {
  line: Line
  /** Its position from 1; distinguishes several changes for screen readers. */
  place: number
  several: boolean
  error: string | undefined
  onChange: (line: Line) => void
  onRemove: () => void
}

export function ChangeLine({ line, place, several, error, onChange, onRemove }: Props) {
  const field = changeField(line.field)
  if (!field) return null
  const nameSuffix = several ? t('changeSuffix', { place }) : undefined
  return (
    <fieldset aria-label={t('changePlace', { place })} className={styles.line}>
      <SelectField
        label={t('field')}
        nameSuffix={nameSuffix}
        value={line.field}
        onValue={(value) => onChange(lineFor(line.key, value))}
        options={changeFields.map(({ name, label }) => [name, label])}
      />
      <SelectField
        label={t('whatToDo')}
        nameSuffix={nameSuffix}
        value={line.operation}
        onValue={(value) => onChange({ ...line, operation: value as Operation })}
        options={field.operations.map((operation) => [operation, operationLabel(field, operation)])}
      />
      {line.operation === 'clear' ? (
        <span />
      ) : (
        <LineValue field={field} line={line} error={error} onChange={onChange} />
      )}
      {several && (
        <Button
          variant="quiet"
          className={styles.remove}
          aria-label={t('removeChangePlace', { place })}
          onClick={onRemove}
        >
          {t('remove')}
        </Button>
      )}
      {field.control === 'obsolete' && line.text === 'yes' && (
        <div className={styles.extra}>
          <ReplacedByField
            label={t('replacedByOptional')}
            value={line.replacement}
            onChange={(replacement) => onChange({ ...line, replacement })}
          />
        </div>
      )}
    </fieldset>
  )
}

const everybody = { state: '', department: '', reviewer: '' }

interface ValueProps extends Pick<Props, 'line' | 'error' | 'onChange'> {
  field: ChangeField
}

function LineValue({ field, line, error, onChange }: ValueProps) {
  const { control, label, facet } = field
  const facets = useQuery({ ...facetsQuery, enabled: control === 'list' || control === 'one' }).data
  const departments = useQuery({ ...departmentsQuery, enabled: control === 'department' }).data ?? []
  const reviewers = useQuery({ ...reviewsQuery(everybody, 0), enabled: control === 'reviewer' }).data?.reviewers ?? []
  const known = (facets?.[facet ?? '']?.buckets ?? []).map(({ value }) => value)
  const setText = (text: string) => onChange({ ...line, text })
  switch (control) {
    case 'list':
      return (
        <MultiCombobox
          label={label}
          required
          options={known}
          creatable={line.operation !== 'remove'}
          value={line.values}
          error={error}
          onChange={(values) => onChange({ ...line, values })}
        />
      )
    case 'codes':
      return <CodesValue label={label} line={line} error={error} onChange={onChange} />
    case 'one':
    case 'reviewer':
    case 'department':
      return (
        <Combobox
          label={label}
          required
          options={control === 'one' ? known : control === 'reviewer' ? reviewers : departments.map(({ name }) => name)}
          creatable={control !== 'department'}
          value={line.text}
          error={error}
          onChange={setText}
        />
      )
    case 'citation':
      return <ReplacedByField label={label} required value={line.text} error={error} onChange={setText} />
    case 'months':
      return (
        <TextField
          label={label}
          required
          hint={t('inMonths')}
          inputMode="numeric"
          autoComplete="off"
          value={line.text}
          error={error}
          onValue={setText}
        />
      )
    case 'obsolete':
      return (
        <SelectField label={label} value={line.text} error={error} onValue={setText}>
          <option value="yes">{t('yesNoLongerInUse')}</option>
          <option value="no">{t('noInUse')}</option>
        </SelectField>
      )
  }
}

interface CodesValueProps {
  label: string
  line: Line
  error: string | undefined
  onChange: (line: Line) => void
}

/** Codes of clinical terminologies in a bulk edit: several of one system in one text. */
const CodesValue = ({ label, line, error, onChange }: CodesValueProps) => (
  <div className={styles.codes}>
    <SelectField
      label={t('codeSystem')}
      value={line.system}
      onValue={(value) => onChange({ ...line, system: value as CodeSystem })}
      options={Object.entries(codeSystems).map(([system, name]) => [system, name])}
    />
    <TextField
      label={label}
      required
      hint={t('codesHint')}
      autoComplete="off"
      spellCheck={false}
      value={line.text}
      error={error}
      onValue={(value) => onChange({ ...line, text: value })}
    />
  </div>
)
