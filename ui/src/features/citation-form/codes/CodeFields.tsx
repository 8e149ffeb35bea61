// The fields of one code. Labels are shown where the rows have no header.
import t from 'messages:staff/citationForm'
import Trash from 'lucide-react/icons/trash-2'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { IconButton } from '../../../components/buttons/IconButton'
import { SelectField, TextField } from '../../../components/form/TextField'
import { codeSystems } from '../../../lib/codes'
import type { CodeRow, FormValues } from '../formValues'
import { codeRowId } from '../validation'
import styles from './CodeRows.module.css'

export const removeCodeId = (row: number) => `remove-code-${row}`

interface Props {
  form: UseFormReturn<FormValues>
  /** The index of the row. */
  n: number
  errorOf: (id: string) => string | undefined
  /** Handles pasted text. Returns true if it contained several codes, which were added as rows. */
  onPaste: (text: string) => boolean
  onRemove: () => void
}

export function CodeFields({ form: { control, register }, n, errorOf, onPaste, onRemove }: Props) {
  const code = useWatch({ control, name: `codes.${n}.code` }) ?? ''
  const about = (part: keyof CodeRow) => ({
    ...register(`codes.${n}.${part}`),
    id: codeRowId(n, part),
    nameSuffix: t('codeRowSuffix', { n: n + 1, code: part === 'code' || code === '' ? '' : `: ${code}` }),
    error: errorOf(codeRowId(n, part)),
  })
  return (
    <div className={styles.fields}>
      <SelectField {...about('system')} label={t('codeSystem')}>
        {Object.entries(codeSystems).map(([system, name]) => (
          <option key={system} value={system}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        {...about('code')}
        label={t('code')}
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onPaste={(event) => {
          if (onPaste(event.clipboardData.getData('text'))) event.preventDefault()
        }}
      />
      <TextField {...about('display')} label={t('codeDisplay')} autoComplete="off" />
      <div className={styles.remove}>
        <IconButton
          id={removeCodeId(n)}
          label={t('removeCode', { code: code || t('codeInSentence'), n: n + 1 })}
          tooltip={t('remove')}
          onClick={onRemove}
        >
          <Trash aria-hidden />
        </IconButton>
      </div>
    </div>
  )
}
