// The third step: what the import would do, row by row, before anything is written.
import t from 'messages:staff/import'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import {
  type ImportAnswer,
  type ImportPreview,
  importListQuery,
  type PreviewRow,
  previewQuery,
  type RowDecision,
  type RowOutcome,
  runImport,
} from '../../../api/catalogue/imports'
import { jobsQuery } from '../../../api/catalogue/jobs'
import { usePerson } from '../../../api/config'
import { asProblem, type Problem } from '../../../api/problem'
import { useSingleMutation } from '../../../api/useSingleMutation'
import { Button, LinkButton, Spinner } from '../../../components/buttons/Button'
import { Badge } from '../../../components/feedback/Badge'
import { ErrorNotice } from '../../../components/feedback/Notice'
import { Checkbox } from '../../../components/form/Checkbox'
import { controlClass } from '../../../components/form/TextField'
import { PagedList } from '../../../components/list/PagedList'
import layout from '../../../components/page/Page.module.css'
import { CitationLink, ListTable } from '../../../listkit/ListTable'
import { useListAddress, usePages } from '../../../listkit/listAddress'
import { dropDraft, readDraft, writeDraft } from '../../../session/drafts'
import styles from './Import.module.css'
import { importAddress, stepPath } from './importAddress'
import { fieldLabel } from './mapping'

export function PreviewStep({ answer: { details, etag } }: { answer: ImportAnswer }) {
  const { id } = details
  const { page, setPage } = useListAddress(importAddress)
  const preview = usePages({ page, setPage }, (start) => previewQuery(id, etag, start))
  const choices = useDecisions(id, etag)
  const { data } = preview.query
  if (!data && !preview.query.isError) {
    return (
      <p role="status" className={styles.line}>
        <Spinner /> {t('comparing')}
      </p>
    )
  }
  return (
    <>
      {data && (
        <div>
          <p role="status" className={styles.counts}>
            {t('countsLine', data.counts)}
          </p>
          <p className={styles.muted}>{t('nothingWritten')}</p>
        </div>
      )}
      <PagedList
        {...preview}
        label={t('pagesOfRows')}
        failure={t('previewNotLoaded')}
        failureDetail={preview.query.error ? reasonOf(asProblem(preview.query.error)) : undefined}
        empty={<p className={layout.empty}>{t('noRows')}</p>}
      >
        {({ rows }) => <PreviewTable rows={rows} choices={details.mapping ? choices : null} />}
      </PagedList>
      {data && <Run id={id} preview={data} choices={choices} onOutdated={() => void preview.query.refetch()} />}
    </>
  )
}

interface RunProps {
  id: string
  preview: ImportPreview
  choices: ReturnType<typeof useDecisions>
  onOutdated: () => void
}

/** Starts the import of what was shown. */
function Run({ id, preview: { counts, etag }, choices, onOutdated }: RunProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { decisions, skipBad, setSkipBad } = choices
  const bad = choices.remainingBad(counts.bad)
  const isEmpty = counts.new + counts.changed === 0 && decisions.every(({ action }) => action === 'skip')
  const open = async () => {
    await client.invalidateQueries(importListQuery())
    navigate(stepPath(id, 'result'))
  }
  const running = useSingleMutation({
    mutationFn: () => runImport(id, { skipBad: skipBad && bad > 0, decisions: decisions.map(withoutMark) }, etag),
    onSuccess: async () => {
      choices.drop()
      void client.invalidateQueries(jobsQuery)
      await open()
    },
    onError: (error) => {
      const { status } = asProblem(error)
      // It was started already, in another tab.
      if (status === 409) void open()
      if (status === 412) onOutdated()
    },
  })
  const problem = running.isError ? asProblem(running.error) : null
  return (
    <div className={styles.part}>
      {decisions.length > 0 && <p>{t('decided', { count: decisions.length })}</p>}
      {bad > 0 && (
        <div>
          <Checkbox checked={skipBad} onChange={({ target }) => setSkipBad(target.checked)}>
            {t('skipBad', { bad })}
          </Checkbox>
          {!skipBad && <p className={styles.muted}>{t('skipBadRequired')}</p>}
        </div>
      )}
      <ErrorNotice
        title={t('notStarted')}
        text={problem && problem.status !== 409 && (problem.status === 412 ? t('previewOutdated') : reasonOf(problem))}
      />
      {isEmpty && <p>{t('nothingToImport')}</p>}
      <div className={styles.buttons}>
        <LinkButton to={stepPath(id, 'columns')}>{t('backToColumns')}</LinkButton>
        <Button
          variant="primary"
          disabled={isEmpty || (bad > 0 && !skipBad)}
          busy={running.isPending}
          onClick={() => running.mutate()}
        >
          {t('run')}
        </Button>
      </div>
    </div>
  )
}

