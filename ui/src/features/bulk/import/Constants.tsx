// Values for the empty cells of a field, and for fields without a column.
import t from 'messages:staff/import'
import Trash from 'lucide-react/icons/trash-2'
import { useId, useRef } from 'react'
import { useForm } from 'react-hook-form'
import type { Mapping } from '../../../api/catalogue/imports'
import { Button } from '../../../components/buttons/Button'
import { IconButton } from '../../../components/buttons/IconButton'
import { SelectField, TextField } from '../../../components/form/TextField'
import { FormShell, fieldOf, required } from '../../../formkit/FormShell'
import styles from './Import.module.css'
import { withConstant, withoutConstant } from './mappingEdits'
import { TargetOptions } from './TargetOptions'
import { fieldLabel, type Target } from './targets'

/** A value of its own is in every row: it identifies nothing. */
const mayBeConstant = ({ value, group }: Target) => group === 'handout' && value !== 'id' && value !== 'title'

interface Props {
  mapping: Mapping
  onChange: (mapping: Mapping) => void
}

export function Constants({ mapping, onChange }: Props) {
  const heading = useId()
  const add = useRef<HTMLButtonElement>(null)
  const form = useForm({ defaultValues: { field: '', value: '' } })
  const constants = Object.entries(mapping.constants)
  return (
    <section aria-labelledby={heading} className={styles.part}>
      <h3 id={heading}>{t('constants')}</h3>
      <p className={styles.muted}>{t('constantsHint')}</p>
      {constants.length > 0 && (
        <ul className={styles.changes}>
          {constants.map(([field, value]) => (
            <li key={field} className={styles.constant}>
              <span>
                {t('constantLine', { label: fieldLabel(field) })} <bdi>{value}</bdi>
              </span>
              <IconButton
                label={t('removeConstant', { label: fieldLabel(field) })}
                onClick={() => {
                  add.current?.focus()
                  onChange(withoutConstant(mapping, field))
                }}
              >
                <Trash aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <FormShell
        form={form}
        className={styles.line}
        onSubmit={({ field, value }) => {
          onChange(withConstant(mapping, field, value.trim()))
          form.reset()
        }}
      >
        <SelectField
          {...fieldOf(form, 'field', { validate: required(t('constantFieldRequired')) })}
          label={t('constantField')}
        >
          <option value="">{t('chooseSaved')}</option>
          <TargetOptions fits={mayBeConstant} />
          <option value="version@English">{t('englishVersion')}</option>
        </SelectField>
        <TextField
          {...fieldOf(form, 'value', { validate: required(t('constantValueRequired')) })}
          label={t('constantValue')}
          dir="auto"
          autoComplete="off"
        />
        <Button ref={add} type="submit">
          {t('addConstant')}
        </Button>
      </FormShell>
    </section>
  )
}
