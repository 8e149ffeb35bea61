// Codes of clinical terminologies in a bulk edit: several of one system in one text.
import t from 'messages:staff/bulkEdit'
import { SelectField, TextField } from '../../components/form/TextField'
import { type CodeSystem, codeSystems } from '../../lib/codes'
import styles from './BulkChange.module.css'
import type { Line } from './changeLines'

interface Props {
  label: string
  line: Line
  error: string | undefined
  onChange: (line: Line) => void
}

export const CodesValue = ({ label, line, error, onChange }: Props) => (
  <div className={styles.codes}>
    <SelectField
      label={t('codeSystem')}
      value={line.system}
      onChange={(event) => onChange({ ...line, system: event.target.value as CodeSystem })}
    >
      {Object.entries(codeSystems).map(([system, name]) => (
        <option key={system} value={system}>
          {name}
        </option>
      ))}
    </SelectField>
    <TextField
      label={label}
      required
      hint={t('codesHint')}
      autoComplete="off"
      spellCheck={false}
      value={line.text}
      error={error}
      onChange={(event) => onChange({ ...line, text: event.target.value })}
    />
  </div>
)
