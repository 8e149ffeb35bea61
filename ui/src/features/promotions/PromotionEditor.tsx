// Adds or changes a promotion.
import messages from 'messages:staff/promotions'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { type Promotion, reloadPromotions, savePromotion } from '../../api/maintenance/promotions'
import { asProblem } from '../../api/problem'
import { useSingleMutation } from '../../api/useSingleMutation'
import { announce } from '../../components/feedback/StatusLine'
import { SelectField, TextArea, TextField } from '../../components/form/TextField'
import { CitationField } from '../../formkit/CitationField'
import { RowEditor } from '../../formkit/RowEditor'
import { staffText } from '../../i18n/staffText'
import { PacketField } from './PacketField'

const t = staffText(messages)

const targets = ['citation', 'packet', 'url'] as const
type Target = (typeof targets)[number]

interface Values {
  phrases: string
  title: string
  target: Target
  citation: string
  packet: string
  url: string
}

interface Props {
  /** The promotion to change; undefined to add one. */
  promotion?: Promotion
  /** The first phrase of a new promotion. */
  firstPhrase?: string
  onClose: () => void
}

export function PromotionEditor({ promotion: listed, firstPhrase = '', onClose }: Props) {
  /** As it was when editing began: a save must not replace what somebody else has saved since then. */
  const [promotion] = useState(listed)
  const client = useQueryClient()
  const form = useForm<Values>({
    defaultValues: {
      phrases: promotion ? promotion.phrases.join('\n') : firstPhrase && `${firstPhrase}\n`,
      title: promotion?.title ?? '',
      target: targets.find((name) => promotion?.[name]) ?? 'citation',
      citation: promotion?.citation ?? '',
      packet: promotion?.packet ?? '',
      url: promotion?.url ?? '',
    },
  })
  const target = useWatch({ control: form.control, name: 'target' })
  const errors = form.formState.errors
  const saving = useSingleMutation({
    mutationFn: () => {
      const values = form.getValues()
      const phrases = values.phrases.split('\n').filter((line) => line.trim() !== '')
      return savePromotion({ phrases, title: values.title, [values.target]: values[values.target] }, promotion)
    },
    onSuccess: async ({ title }) => {
      announce(t('titleSaved', { title }))
      await reloadPromotions(client)
      onClose()
    },
    onError: (error: Error) => {
      for (const name of ['phrases', 'title', target] as const) {
        // A missing target is an error of the one that is chosen.
        const names: readonly string[] = name === target ? targets : [name]
        const found = asProblem(error).fieldErrors.filter(({ field }) => names.includes(field.replace(/\[.*/, '')))
        const message = found.map((one) => one.message).join(' ')
        if (message) form.setError(name, { type: 'server', message })
      }
    },
  })
  return (
    <RowEditor
      form={form}
      label={promotion ? t('editPromotion') : t('addPromotion')}
      isNew={!promotion}
      saving={saving}
      failure={t('notSaved')}
      onClose={onClose}
    >
      <TextArea
        {...form.register('phrases')}
        label={t('phrases')}
        required
        autoFocus
        rows={3}
        dir="auto"
        hint={t('onePerLine')}
        error={errors.phrases?.message}
      />
      <TextField {...form.register('title')} label={t('title')} required dir="auto" error={errors.title?.message} />
      <SelectField {...form.register('target')} label={t('leadsTo')}>
        <option value="citation">{t('handout')}</option>
        <option value="packet">{t('packet')}</option>
        <option value="url">{t('link')}</option>
      </SelectField>
      <TargetField form={form} target={target} />
    </RowEditor>
  )
}

/** The field of what the promotion leads to. */
function TargetField({ form, target }: { form: UseFormReturn<Values>; target: Target }) {
  const errors = form.formState.errors
  return (
    <>
      {target === 'citation' && (
        <Controller
          control={form.control}
          name="citation"
          render={({ field: { value, onChange } }) => (
            <CitationField
              label={t('handout')}
              hint={t('findHandout')}
              required
              value={value}
              onChange={onChange}
              error={errors.citation?.message}
            />
          )}
        />
      )}
      {target === 'packet' && (
        <Controller
          control={form.control}
          name="packet"
          render={({ field: { value, onChange } }) => (
            <PacketField
              label={t('packet')}
              hint={t('findPacket')}
              required
              value={value}
              onChange={onChange}
              error={errors.packet?.message}
            />
          )}
        />
      )}
      {target === 'url' && (
        <TextField {...form.register('url')} label={t('url')} type="url" required error={errors.url?.message} />
      )}
    </>
  )
}
