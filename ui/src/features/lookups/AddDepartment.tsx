// The panel that adds a department.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addDepartment, departmentsQuery } from '../../api/catalogue/departments'
import { asProblem } from '../../api/problem'
import { Button } from '../../components/buttons/Button'
import { announce } from '../../components/feedback/StatusLine'
import { Combobox } from '../../components/form/Combobox'
import { TextField } from '../../components/form/TextField'
import styles from './LookupsPage.module.css'

export function AddDepartment({ contacts, onClose }: { contacts: readonly string[]; onClose: () => void }) {
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [contact, setContact] = useState('')
  const adding = useMutation({
    mutationFn: () => addDepartment({ name: name.trim(), frcContact: contact === '' ? null : contact }),
    onSuccess: (departments) => {
      client.setQueryData(departmentsQuery.queryKey, departments)
      announce(`${name.trim()} was added.`)
      onClose()
    },
  })
  const problem = adding.isError ? asProblem(adding.error) : undefined
  return (
    <form
      noValidate
      className={styles.panel}
      aria-label="Add Department"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '' && !adding.isPending) adding.mutate()
      }}
    >
      <TextField
        label="Department Name"
        required
        autoFocus
        value={name}
        error={problem && (problem.fieldErrors[0]?.message ?? (problem.detail || problem.title))}
        onChange={(event) => {
          setName(event.target.value)
          adding.reset()
        }}
      />
      <Combobox label="Contact" options={contacts} creatable clearable value={contact} onChange={setContact} />
      <div className={styles.actions}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={name.trim() === ''} busy={adding.isPending}>
          Save
        </Button>
      </div>
    </form>
  )
}
