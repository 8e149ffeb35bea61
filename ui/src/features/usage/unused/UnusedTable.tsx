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
import { asProblem } from '../../../api/problem'
import { useSingleMutation } from '../../../api/useSingleMutation'
import { Button } from '../../../components/buttons/Button'
import { announce } from '../../../components/feedback/Notice'
import { RowError, TextArea } from '../../../components/form/TextField'
import { useLastShown } from '../../../components/page/Dialog'
import { ReplacedByField } from '../../../formkit/CitationField'
import { FormDialog } from '../../../formkit/FormDialog'
import { CitationLink, ListTable } from '../../../listkit/ListTable'
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
                onUndo={(done) => rows.undo(row, done)}
              />
            ),
          },
        ]}
      />
      <UnusedDialog
        question={question}
        onClose={() => setQuestion(null)}
        onAnswer={(change) => {
          setQuestion(null)
          rows.change(change)
        }}
      />
    </>
  )
}

interface RowProps {
  row: UsageRow
  state: UnusedState | undefined
  onAsk: (action: UnusedAction) => void
  onUndo: (done: UnusedState) => void
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
  const done = doneOf(state)
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
        onClick={() => (done ? onUndo(done) : onAsk('review'))}
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
  onAnswer: (change: UnusedChange) => void
}

/** Asks for confirmation before an unused citation is reviewed or made obsolete; the latter may name a replacement. */
function UnusedDialog({ question, onClose, onAnswer }: Props) {
  const form = useForm({ defaultValues: { note: '', replacedBy: '' } })
  const [shown, drop] = useLastShown(question)
  if (shown === null) return null
  const isObsolete = shown.action === 'obsolete'
  const { title, key } = shown.row
  return (
    <FormDialog
      open={question !== null}
      onClose={onClose}
      onClosed={() => {
        drop()
        form.reset()
      }}
      title={t(isObsolete ? 'obsoleteQuestion' : 'reviewQuestion', { title })}
      cancel={t('cancel')}
      submit={t(isObsolete ? 'confirmObsolete' : 'markAsReviewed')}
      form={form}
      className={styles.form}
      onSubmit={({ note, replacedBy }) => onAnswer({ ...shown, note: note.trim(), replacedBy })}
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
type UnusedState =
  | { is: 'reviewed' }
  | { is: 'obsolete'; job: string }
  /** `done`: what is being undone. */
  | { is: 'busy'; done: UnusedState | undefined }
  /** `done`: what still applies, because its undo failed. */
  | { is: 'failed'; message: string; done: UnusedState | undefined }

/** A confirmed action with its input. */
interface UnusedChange {
  action: UnusedAction
  row: UsageRow
  note: string
  /** The ID of the replacement, or empty. */
  replacedBy: string
}

/** What was done, also while it is undone and after a failed undo. */
const doneOf = (state: UnusedState | undefined) => (state?.is === 'failed' || state?.is === 'busy' ? state.done : state)

const isChanged = (state: UnusedState | undefined) => state !== undefined && state.is !== 'busy'

export type UnusedRows = ReturnType<typeof useUnusedRows>

/**
 * What was done with unused citations since the list was loaded: rows stay in place, show their new state, and can be undone.
 */
export function useUnusedRows() {
  const client = useQueryClient()
  const [states, setStates] = useState<ReadonlyMap<string, UnusedState>>(new Map())
  /** The entity tags of citations after an undo; those of the others are in the list. */
  const [etags, setEtags] = useState<ReadonlyMap<string, string>>(new Map())
  const set = (key: string, state: UnusedState | undefined) =>
    setStates((before) => {
      const next = new Map(before)
      if (state === undefined) next.delete(key)
      else next.set(key, state)
      return next
    })
  const unmounted = useRef(new AbortController())
  // External system: the server, which is no longer polled for jobs after unmounting.
  useEffect(() => {
    const controller = new AbortController()
    unmounted.current = controller
    return () => controller.abort()
  }, [])

  const changing = useSingleMutation({
    mutationFn: async ({ action, row: { key, etag }, note, replacedBy }: UnusedChange): Promise<UnusedState> => {
      const seen = { id: key, etag: etags.get(key) ?? etag ?? '' }
      if (action === 'obsolete')
        return { is: 'obsolete', job: await markObsolete(seen, replacedBy, unmounted.current.signal) }
      await reviewCitation({ ...seen, note })
      return { is: 'reviewed' }
    },
    onMutate: ({ row }) => set(row.key, { is: 'busy', done: undefined }),
    onSuccess: (state, { row: { key, title }, action }) => {
      set(key, state)
      const isObsolete = action === 'obsolete'
      announce(t(isObsolete ? 'titleObsolete' : 'titleReviewed', { title }))
    },
    onError: (error, { row }) =>
      set(row.key, {
        is: 'failed',
        message: t('notDone', { problemText: asProblem(error).text }),
        done: undefined,
      }),
    onSettled: () => refreshAfterBulkEdit(client),
  })
  const undoing = useSingleMutation({
    mutationFn: async ({ row: { key }, done }: { row: UsageRow; done: UnusedState }) => {
      if (done.is !== 'obsolete') return undoReview({ id: key })
      const { signal } = unmounted.current
      await undoObsolete(done.job, signal)
      return (await loadCitation(key, signal)).etag ?? ''
    },
    onMutate: ({ row, done }) => set(row.key, { is: 'busy', done }),
    onSuccess: (etag, { row: { key, title } }) => {
      set(key, undefined)
      setEtags((before) => new Map(before).set(key, etag))
      announce(t('titleUndone', { title }))
    },
    onError: (error, { row, done }) =>
      set(row.key, { is: 'failed', message: t('notUndone', { problemText: asProblem(error).text }), done }),
    onSettled: () => refreshAfterBulkEdit(client),
  })
  return {
    states,
    change: (change: UnusedChange) => changing.mutate(change),
    undo: (row: UsageRow, done: UnusedState) => undoing.mutate({ row, done }),
    /** Whether these entries of the list no longer show the current state. */
    isOutdated: (entries: readonly UsageRow[]) => entries.some(({ key }) => isChanged(states.get(key))),
    clear: () => {
      setStates(new Map())
      setEtags(new Map())
    },
  }
}
