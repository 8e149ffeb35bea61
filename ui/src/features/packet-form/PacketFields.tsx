// Title, description, department and publication of a packet.
import messages from 'messages:staff/packetForm'
import { useQuery } from '@tanstack/react-query'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { facetsQuery } from '../../api/catalogue/search'
import { useUser } from '../../api/user'
import { Checkbox } from '../../components/form/Checkbox'
import { Combobox } from '../../components/form/Combobox'
import { TextArea, TextField } from '../../components/form/TextField'
import { staffText } from '../../i18n/staffText'
import styles from './PacketForm.module.css'
import { limits, type PacketValues } from './packetValues'

const t = staffText(messages)

const tooLong = (max: number) => t('atMostMaxCharacters', { max })

export function PacketFields({ form }: { form: UseFormReturn<PacketValues> }) {
  const { may } = useUser()
  const departments = useQuery(facetsQuery).data?.departments?.buckets ?? []
  const {
    control,
    register,
    formState: { errors },
  } = form
  return (
    <div className={styles.fields}>
      <TextField
        {...register('title', {
          validate: (text) => text.trim() !== '' || t('titleRequired'),
          maxLength: { value: limits.title, message: tooLong(limits.title) },
        })}
        label={t('title')}
        required
        dir="auto"
        autoComplete="off"
        hint={t('titleHint')}
        error={errors.title?.message}
      />
      <TextArea
        {...register('description', { maxLength: { value: limits.description, message: tooLong(limits.description) } })}
        label={t('description')}
        rows={3}
        dir="auto"
        hint={t('familiesSeeBelowTitle')}
        error={errors.description?.message}
      />
      <Controller
        control={control}
        name="department"
        render={({ field: { ref, ...field } }) => (
          <Combobox
            {...field}
            label={t('department')}
            inputRef={ref}
            clearable
            options={departments.map(({ value }) => value)}
            error={errors.department?.message}
          />
        )}
      />
      {may('manageCatalogue') && <Checkbox {...register('published')}>{t('publishedLabel')}</Checkbox>}
    </div>
  )
}