const withoutMark = ({ row, action, id }: ReturnType<typeof useDecisions>['decisions'][number]) => ({ row, action, id })

const reasonOf = ({ status, fieldErrors, serverDetail, text }: Problem) =>
  status === 422 ? (fieldErrors[0]?.message ?? (serverDetail || text)) : text

/** More are in a closed part of the row. */
const MAX_CHANGES = 8

const outcomes: Readonly<Record<RowOutcome, string>> = {
  new: t('new'),
  changed: t('changed'),
  unchanged: t('unchanged'),
  bad: t('bad'),
  skipped: t('skipped'),
}

/** Null where rows take no decisions: JSON Lines says itself what it replaces. */
type Choices = Pick<ReturnType<typeof useDecisions>, 'of' | 'decide'> | null

/** The rows of a preview: what changes field by field, bad cells, and the choices of a row. */
const PreviewTable = ({ rows, choices }: { rows: readonly PreviewRow[]; choices: Choices }) => (
  <ListTable
    caption={t('rowsCaption')}
    rows={rows}
    rowKey={({ row }) => row}
    className={styles.rows}
    columns={[
      { header: t('row'), is: 'numeric', cell: ({ row }) => String(row) },
      { header: t('title'), is: 'name', cell: (row) => <Title row={row} /> },
      {
        header: t('outcome'),
        cell: ({ outcome }) => <Badge strong={outcome === 'bad'}>{outcomes[outcome]}</Badge>,
      },
      { header: t('changes'), label: '', cell: (row) => <RowChanges row={row} choices={choices} /> },
    ]}
  />
)

function Title({ row: { id, title, outcome } }: { row: PreviewRow }) {
  const shown = title || id || t('noTitle')
  return id !== null && outcome !== 'new' ? <CitationLink id={id} title={shown} /> : <span dir="auto">{shown}</span>
}

const RowChanges = ({ row, choices }: { row: PreviewRow; choices: Choices }) => (
  <>
    {row.cells.length > 0 && (
      <ul className={styles.changes}>
        {row.cells.map((cell) => (
          <li key={`${cell.cell} ${cell.message}`} className={cell.bad === false ? undefined : styles.bad}>
            {cellText(cell)}
          </li>
        ))}
      </ul>
    )}
    {/* Of a new citation everything is new. */}
    <Changes changes={row.outcome === 'unchanged' ? [] : row.changes} />
    {choices && <Choice row={row} choices={choices} />}
  </>
)

/** 'B4, Publication Date, “13/45/2020”: This is not a date.' */
function cellText({ cell, field, value, message }: PreviewRow['cells'][number]): string {
  if (cell === '') return t('rowMessage', { message })
  const label = fieldLabel(field)
  return value === ''
    ? t('cellMessage', { cell, field: label, message })
    : t('cellMessageWithValue', { cell, field: label, value, message })
}

function Changes({ changes }: Pick<PreviewRow, 'changes'>) {
  const rest = changes.slice(MAX_CHANGES)
  return (
    <>
      <ChangeList changes={changes.slice(0, MAX_CHANGES)} />
      {rest.length > 0 && (
        <details>
          <summary>{t('moreChanges', { count: rest.length })}</summary>
          <ChangeList changes={rest} />
        </details>
      )}
    </>
  )
}

function ChangeList({ changes }: Pick<PreviewRow, 'changes'>) {
  if (changes.length === 0) return null
  return (
    <ul className={styles.changes}>
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          {`${fieldLabel(field)}: `}
          {before !== null && (
            <>
              <del>
                <bdi>{before || t('empty')}</bdi>
              </del>
              {' → '}
            </>
          )}
          <ins>
            <bdi>{after || t('empty')}</bdi>
          </ins>
        </li>
      ))}
    </ul>
  )
}

