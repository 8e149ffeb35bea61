// Citations that nobody has used; each can be reviewed or made obsolete.
import t from 'messages:staff/usage'
import Check from 'lucide-react/icons/check'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { UsageRow } from '../../../api/maintenance/usage'
import { Button } from '../../../components/buttons/Button'
import { FieldError } from '../../../components/form/Field'
import { ListTable } from '../../../listkit/ListTable'
import { citationPath } from '../../../paths'
import { countWords } from '../usageWords'
import { UnusedDialog, type UnusedQuestion } from './UnusedDialog'
import styles from './UnusedTable.module.css'
import { doneOf, type UnusedAction, type UnusedRows, type UnusedState } from './useUnusedRows'

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
            cell: ({ readableId, key, title }) => (
              <Link to={citationPath(readableId ?? key)} dir="auto">
                {title}
              </Link>
            ),
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
    {props.state?.is === 'failed' && (
      <div role="alert">
        <FieldError id={`unused-${props.row.key}-error`}>{props.state.message}</FieldError>
      </div>
    )}
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
