// The codes of the form, one row each. Several codes that are pasted into one row become separate rows.
import t from 'messages:staff/citationForm'
import Trash from 'lucide-react/icons/trash-2'
import { flushSync } from 'react-dom'
import { type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form'
import { Button, IconButton } from '../../components/buttons/Button'
import { announce } from '../../components/feedback/Notice'
import { FieldError, SelectField, TextField } from '../../components/form/TextField'
import { codeSystems, parseCodes } from '../../lib/codes'
import styles from './CodeRows.module.css'
import type { CodeRow, FormValues } from './formValues'
import { codeRowId, fieldId } from './validation'

interface Props {
  form: UseFormReturn<FormValues>
  errorOf: (id: string) => string | undefined
}

export function CodeRows({ form, errorOf }: Props) {
  const rows = useFieldArray({ control: form.control, name: 'codes' })
  const typed = useWatch({ control: form.control, name: 'codes' })
  const error = errorOf(fieldId('codes'))
  const errorId = `${fieldId('codes')}-error`
  const focus = (id: string) => document.getElementById(id)?.focus()
  const add = () => {
    // Consecutive codes mostly belong to the same system.
    const system = typed.at(-1)?.system ?? 'icd10cm'
    flushSync(() => rows.append({ system, code: '', display: '' }, { shouldFocus: false }))
    focus(codeRowId(typed.length, 'code'))
  }
  const paste = (n: number, text: string) => {
    const changed = withPasted(typed, n, text)
    if (!changed) return false
    flushSync(() => rows.replace(changed.rows))
    announce(t('codesAdded', { count: changed.added }))
    focus(codeRowId(changed.last, 'code'))
    return true
  }
  const remove = (n: number) => {
    flushSync(() => rows.remove(n))
    announce(t('codeRemoved', { code: typed[n]?.code || t('theCode') }))
    // The focus moves to the button of the next or previous row; after the last row, to '+ Add Code'.
    focus(typed.length === 1 ? fieldId('codes') : removeCodeId(Math.min(n, typed.length - 2)))
  }
  return (
    <div className={styles.table}>
      <p className={styles.introduction}>{t('codesIntroduction')}</p>
      {rows.fields.length > 0 && <Head />}
      <ul className={styles.rows}>
        {rows.fields.map((row, n) => (
          <li key={row.id} className={styles.row}>
            <CodeFields
              form={form}
              n={n}
              errorOf={errorOf}
              onPaste={(text) => paste(n, text)}
              onRemove={() => remove(n)}
            />
          </li>
        ))}
      </ul>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      <div>
        <Button id={fieldId('codes')} aria-describedby={error ? errorId : undefined} onClick={add}>
          {t('addCode')}
        </Button>
      </div>
    </div>
  )
}

/** The visible labels of all rows; for screen readers each field has its own. */
const Head = () => (
  <div className={styles.head} aria-hidden="true">
    <span>{t('codeSystem')}</span>
    <span>
      {t('code')} <span className={styles.star}>*</span>
    </span>
    <span>{t('codeDisplay')}</span>
  </div>
)

interface Pasted {
  rows: CodeRow[]
  /** How many codes are new. */
  added: number
  /** The index of the last new row. */
  last: number
}

/**
 * The rows after several codes were pasted into row `n`: an empty row gets the first of them, the others follow it. Codes that
 * already have a row are omitted. Undefined if the text contains at most one code, which the field itself handles.
 */
export function withPasted(rows: readonly CodeRow[], n: number, text: string): Pasted | undefined {
  const row = rows[n]
  if (!row) return undefined
  const codes = parseCodes(text, row.system)
  if (codes.length < 2) return undefined
  const key = ({ system, code }: Pick<CodeRow, 'system' | 'code'>) => `${system} ${code.replace('.', '').toUpperCase()}`
  const known = new Set(rows.map(key))
  const fresh = codes.filter((code) => !known.has(key(code))).map((code) => ({ ...code, display: '' }))
  const isEmpty = row.code.trim() === '' && fresh.length > 0
  const before = rows.slice(0, isEmpty ? n : n + 1)
  if (isEmpty && fresh[0]) fresh[0].display = row.display
  return {
    rows: [...before, ...fresh, ...rows.slice(n + 1)],
    added: fresh.length,
    last: before.length + fresh.length - 1,
  }
}

const removeCodeId = (row: number) => `remove-code-${row}`

interface CodeFieldsProps {
  form: UseFormReturn<FormValues>
  /** The index of the row. */
  n: number
  errorOf: (id: string) => string | undefined
  /** Handles pasted text. Returns true if it contained several codes, which were added as rows. */
  onPaste: (text: string) => boolean
  onRemove: () => void
}

/** The fields of one code. Labels are shown where the rows have no header. */
function CodeFields({ form: { control, register }, n, errorOf, onPaste, onRemove }: CodeFieldsProps) {
  const code = useWatch({ control, name: `codes.${n}.code` }) ?? ''
  const about = (part: keyof CodeRow) => ({
    ...register(`codes.${n}.${part}`),
    id: codeRowId(n, part),
    nameSuffix: t('codeRowSuffix', { n: n + 1, code: part === 'code' || code === '' ? '' : `: ${code}` }),
    error: errorOf(codeRowId(n, part)),
  })
  return (
    <div className={styles.fields}>
      <SelectField
        {...about('system')}
        label={t('codeSystem')}
        options={Object.entries(codeSystems).map(([system, name]) => [system, name])}
      />
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