/** What is done with a row, where something else than the proposal is possible. */
function Choice({ row, choices }: { row: PreviewRow; choices: NonNullable<Choices> }) {
  if (row.outcome === 'unchanged' && row.likely.length === 0) return null
  const { updates, mayAdd } = choicesOf(row)
  const decision = choices.of(row)
  const proposed = proposedValue(row)
  return (
    <select
      aria-label={t('decide', { row: String(row.row) })}
      className={controlClass}
      value={decision ? decisionValue(decision) : proposed}
      onChange={({ target }) => choices.decide(row, target.value)}
    >
      {proposed === '' && <option value="">{t('decideChoose')}</option>}
      {updates.map(({ value, title, same }) => (
        <option key={value} value={value}>
          {same === ''
            ? t('update')
            : t('updateTitle', { title, same: same === 'number' ? t('sameNumber') : t('sameTitle') })}
        </option>
      ))}
      {mayAdd && <option value="add">{t('add')}</option>}
      <option value="skip">{t('skip')}</option>
    </select>
  )
}

/** A decision, and whether its row is bad without it. */
interface Decision extends RowDecision {
  isBad: boolean
}

interface Decisions {
  /** The mapping that the rows belong to. */
  version: string | null
  rows: Record<string, Decision>
  skipBad: boolean
}

const none: Decisions = { version: null, rows: {}, skipBad: false }
const nameOf = (id: string) => `import-${id}`

/** Decisions about rows of another mapping do not count. */
function useDecisions(id: string, version: string | null) {
  const person = usePerson()
  const [stored, setStored] = useState<Decisions>(
    () => (person === undefined ? null : readDraft<Decisions>(person, nameOf(id))) ?? none,
  )
  const current = stored.version === version ? stored : { ...none, version }
  const change = (next: Partial<Decisions>) => {
    const changed = { ...current, ...next }
    setStored(changed)
    if (person !== undefined) writeDraft(person, nameOf(id), changed)
  }
  const decisions = Object.values(current.rows)
  return {
    decisions,
    skipBad: current.skipBad,
    setSkipBad: (skipBad: boolean) => change({ skipBad }),
    of: ({ row }: PreviewRow) => current.rows[row],
    decide: (row: PreviewRow, value: string) => {
      const { [row.row]: _, ...others } = current.rows
      const decision = parseDecision(row, value)
      change({ rows: decision ? { ...others, [row.row]: decision } : others })
    },
    /** The bad rows that remain. */
    remainingBad: (bad: number) => bad - decisions.filter(({ isBad }) => isBad).length,
    drop: () => {
      if (person !== undefined) dropDraft(person, nameOf(id))
    },
  }
}

/** The value of the select of a row: its action, with the citation of an update. */
const decisionValue = ({ action, id }: Pick<RowDecision, 'action' | 'id'>) =>
  action === 'update' ? `update:${id ?? ''}` : action

/** What is done with a row unless the person decides otherwise; empty for a bad row. */
export const proposedValue = ({ proposal, id }: PreviewRow) =>
  proposal === null ? '' : decisionValue({ action: proposal, id })

/** The decision that a value of the select is; null for what is done anyway. */
export function parseDecision(row: PreviewRow, value: string): Decision | null {
  if (value === '' || value === proposedValue(row)) return null
  const isBad = row.outcome === 'bad'
  if (value === 'add' || value === 'skip') return { row: row.row, action: value, id: null, isBad }
  return { row: row.row, action: 'update', id: value.slice('update:'.length) || row.id, isBad }
}

/** The choices of a row: the citations that fit it, a new one, none. */
export function choicesOf({ id, title, likely, outcome }: PreviewRow) {
  const updates = likely.map((one) => ({ value: decisionValue({ action: 'update', id: one.id }), ...one }))
  const isOwnMissing = id !== null && outcome !== 'new' && !likely.some((one) => one.id === id)
  return {
    updates: isOwnMissing
      ? [{ value: decisionValue({ action: 'update', id }), id, title, same: '' }, ...updates]
      : updates,
    // A row that names its citation is no new one.
    mayAdd: outcome === 'new' || likely.length > 0,
  }
}
