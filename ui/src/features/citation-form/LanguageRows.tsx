// The language versions of the form: one row each, with the latest known revision date when none was entered.
import Trash from 'lucide-react/icons/trash-2'
import { Controller, type UseFormReturn, useFieldArray } from 'react-hook-form'
import type { RevisionDate } from '../../api/citations'
import { useItemNumberLabel } from '../../api/config'
import { Button } from '../../components/Button'
import { Combobox } from '../../components/Combobox'
import { IconButton } from '../../components/IconButton'
import { TextField } from '../../components/TextField'
import { latestRevision } from '../../lib/revisions'
import styles from './CitationForm.module.css'
import { emptyRow, type FormValues, fieldId, rowId } from './formValues'

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
  const typed = watch('languages')
  return (
    <>
      <ul className={styles.rows}>
        {rows.fields.map((row, n) => {
          const lang = typed[n]?.lang ?? ''
          const latest = latestRevision(revisions, lang) ?? ''
          return (
            <li key={row.id} className={styles.row}>
              <Controller
                control={control}
                name={`languages.${n}.lang`}
                render={({ field }) => (
                  <Combobox
                    label="Language"
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
                id={rowId(n, 'ksbgNumber')}
                error={errorOf(rowId(n, 'ksbgNumber'))}
              />
              <TextField
                label="Revision Date"
                type="date"
                id={rowId(n, 'revisionDate')}
                value={typed[n]?.revisionDate || latest}
                onChange={(event) => setValue(`languages.${n}.revisionDate`, event.target.value, { shouldDirty: true })}
              />
              <TextField
                {...register(`languages.${n}.url`)}
                label="URL"
                type="url"
                id={rowId(n, 'url')}
                error={errorOf(rowId(n, 'url'))}
              />
              <div className={styles.remove}>
                <IconButton label={`Remove ${lang || 'this language'}`} tooltip="Remove" onClick={() => rows.remove(n)}>
                  <Trash aria-hidden />
                </IconButton>
              </div>
            </li>
          )
        })}
      </ul>
      {missing && <p className={styles.muted}>{missing}</p>}
      <div>
        <Button id={fieldId('languages')} onClick={() => rows.append(emptyRow)}>
          + Add New
        </Button>
      </div>
    </>
  )
}
