// Adds or changes a promotion.
import messages from 'messages:staff/promotions'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { searchKey } from '../../api/catalogue/search'
import { type Promotion, promotionsKey, savePromotion } from '../../api/maintenance/promotions'
import { asProblem } from '../../api/problem'
import { useSingleMutation } from '../../api/useSingleMutation'
import { Button } from '../../components/buttons/Button'
import { Notice } from '../../components/feedback/Notice'
import { announce } from '../../components/feedback/StatusLine'
import { SelectField, TextArea, TextField } from '../../components/form/TextField'
import { FormShell } from '../../formkit/FormShell'
import { staffText } from '../../i18n/staffText'
import { ReplacedByField } from '../../session/ReplacedByField'
import { PacketField } from './PacketField'
import styles from './PromotionEditor.module.css'

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

/** The fields in which an error of the server can be shown. */
const shownFields: readonly string[] = ['phrases', 'title', ...targets]

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
      await client.invalidateQueries({ queryKey: promotionsKey })
      void client.invalidateQueries({ queryKey: searchKey })
      onClose()
    },
    onError: (error: Error) => {
      const found = new Map<string, string>()
      for (const { field, message } of asProblem(error).fieldErrors) {
        const name = field.replace(/\[.*/, '')
        // A missing target is an error of the one that is chosen.
        const shown = targets.includes(name as Target) ? target : name
        if (shownFields.includes(shown)) found.set(shown, [found.get(shown), message].filter(Boolean).join(' '))
      }
      for (const [name, message] of found) form.setError(name as keyof Values, { type: 'server', message })
    },
  })
  const problem = saving.error ? asProblem(saving.error) : undefined
  return (
    <FormShell
      form={form}
      className={styles.editor}
      aria-label={promotion ? t('editPromotion') : t('addPromotion')}
      busy={saving.isPending}
      onSubmit={() => saving.mutate()}
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
      {problem && problem.fieldErrors.length === 0 && (
        <Notice kind="error" title={t('notSaved')}>
          {problem.detail || problem.title}
        </Notice>
      )}
      <div className={styles.actions}>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button type="submit" variant="primary" busy={saving.isPending}>
          {promotion ? t('saveChanges') : t('save')}
        </Button>
      </div>
    </FormShell>
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
            <ReplacedByField
              id="promoted-citation"
              label={t('handout')}
              hint={t('findHandout')}
              required
              own={undefined}
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
            <PacketField value={value} onChange={onChange} error={errors.packet?.message} />
          )}
        />
      )}
      {target === 'url' && (
        <TextField {...form.register('url')} label={t('url')} type="url" required error={errors.url?.message} />
      )}
    </>
  )
}
