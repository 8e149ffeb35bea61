// Manage Lookups, category 'Promoted results': what is shown above the results of certain texts.
import t from 'messages:staff/promotions'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { Link } from 'react-router-dom'
import {
  deletePromotion,
  type Promotion,
  promotionsDownload,
  promotionsQuery,
  reloadPromotions,
  savePromotion,
} from '../../api/maintenance/promotions'
import { packetChoicesQuery, packetQuery } from '../../api/packets'
import { type Choice, SearchCombobox } from '../../components/form/SearchCombobox'
import type { FieldProps } from '../../components/form/TextField'
import { SelectField, TextArea, TextField } from '../../components/form/TextField'
import { IsolatedTexts } from '../../components/list/IsolatedTexts'
import { ListDownloads } from '../../components/list/ListHead'
import { VisuallyHidden } from '../../components/page/VisuallyHidden'
import { CitationField, useChoiceSearch } from '../../formkit/CitationField'
import { fieldOf } from '../../formkit/FormShell'
import { messagesOf, RowEditor, useRowForm } from '../../formkit/RowEditor'
import { dayOfInstant } from '../../lib/dates/dates'
import { EditableListPage } from '../../listkit/EditableListPage'
import type { Column } from '../../listkit/ListTable'
import { citationPath, packetPath, patterns } from '../../paths'

const columns: Column<Promotion>[] = [
  { header: t('title'), is: 'name', dir: 'auto', cell: ({ title }) => title },
  { header: t('phrases'), cell: ({ phrases }) => <IsolatedTexts texts={phrases} /> },
  { header: t('leadsTo'), cell: (promotion) => <Target promotion={promotion} /> },
  { header: t('changed'), cell: ({ changed, by }) => `${dayOfInstant(changed)}, ${by}` },
]

export default function PromotionsPage() {
  return (
    <EditableListPage
      title={t('promotedResults')}
      purpose={t.rich('introduction', { link: (text) => <Link to={patterns.lookups}>{text}</Link> })}
      beside={<ListDownloads href={promotionsDownload} file="promoted_results.csv" />}
      parameter="phrase"
      queryOf={promotionsQuery}
      rowsOf={({ promotions }) => promotions}
      columns={columns}
      nameOf={({ title }) => title}
      editor={(promotion, firstPhrase, close) => (
        <PromotionEditor promotion={promotion} firstPhrase={firstPhrase} onClose={close} />
      )}
      remove={deletePromotion}
      reload={reloadPromotions}
      texts={{
        add: t('addPromotion'),
        pages: t('pages'),
        notLoaded: t('notLoaded'),
        none: t('none'),
        deletion: t('deletePromotion'),
        question: t('deleteQuestion'),
        notDeleted: t('notDeleted'),
      }}
    />
  )
}

function Target({ promotion: { citation, packet, url, title } }: { promotion: Promotion }) {
  if (!citation && !packet) {
    return (
      <a href={url ?? ''} target="_blank" rel="noopener noreferrer">
        <bdi dir="ltr">{url}</bdi>
        <VisuallyHidden>{` ${t('newTab')}`}</VisuallyHidden>
      </a>
    )
  }
  return (
    <Link to={citation ? citationPath(citation) : packetPath(packet ?? '')}>
      {citation ? t('handout') : t('packet')}
      <VisuallyHidden>{`: ${title}`}</VisuallyHidden>
    </Link>
  )
}

const targets = ['citation', 'packet', 'url'] as const
type TargetKind = (typeof targets)[number]

const targetLabels = { citation: 'handout', packet: 'packet', url: 'url' } as const

interface Values {
  phrases: string
  title: string
  target: TargetKind
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

/** Adds or changes a promotion. */
function PromotionEditor({ promotion: listed, firstPhrase = '', onClose }: Props) {
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
function TargetField({ form, target }: { form: UseFormReturn<Values>; target: TargetKind }) {
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

interface PacketFieldProps extends Omit<FieldProps, 'label'> {
  label: string
  /** The ID of the selected packet, or empty. */
  value: string
  onChange: (id: string) => void
}

/** Selects a published packet by a search for its title. */
function PacketField({ value, onChange, ...field }: PacketFieldProps) {
  const [picked, setPicked] = useState<Choice | null>(null)
  const known = picked?.id === value ? picked.label : undefined
  const chosen = useQuery({ ...packetQuery(value), enabled: value !== '' && known === undefined })
  const search = useChoiceSearch(packetChoicesQuery, { typeToSearch: t('findPacket') })
  return (
    <SearchCombobox
      {...field}
      {...search}
      value={value}
      valueLabel={value === '' ? '' : (known ?? chosen.data?.packet.title ?? value)}
      onChange={(choice) => {
        setPicked(choice)
        onChange(choice?.id ?? '')
      }}
    />
  )
}
