// Title, description, department and publication of a packet.
import { useQuery } from '@tanstack/react-query'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { facetsQuery } from '../../api/catalogue/search'
import { useUser } from '../../api/user'
import { Checkbox } from '../../components/form/Checkbox'
import { Combobox } from '../../components/form/Combobox'
import { TextArea, TextField } from '../../components/form/TextField'
import styles from './PacketForm.module.css'
import { limits, type PacketValues } from './packetValues'

const tooLong = (max: number) => `At most ${max.toLocaleString('en-US')} characters.`

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
          validate: (text) => text.trim() !== '' || 'Title is required.',
          maxLength: { value: limits.title, message: tooLong(limits.title) },
        })}
        label="Title"
        required
        dir="auto"
        autoComplete="off"
        hint="Such as New type 1 diabetes, or After tonsil surgery."
        error={errors.title?.message}
      />
      <TextArea
        {...register('description', { maxLength: { value: limits.description, message: tooLong(limits.description) } })}
        label="Description"
        rows={3}
        dir="auto"
        hint="Families see it below the title."
        error={errors.description?.message}
      />
      <Controller
        control={control}
        name="department"
        render={({ field: { ref, ...field } }) => (
          <Combobox
            {...field}
            label="Department"
            inputRef={ref}
            clearable
            options={departments.map(({ value }) => value)}
            error={errors.department?.message}
          />
        )}
      />
      {may('manageCatalogue') && (
        <Checkbox {...register('published')}>Published: everybody can find and open this packet</Checkbox>
      )}
    </div>
  )
}
