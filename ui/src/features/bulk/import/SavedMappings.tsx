// Mappings that are saved under a name: used for this file, or saved from it.

import t from 'messages:staff/import'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  deleteNamedMapping,
  type Mapping,
  mappingsQuery,
  type SavedMapping,
  saveNamedMapping,
} from '../../../api/catalogue/imports'
import { asProblem } from '../../../api/problem'
import { useSingleMutation } from '../../../api/useSingleMutation'
import { Button } from '../../../components/buttons/Button'
import { announce } from '../../../components/feedback/Notice'
import { SelectField, TextField } from '../../../components/form/TextField'
import { ProblemNotice } from '../../../formkit/ProblemNotice'
import styles from './Import.module.css'

const MAX_NAME = 100

interface Props {
  mapping: Mapping
  onUse: (mapping: Mapping) => void
}

export function SavedMappings({ mapping, onUse }: Props) {
  const saved = useQuery(mappingsQuery).data?.mappings ?? []
  return (
    <details className={styles.saved}>
      <summary>{t('saved')}</summary>
      <div className={styles.part}>
        <p className={styles.muted}>{t('savedHint')}</p>
        {saved.length > 0 && <Use saved={saved} onUse={onUse} />}
        <Save saved={saved} mapping={mapping} />
      </div>
    </details>
  )
}

function Use({ saved, onUse }: { saved: readonly SavedMapping[]; onUse: Props['onUse'] }) {
  const client = useQueryClient()
  const [id, setId] = useState('')
  const chosen = saved.find((one) => one.id === id)
  const deleting = useSingleMutation({
    mutationFn: ({ id: deleted }: SavedMapping) => deleteNamedMapping(deleted),
    onSuccess: (_, { name }) => {
      announce(t('mappingDeleted', { name }))
      setId('')
      void client.invalidateQueries(mappingsQuery)
    },
  })
  return (
    <>
      <div className={styles.line}>
        <SelectField
          label={t('useSaved')}
          value={chosen ? id : ''}
          onValue={setId}
          options={saved.map((one) => [one.id, one.name])}
        >
          <option value="">{t('chooseSaved')}</option>
        </SelectField>
        <Button
          disabled={!chosen}
          onClick={() => {
            if (!chosen) return
            onUse(chosen.mapping)
            announce(t('mappingUsed', { name: chosen.name }))
          }}
        >
          {t('useMapping')}
        </Button>
        <Button
          variant="quiet"
          disabled={!chosen}
          busy={deleting.isPending}
          onClick={() => chosen && deleting.mutate(chosen)}
        >
          {t('deleteMapping')}
        </Button>
      </div>
      <ProblemNotice title={t('savedNotChanged')} call={deleting} />
    </>
  )
}

/** A name that is taken replaces what is saved under it, and the button says so. */
function Save({ saved, mapping }: { saved: readonly SavedMapping[]; mapping: Mapping }) {
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [isMissing, setMissing] = useState(false)
  const replaced = saved.find((one) => one.name.toLowerCase() === name.trim().toLowerCase())
  const saving = useSingleMutation({
    mutationFn: (wanted: string) => saveNamedMapping(replaced?.name ?? wanted, mapping, replaced?.id),
    onSuccess: (_, wanted) => {
      announce(t('mappingSaved', { name: wanted }))
      setName('')
    },
    onSettled: () => client.invalidateQueries(mappingsQuery),
  })
  const problem = saving.isError ? asProblem(saving.error) : null
  return (
    <div className={styles.line}>
      <TextField
        label={t('savedName')}
        maxLength={MAX_NAME}
        autoComplete="off"
        value={name}
        error={
          isMissing ? t('mappingRequired') : problem ? (problem.fieldErrors[0]?.message ?? problem.text) : undefined
        }
        onChange={({ target }) => {
          setName(target.value)
          setMissing(false)
          saving.reset()
        }}
      />
      <Button
        busy={saving.isPending}
        onClick={() => {
          setMissing(name.trim() === '')
          if (name.trim() !== '') saving.mutate(name.trim())
        }}
      >
        {replaced ? t('replaceMapping', { name: replaced.name }) : t('saveMapping')}
      </Button>
    </div>
  )
}
