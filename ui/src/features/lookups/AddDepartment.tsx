// The panel that adds a department.

import t from 'messages:staff/lookups'
import { useWatch } from 'react-hook-form'
import { addDepartment, departmentsQuery } from '../../api/catalogue/lookups'
import { Button } from '../../components/buttons/Button'
import { TextField } from '../../components/form/TextField'
import { ComboboxField } from '../../formkit/ComboboxField'
import { FormShell, fieldOf } from '../../formkit/FormShell'
import { useRowForm } from '../../formkit/useRowForm'
import styles from './LookupsPage.module.css'

export function AddDepartment({ contacts, onClose }: { contacts: readonly string[]; onClose: () => void }) {
  const { form, saving } = useRowForm({
    valuesOf: () => ({ name: '', contact: '' }),
    save: ({ name, contact }) => addDepartment({ name: name.trim(), frcContact: contact || null }),
    reload: (client, departments) => client.setQueryData(departmentsQuery.queryKey, departments),
    done: (_, { name }) => t('nameAdded', { name: name.trim() }),
    onRefused: ({ fieldErrors, detail, title }, { setError }) =>
      setError('name', { type: 'server', message: fieldErrors[0]?.message ?? (detail || title) }),
    onClose,
  })
  const isEmpty = useWatch({ control: form.control, name: 'name' }).trim() === ''
  return (
    <FormShell
      form={form}
      className={styles.panel}
      aria-label={t('addDepartment')}
      busy={isEmpty || saving.isPending}
      onSubmit={saving.mutate}
    >
      <TextField {...fieldOf(form, 'name')} label={t('departmentName')} required autoFocus />
      <ComboboxField form={form} name="contact" label={t('contact')} options={contacts} creatable clearable />
      <div className={styles.actions}>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button type="submit" variant="primary" disabled={isEmpty} busy={saving.isPending}>
          {t('save')}
        </Button>
      </div>
    </FormShell>
  )
}
