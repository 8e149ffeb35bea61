// The language versions of the form: one row each, with the latest known revision date when none was entered.
import Trash from 'lucide-react/icons/trash-2'
import { flushSync } from 'react-dom'
import { Controller, type UseFormReturn, useFieldArray } from 'react-hook-form'
import type { RevisionDate } from '../../api/citations'
import { useItemNumberLabel } from '../../api/config'
import { Button } from '../../components/Button'
import { Combobox } from '../../components/Combobox'
import { FieldError } from '../../components/Field'
import { IconButton } from '../../components/IconButton'
import { announce } from '../../components/StatusLine'
import { TextField } from '../../components/TextField'
import { latestRevision } from '../../lib/revisions'
import styles from './CitationForm.module.css'
import { emptyRow, type FormValues, fieldId, rowId } from './formValues'

const removeId = (row: number) => `remove-language-${row}`

interface Props {
  form: UseFormReturn<FormValues>
  options: string[]
  revisions: readonly RevisionDate[]
  errorOf: (id: string) => string | undefined
}

export function LanguageRows({ form, options, revisions, errorOf }: Props) {
  const { control, register, watch, setValue } = form
  const rows = useFieldArray({ control, name: 'languages' })
  const numberLabel = useItemNumberLabel()
  const missing = errorOf(fieldId('languages'))
  const missingId = `${fieldId('languages')}-error`
  const typed = watch('languages')
  const add = () => {
    flushSync(() => rows.append(emptyRow, { shouldFocus: false }))
    document.getElementById(rowId(typed.length, 'lang'))?.focus()
  }
  const remove = (n: number) => {
    flushSync(() => rows.remove(n))
    announce(`${typed[n]?.lang || 'The language'} was removed.`)
    // The next row's button takes the focus, or the one before; '+ Add New' after the last row.
    const next = typed.length === 1 ? fieldId('languages') : removeId(Math.min(n, typed.length - 2))
    document.getElementById(next)?.focus()
  }
  return (
    <>
      <ul className={styles.rows}>
        {rows.fields.map((row, n) => {
          const lang = typed[n]?.lang ?? ''
          const ofRow = ` (row ${n + 1}${lang && `: ${lang}`})`
          const latest = latestRevision(revisions, lang) ?? ''
          return (
            <li key={row.id} className={styles.row}>
              <Controller
                control={control}
                name={`languages.${n}.lang`}
                render={({ field }) => (
                  <Combobox
                    label="Language"
                    nameSuffix={` (row ${n + 1})`}
                    required
                    id={rowId(n, 'lang')}
                    error={errorOf(rowId(n, 'lang'))}
                    value={field.value}
                    onChange={field.onChange}
                    onBlur={field.onBlur}
                    inputRef={field.ref}
                    options={options}
                    creatable
                  />
                )}
              />
              <TextField
                {...register(`languages.${n}.ksbgNumber`)}
                label={numberLabel}
                nameSuffix={ofRow}
                id={rowId(n, 'ksbgNumber')}
                error={errorOf(rowId(n, 'ksbgNumber'))}
              />
              <TextField
                label="Revision Date"
                nameSuffix={ofRow}
                type="date"
                id={rowId(n, 'revisionDate')}
                error={errorOf(rowId(n, 'revisionDate'))}
                value={typed[n]?.revisionDate || latest}
                onChange={(event) => setValue(`languages.${n}.revisionDate`, event.target.value, { shouldDirty: true })}
              />
              <TextField
                {...register(`languages.${n}.pages`)}
                label="Pages"
                nameSuffix={ofRow}
                inputMode="numeric"
                autoComplete="off"
                id={rowId(n, 'pages')}
                error={errorOf(rowId(n, 'pages'))}
              />
              <TextField
                {...register(`languages.${n}.url`)}
                label="URL"
                nameSuffix={ofRow}
                type="url"
                id={rowId(n, 'url')}
                error={errorOf(rowId(n, 'url'))}
              />
              <div className={styles.remove}>
                <IconButton
                  id={removeId(n)}
                  label={`Remove ${lang || 'language'}, row ${n + 1}`}
                  tooltip="Remove"
                  onClick={() => remove(n)}
                >
                  <Trash aria-hidden />
                </IconButton>
              </div>
            </li>
          )
        })}
      </ul>
      {missing && <FieldError id={missingId}>{missing}</FieldError>}
      <div>
        <Button id={fieldId('languages')} aria-describedby={missing ? missingId : undefined} onClick={add}>
          + Add New
        </Button>
      </div>
    </>
  )
}
