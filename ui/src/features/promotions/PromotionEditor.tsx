// Adds or changes a promotion.

import t from 'messages:staff/promotions'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { type Promotion, reloadPromotions, savePromotion } from '../../api/maintenance/promotions'
import { SelectField, TextArea, TextField } from '../../components/form/TextField'
import { CitationField } from '../../formkit/CitationField'
import { fieldOf } from '../../formkit/FormShell'
import { RowEditor } from '../../formkit/RowEditor'
import { messagesOf, useRowForm } from '../../formkit/useRowForm'
import { PacketField } from './PacketField'

const targets = ['citation', 'packet', 'url'] as const
type Target = (typeof targets)[number]

const targetLabels = { citation: 'handout', packet: 'packet', url: 'url' } as const

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
  const editor = useRowForm({
    row: listed,
    valuesOf: (row): Values => ({
      phrases: row ? row.phrases.join('\n') : firstPhrase && `${firstPhrase}\n`,
      title: row?.title ?? '',
      target: targets.find((name) => row?.[name]) ?? 'citation',
      citation: row?.citation ?? '',
      packet: row?.packet ?? '',
      url: row?.url ?? '',
    }),
    save: ({ phrases, title, target, ...values }, row) =>
      savePromotion(
        { phrases: phrases.split('\n').filter((line) => line.trim() !== ''), title, [target]: values[target] },
        row,
      ),
    reload: reloadPromotions,
    done: ({ title }) => t('titleSaved', { title }),
    onRefused: (problem, { getValues, setError }) => {
      const target = getValues('target')
      const isTargetMissing = getValues(target).trim() === ''
      for (const name of ['phrases', 'title', target] as const) {
        // The server does not know which kind of target is chosen.
        const message =
          name === target && isTargetMissing
            ? t('required', { label: t(targetLabels[target]) })
            : messagesOf(problem, name === target ? targets : [name])
        if (message) setError(name, { type: 'server', message })
      }
    },
    onClose,
  })
  const { form, row: promotion } = editor
  const target = useWatch({ control: form.control, name: 'target' })
  return (
    <RowEditor
      editor={editor}
      label={promotion ? t('editPromotion') : t('addPromotion')}
      failure={t('notSaved')}
      onClose={onClose}
    >
      <TextArea
        {...fieldOf(form, 'phrases')}
        label={t('phrases')}
        required
        autoFocus
        rows={3}
        dir="auto"
        hint={t('onePerLine')}
      />
      <TextField {...fieldOf(form, 'title')} label={t('title')} required dir="auto" />
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
  if (target === 'url') return <TextField {...fieldOf(form, 'url')} label={t('url')} type="url" required />
  const isPacket = target === 'packet'
  const Field = isPacket ? PacketField : CitationField
  return (
    <Controller
      key={target}
      control={form.control}
      name={target}
      render={({ field: { value, onChange }, fieldState }) => (
        <Field
          label={t(targetLabels[target])}
          hint={t(isPacket ? 'findPacket' : 'findHandout')}
          required
          value={value}
          onChange={onChange}
          error={fieldState.error?.message}
        />
      )}
    />
  )
}
