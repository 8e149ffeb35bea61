// The files of language versions that lack something for people who use assistive technology, the most opened first.
import t from 'messages:staff/accessibility'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm } from 'react-hook-form'
import {
  type AccessibilityEntry,
  type AccessibilityFilter,
  accessibilityDownload,
  accessibilityQuery,
  type Finding,
  findingKinds,
  reloadFindings,
  setFindingAside,
} from '../../api/maintenance/accessibility'
import { useSingleMutation } from '../../api/useSingleMutation'
import { Button } from '../../components/buttons/Button'
import { announce } from '../../components/feedback/Notice'
import { SelectField, TextField } from '../../components/form/TextField'
import { ListHead } from '../../components/list/ListHead'
import { focusHeading } from '../../components/page/PageHeading'
import { VisuallyHidden } from '../../components/page/VisuallyHidden'
import { FormShell, fieldOf, required } from '../../formkit/FormShell'
import { ProblemNotice } from '../../formkit/ProblemNotice'
import { dayAndTime } from '../../lib/dates/dates'
import { DepartmentFilter, ListFilters, ListPage } from '../../listkit/ListPage'
import { handoutColumn, ListTable } from '../../listkit/ListTable'
import { anyText, listAddress, useListAddress, usePages } from '../../listkit/listAddress'
import { FindingList, findingName, stateText } from '../../parts/files/FindingList'
import { patterns } from '../../paths'
import styles from './AccessibilityTable.module.css'

/** The views beside the findings; in the URL, no finding means every file with one. */
const views = [
  { value: '', label: t('all') },
  { value: 'failures', label: t('failures') },
  { value: 'blocking', label: t('blocking') },
  { value: 'unreadable', label: t('unreadable') },
  { value: 'unchecked', label: t('unchecked') },
  { value: 'pending', label: t('pending') },
  { value: 'aside', label: t('aside') },
]

const accessibilityAddress = listAddress<AccessibilityFilter>(patterns.accessibility, {
  finding: (finding) => [...views.map(({ value }) => value), ...findingKinds].some((value) => value === finding),
  department: anyText,
})

/** The views that contain files, and always the first, which has `all`, and the current one. */
const visibleViews = (shown: string, counts: Record<string, number> | undefined, all: number | undefined) =>
  views
    .map(({ value, label }) => ({ value, label, count: value === '' ? all : counts?.[value] }))
    .filter(({ value, count = 0 }) => count > 0 || value === '' || value === shown)

export default function AccessibilityPage() {
  const { filter, page, setFilter, setPage } = useListAddress(accessibilityAddress)
  const list = usePages({ page, setPage }, (start) => accessibilityQuery(filter, start))
  return (
    <ListPage
      title={t('accessibility')}
      head={<p>{t('intro')}</p>}
      filters={<Filters filter={filter} counts={list.query.data?.counts} onChange={setFilter} />}
      {...list}
      label={t('pagesOfFiles')}
      failure={t('listNotLoaded')}
      empty={filter.finding === '' ? t('nothingFound') : t('noFilesHere')}
    >
      {({ found, files }) => (
        <>
          <ListHead summary={t('files', { found })} download={accessibilityDownload(filter)} file="accessibility.csv" />
          <AccessibilityTable entries={files} />
        </>
      )}
    </ListPage>
  )
}

interface FiltersProps {
  filter: AccessibilityFilter
  counts: Record<string, number> | undefined
  onChange: (next: Partial<AccessibilityFilter>) => void
}

function Filters({ filter, counts, onChange }: FiltersProps) {
  const all = useQuery({ ...accessibilityQuery({ ...filter, finding: '' }, 0), placeholderData: keepPreviousData })
  const isView = views.some(({ value }) => value === filter.finding)
  return (
    <ListFilters
      address={accessibilityAddress}
      filter={filter}
      viewOf="finding"
      views={visibleViews(filter.finding, counts, all.data?.found)}
    >
      <SelectField
        label={t('finding')}
        value={isView ? '' : filter.finding}
        onValue={(value) => onChange({ finding: value })}
        options={findingKinds.map((kind) => [
          kind,
          counts ? t('withCount', { finding: findingName(kind), count: counts[kind] ?? 0 }) : findingName(kind),
        ])}
      >
        <option value="">{t('everyFinding')}</option>
      </SelectField>
      <DepartmentFilter value={filter.department} onChange={onChange} />
    </ListFilters>
  )
}

/** The files on a page of the list with their findings. */
const AccessibilityTable = ({ entries }: { entries: readonly AccessibilityEntry[] }) => (
  <ListTable
    caption={t('filesWithFindings')}
    rows={entries}
    rowKey={({ citation, lang, url }) => `${citation} ${lang} ${url}`}
    className={styles.table}
    columns={[
      handoutColumn(t('title')),
      { header: t('language'), cell: ({ lang }) => lang },
      { header: t('findings'), className: styles.findings, cell: (entry) => <Findings entry={entry} /> },
      { header: t('opens'), is: 'numeric', cell: ({ opens }) => opens },
      { header: t('lastChecked'), cell: ({ checked }) => (checked ? dayAndTime(checked) : t('never')) },
    ]}
  />
)

const Findings = ({ entry: { title, digest, state, reason, findings } }: { entry: AccessibilityEntry }) =>
  findings.length > 0 ? (
    <FindingList
      findings={findings}
      after={(finding) => digest && <SetAside digest={digest} finding={finding} title={title} />}
    />
  ) : (
    stateText(state, reason)
  )

const maxNote = 500

interface Props {
  digest: string
  finding: Finding
  title: string
}

/** Sets a finding of a file aside, with the reason, or undoes that. */
function SetAside({ digest, finding, title }: Props) {
  const client = useQueryClient()
  const form = useForm({ defaultValues: { note: '' } })
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const name = findingName(finding.finding)
  const close = () => {
    flushSync(() => setOpen(false))
    form.reset()
    button.current?.focus()
  }
  const saving = useSingleMutation({
    mutationFn: (note: string) => setFindingAside(digest, finding.finding, note),
    onSuccess: async (_, note) => {
      announce(note === '' ? t('wasRestored', { finding: name }) : t('wasSetAside', { finding: name }))
      close()
      await reloadFindings(client)
      // The file may be in another view now.
      if (document.activeElement === document.body) focusHeading()
    },
  })
  const cancel = () => {
    saving.reset()
    close()
  }
  const failure = <ProblemNotice title={t('notSaved')} call={saving} />
  if (!open) {
    const isAside = finding.note !== null
    return (
      <>
        <Button
          ref={button}
          size="small"
          variant="quiet"
          busy={saving.isPending}
          onClick={() => (isAside ? saving.mutate('') : setOpen(true))}
        >
          {isAside ? t('restore') : t('setAside')}
          <VisuallyHidden>{`: ${name}, ${title}`}</VisuallyHidden>
        </Button>
        {failure}
      </>
    )
  }
  return (
    <FormShell
      form={form}
      className={styles.aside}
      aria-label={`${t('setAside')}: ${name}, ${title}`}
      busy={saving.isPending}
      onSubmit={({ note }) => saving.mutate(note.trim())}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) cancel()
      }}
    >
      <TextField
        {...fieldOf(form, 'note', { validate: required(t('noteRequired')) })}
        label={t('note')}
        hint={t('setAsideHint')}
        required
        maxLength={maxNote}
        autoFocus
      />
      <Button size="small" type="submit" busy={saving.isPending}>
        {t('setAside')}
      </Button>
      <Button size="small" variant="quiet" onClick={cancel}>
        {t('cancel')}
      </Button>
      {failure}
    </FormShell>
  )
}
