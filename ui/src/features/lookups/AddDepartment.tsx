// The panel that adds a department.
import messages from 'messages:staff/lookups'
import { useQueryClient } from '@tanstack/react-query'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { addDepartment, departmentsQuery } from '../../api/catalogue/departments'
import { asProblem } from '../../api/problem'
import { useSingleMutation } from '../../api/useSingleMutation'
import { Button } from '../../components/buttons/Button'
import { announce } from '../../components/feedback/StatusLine'
import { Combobox } from '../../components/form/Combobox'
import { TextField } from '../../components/form/TextField'
import { FormShell } from '../../formkit/FormShell'
import { staffText } from '../../i18n/staffText'
import styles from './LookupsPage.module.css'

const t = staffText(messages)

export function AddDepartment({ contacts, onClose }: { contacts: readonly string[]; onClose: () => void }) {
  const client = useQueryClient()
  const form = useForm({ defaultValues: { name: '', contact: '' } })
  const isEmpty = useWatch({ control: form.control, name: 'name' }).trim() === ''
  const adding = useSingleMutation({
    mutationFn: addDepartment,
    onSuccess: (departments, { name }) => {
      client.setQueryData(departmentsQuery.queryKey, departments)
      announce(t('nameAdded', { name }))
      onClose()
    },
    onError: (error) => {
      const { fieldErrors, detail, title } = asProblem(error)
      form.setError('name', { type: 'server', message: fieldErrors[0]?.message ?? (detail || title) })
    },
  })
  return (
    <FormShell
      form={form}
      className={styles.panel}
      aria-label={t('addDepartment')}
      busy={isEmpty || adding.isPending}
      onSubmit={({ name, contact }) => adding.mutate({ name: name.trim(), frcContact: contact || null })}
    >
      <TextField
        {...form.register('name')}
        label={t('departmentName')}
        required
        autoFocus
        error={form.formState.errors.name?.message}
      />
      <Controller
        control={form.control}
        name="contact"
        render={({ field: { ref, ...field } }) => (
          <Combobox {...field} inputRef={ref} label={t('contact')} options={contacts} creatable clearable />
        )}
      />
      <div className={styles.actions}>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button type="submit" variant="primary" disabled={isEmpty} busy={adding.isPending}>
          {t('save')}
        </Button>
      </div>
    </FormShell>
  )
}
