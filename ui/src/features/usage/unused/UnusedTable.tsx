// Citations that nobody has used; each can be reviewed or made obsolete.
import t from 'messages:staff/usage'
import { useQueryClient } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import { useEffect, useRef, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { markObsolete, refreshAfterBulkEdit, undoObsolete } from '../../../api/catalogue/bulk'
import { loadCitation } from '../../../api/catalogue/citations'
import { reviewCitation, undoReview } from '../../../api/maintenance/reviews'
import type { UsageRow } from '../../../api/maintenance/usage'
import { Button } from '../../../components/buttons/Button'
import { RowError, TextArea } from '../../../components/form/TextField'
import { useQuestion } from '../../../components/page/Dialog'
import { ReplacedByField } from '../../../formkit/CitationField'
import { FormDialog } from '../../../formkit/FormDialog'
import { CitationLink, ListTable } from '../../../listkit/ListTable'
import { type RowState, useRowChanges } from '../../../listkit/useRowChanges'
import { countWords } from '../usageAddress'
import styles from './UnusedTable.module.css'

export function UnusedTable({ entries, rows }: { entries: readonly UsageRow[]; rows: UnusedRows }) {
  const [question, setQuestion] = useState<UnusedQuestion | null>(null)
  return (
    <>
      <ListTable
        caption={t('notUsedCaption')}
        rows={entries}
        rowKey={({ key }) => key}
        columns={[
          {
            header: t('title'),
            is: 'name',
            className: styles.title,
            cell: ({ readableId, key, title }) => <CitationLink id={readableId ?? key} title={title} />,
          },
          { header: t('department'), cell: ({ department }) => department && <bdi>{department}</bdi> },
          { header: t('view'), is: 'numeric', cell: ({ view }) => countWords(view) },
          {
            header: t('actions'),
            label: '',
            className: styles.actions,
            cell: (row) => (
              <RowActions
                row={row}
                state={rows.states.get(row.key)}
                onAsk={(action) => setQuestion({ action, row })}
                onUndo={() => rows.undo(row)}
              />
            ),
          },
        ]}
      />
      <UnusedDialog
        question={question}
        onClose={() => setQuestion(null)}
        onAnswer={(row, change) => {
          setQuestion(null)
          rows.change(row, change)
        }}
      />
    </>
  )
}

interface RowProps {
  row: UsageRow
  state: RowState<UnusedDone> | undefined
  onAsk: (action: UnusedAction) => void
  onUndo: () => void
}

const RowActions = (props: RowProps) => (
  <>
    <Actions {...props} />
    <RowError id={`unused-${props.row.key}-error`}>{props.state?.is === 'failed' && props.state.message}</RowError>
  </>
)

/** The first button is the same element in all states, so that it keeps the focus. */
function Actions({ row: { title }, state, onAsk, onUndo }: RowProps) {
  const busy = state?.is === 'busy'
  const done = state?.done
  const isObsolete = done?.is === 'obsolete'
  return (
    <div className={styles.buttons}>
      {done && (
        <span className={styles.done}>
          <Check aria-hidden /> {t(isObsolete ? 'nowObsolete' : 'reviewedToday')}
        </span>
      )}
      <Button
        size="small"
        variant={done ? 'quiet' : 'secondary'}
        busy={busy}
        aria-label={done ? t(isObsolete ? 'undoObsolete' : 'undoReview', { title }) : t('reviewTitle', { title })}
        onClick={() => (done ? onUndo() : onAsk('review'))}
      >
        {t(done ? 'undo' : 'review')}
      </Button>
      {!done && (
        <Button
          size="small"
          variant="quiet"
          disabled={busy}
          aria-label={t('markTitleObsolete', { title })}
          onClick={() => onAsk('obsolete')}
        >
          {t('markObsolete')}
        </Button>
      )}
    </div>
  )
}

interface UnusedQuestion {
  action: UnusedAction
  row: UsageRow
}

interface Props {
  question: UnusedQuestion | null
  onClose: () => void
  onAnswer: (row: UsageRow, change: UnusedChange) => void
}

/** Asks for confirmation before an unused citation is reviewed or made obsolete; the latter may name a replacement. */
function UnusedDialog({ question, onClose, onAnswer }: Props) {
  const form = useForm({ defaultValues: { note: '', replacedBy: '' } })
  const [shown, dialog] = useQuestion(question, form)
  if (shown === null) return null
  const isObsolete = shown.action === 'obsolete'
  const { title, key } = shown.row
  return (
    <FormDialog
      {...dialog}
      onClose={onClose}
      title={t(isObsolete ? 'obsoleteQuestion' : 'reviewQuestion', { title })}
      cancel={t('cancel')}
      submit={t(isObsolete ? 'confirmObsolete' : 'markAsReviewed')}
      form={form}
      className={styles.form}
      onSubmit={({ note, replacedBy }) => onAnswer(shown.row, { action: shown.action, note: note.trim(), replacedBy })}
    >
      <p>{t(isObsolete ? 'obsoleteHint' : 'reviewHint')}</p>
      {isObsolete ? (
        <Controller
          control={form.control}
          name="replacedBy"
          render={({ field: { value, onChange } }) => (
            <ReplacedByField label={t('replacedBy')} own={key} value={value} onChange={onChange} />
          )}
        />
      ) : (
        <TextArea {...form.register('note')} label={t('note')} hint={t('noteHint')} rows={3} maxLength={2_000} />
      )}
    </FormDialog>
  )
}

/** What can be done with an unused citation. */
type UnusedAction = 'review' | 'obsolete'

/** What was done with a row; `job` made it obsolete and can be undone. */
type UnusedDone = { is: 'reviewed' } | { is: 'obsolete'; job: string }

/** A confirmed action with its input; `replacedBy` is the ID of the replacement, or empty. */
interface UnusedChange {
  action: UnusedAction
  note: string
  replacedBy: string
}

export type UnusedRows = ReturnType<typeof useUnusedRows>

/** What was done with unused citations since the list was loaded. */
export function useUnusedRows() {
  const client = useQueryClient()
  const unmounted = useRef(new AbortController())
  // External system: the server, which is no longer polled for jobs after unmounting.
  useEffect(() => {
    const controller = new AbortController()
    unmounted.current = controller
    return () => controller.abort()
  }, [])
  return useRowChanges<UsageRow, UnusedChange, UnusedDone>({
    keyOf: ({ key }) => key,
    etagOf: ({ etag }) => etag ?? '',
    change: async ({ key: id }, { action, note, replacedBy }, etag) => {
      if (action === 'obsolete')
        return { is: 'obsolete', job: await markObsolete({ id, etag }, replacedBy, unmounted.current.signal) }
      await reviewCitation({ id, etag, note })
      return { is: 'reviewed' }
    },
    undo: async ({ key: id }, done) => {
      if (done.is === 'reviewed') return undoReview({ id })
      const { signal } = unmounted.current
      await undoObsolete(done.job, signal)
      return (await loadCitation(id, signal)).etag ?? ''
    },
    changed: ({ title }, { is }) => (is === 'obsolete' ? t('titleObsolete', { title }) : t('titleReviewed', { title })),
    undone: ({ title }) => t('titleUndone', { title }),
    notChanged: (problemText) => t('notDone', { problemText }),
    notUndone: (problemText) => t('notUndone', { problemText }),
    refresh: () => refreshAfterBulkEdit(client),
  })
}
