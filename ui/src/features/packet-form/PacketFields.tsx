// Title, description, department and publication of a packet.

import t from 'messages:staff/packetForm'
import { useQuery } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { facetsQuery } from '../../api/catalogue/lookups'
import { useUser } from '../../api/user'
import { Checkbox } from '../../components/form/Checkbox'
import { TextArea, TextField } from '../../components/form/TextField'
import { ComboboxField } from '../../formkit/ComboboxField'
import { fieldOf } from '../../formkit/FormShell'
import styles from './PacketForm.module.css'
import { limits, type PacketValues } from './packetValues'

const tooLong = (max: number) => t('atMostMaxCharacters', { max })

export function PacketFields({ form }: { form: UseFormReturn<PacketValues> }) {
  const { may } = useUser()
  const departments = useQuery(facetsQuery).data?.departments?.buckets ?? []
  return (
    <div className={styles.fields}>
      <TextField
        {...fieldOf(form, 'title', {
          validate: (text) => text.trim() !== '' || t('titleRequired'),
          maxLength: { value: limits.title, message: tooLong(limits.title) },
        })}
        label={t('title')}
        required
        dir="auto"
        autoComplete="off"
        hint={t('titleHint')}
      />
      <TextArea
        {...fieldOf(form, 'description', {
          maxLength: { value: limits.description, message: tooLong(limits.description) },
        })}
        label={t('description')}
        rows={3}
        dir="auto"
        hint={t('familiesSeeBelowTitle')}
      />
      <ComboboxField
        form={form}
        name="department"
        label={t('department')}
        clearable
        options={departments.map(({ value }) => value)}
      />
      {may('manageCatalogue') && <Checkbox {...form.register('published')}>{t('publishedLabel')}</Checkbox>}
    </div>
  )
}
