// Adds or changes a synonym, and previews what a search would find with it.

import messages from 'messages:staff/synonyms'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { reloadThesaurus, type Synonym, saveSynonym } from '../../api/maintenance/thesaurus'
import { asProblem } from '../../api/problem'
import { useSingleMutation } from '../../api/useSingleMutation'
import { announce } from '../../components/feedback/StatusLine'
import { Checkbox } from '../../components/form/Checkbox'
import { TextArea } from '../../components/form/TextField'
import { RowEditor } from '../../formkit/RowEditor'
import { staffText } from '../../i18n/staffText'
import { SynonymTrial } from './SynonymTrial'

const t = staffText(messages)

interface Props {
  /** The synonym to change; undefined to add one. */
  synonym?: Synonym
  /** The first term of a new synonym. */
  firstTerm?: string
  onClose: () => void
}

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '')

export function SynonymEditor({ synonym: listed, firstTerm = '', onClose }: Props) {
  /** As it was when editing began: a save must not replace what somebody else has saved since then. */
  const [synonym] = useState(listed)
  const client = useQueryClient()
  const form = useForm({
    defaultValues: {
      text: synonym ? synonym.terms.join('\n') : firstTerm && `${firstTerm}\n`,
      oneWay: synonym?.oneWay ?? false,
    },
  })
  const [text, oneWay] = useWatch({ control: form.control, name: ['text', 'oneWay'] })
  const draft = { terms: linesOf(text), oneWay }
  const showErrors = (error: Error) => {
    const message = asProblem(error)
      .fieldErrors.map((one) => one.message)
      .join(' ')
    if (message) form.setError('text', { type: 'server', message })
  }
  const saving = useSingleMutation({
    mutationFn: () => saveSynonym(draft, synonym),
    onSuccess: async (saved) => {
      announce(t('termsSaved', { terms: saved.terms.join(', ') }))
      await reloadThesaurus(client)
      onClose()
    },
    onError: showErrors,
  })
  return (
    <RowEditor
      form={form}
      label={synonym ? t('editSynonym') : t('addSynonym')}
      isNew={!synonym}
      saving={saving}
      failure={t('synonymNotSaved')}
      onClose={onClose}
    >
      <TextArea
        {...form.register('text', { onChange: () => saving.reset() })}
        label={t('terms')}
        required
        autoFocus
        rows={4}
        dir="auto"
        hint={t('onePerLine')}
        error={form.formState.errors.text?.message}
      />
      <Controller
        control={form.control}
        name="oneWay"
        render={({ field: { value, onChange } }) => (
          <Checkbox
            checked={value}
            onChange={(event) => {
              onChange(event.target.checked)
              form.clearErrors()
              saving.reset()
            }}
          >
            {t('oneWayLabel')}
          </Checkbox>
        )}
      />
      <SynonymTrial draft={draft} id={synonym?.id} firstText={synonym?.terms[0] ?? firstTerm} onErrors={showErrors} />
    </RowEditor>
  )
}
