// The panel that adds a department.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { addDepartment, departmentsQuery } from '../../api/catalogue/departments'
import { asProblem } from '../../api/problem'
import { Button } from '../../components/buttons/Button'
import { announce } from '../../components/feedback/StatusLine'
import { Combobox } from '../../components/form/Combobox'
import { TextField } from '../../components/form/TextField'
import { FormShell } from '../../formkit/FormShell'
import styles from './LookupsPage.module.css'

export function AddDepartment({ contacts, onClose }: { contacts: readonly string[]; onClose: () => void }) {
  const client = useQueryClient()
  const form = useForm({ defaultValues: { name: '', contact: '' } })
  const isEmpty = useWatch({ control: form.control, name: 'name' }).trim() === ''
  const adding = useMutation({
    mutationFn: addDepartment,
    onSuccess: (departments, { name }) => {
      client.setQueryData(departmentsQuery.queryKey, departments)
      announce(`${name} was added.`)
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
      aria-label="Add Department"
      busy={isEmpty || adding.isPending}
      onSubmit={({ name, contact }) => adding.mutate({ name: name.trim(), frcContact: contact || null })}
    >
      <TextField
        {...form.register('name')}
        label="Department Name"
        required
        autoFocus
        error={form.formState.errors.name?.message}
      />
      <Controller
        control={form.control}
        name="contact"
        render={({ field: { ref, ...field } }) => (
          <Combobox {...field} inputRef={ref} label="Contact" options={contacts} creatable clearable />
        )}
      />
      <div className={styles.actions}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={isEmpty} busy={adding.isPending}>
          Save
        </Button>
      </div>
    </FormShell>
  )
}
