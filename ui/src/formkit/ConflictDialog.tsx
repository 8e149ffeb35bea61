// Shown when somebody else has saved the same record: the fields they changed, and the choices.
import t from 'messages:staff/forms'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { Button } from '../components/buttons/Button'
import { Dialog } from '../components/page/Dialog'
import styles from './ConflictDialog.module.css'
import { ProblemNotice } from './ProblemNotice'
import type { RecordVersion } from './useStoredDraft'

interface Props<Base, Answer, Key extends QueryKey> {
  title: string
  /** Loads the latest version. */
  newest: UseQueryOptions<Answer, Error, RecordVersion<Base>, Key>
  /** The labels of the fields that differ between the version that editing started from and the latest one. */
  changedLabels: (newest: Base) => readonly string[]
  /** Discards the input and shows the latest version. */
  onDiscard: () => void
  /** Keeps the input; the next save replaces the latest version. */
  onKeep: (newest: RecordVersion<Base>) => void
  /** Returns to the form without a decision. */
  onClose: () => void
}

export function ConflictDialog<Base, Answer, Key extends QueryKey>(props: Props<Base, Answer, Key>) {
  const { title, changedLabels, onDiscard, onKeep, onClose } = props
  const newest = useQuery(props.newest)
  const { data } = newest
  return (
    <Dialog
      open
      onClose={onClose}
      role="alertdialog"
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{t('backToForm')}</Button>
          {data && (
            <>
              <Button variant="danger" onClick={onDiscard}>
                {t('discardMyChanges')}
              </Button>
              <Button variant="primary" data-autofocus onClick={() => onKeep(data)}>
                {t('keepMyChanges')}
              </Button>
            </>
          )}
        </>
      }
    >
      <p>{t('changesNotSavedYet')}</p>
      <ProblemNotice title={t('otherPersonsChangesNotLoaded')} call={newest} />
      {newest.isPending && <p role="status">{t('loadingOtherPersonsChanges')}</p>}
      {data && <Changes labels={changedLabels(data.base)} />}
    </Dialog>
  )
}

const Changes = ({ labels }: { labels: readonly string[] }) => (
  <>
    <p>{t('changedFields')}</p>
    <ul className={styles.fields}>
      {labels.map((label) => (
        <li key={label}>{label}</li>
      ))}
      {labels.length === 0 && <li>{t('otherFields')}</li>}
    </ul>
    <p>{t('keepHint')}</p>
  </>
)
