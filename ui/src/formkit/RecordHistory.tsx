// The history of a record on its form: who changed what, and restoring a version.
import t from 'messages:staff/forms'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSingleMutation } from '../api/useSingleMutation'
import { Button } from '../components/buttons/Button'
import { announce } from '../components/feedback/Notice'
import { ConfirmDialog } from '../components/page/Dialog'
import { dayAndTime } from '../lib/dates/dates'
import { ProblemNotice } from './ProblemNotice'
import styles from './RecordHistory.module.css'

interface Version {
  version: number
  /** An ISO date-time. */
  when: string
  who: string
  action: string
  /** The names of the changed fields. */
  changed: readonly string[]
  note?: string | null
}

interface Props<One extends Version> {
  /** The versions, the latest first. */
  versions: UseQueryResult<One[]>
  fieldLabel: (field: string) => string
  restore: (version: number) => Promise<unknown>
  /** Called after a restore; resolves when the form shows the restored version. */
  onRestored: () => Promise<unknown>
  /** More about one version, below its entry. */
  detailsOf?: (version: One) => ReactNode
  /** Below the versions. */
  children?: ReactNode
}

export function RecordHistory<One extends Version>(props: Props<One>) {
  const { versions, fieldLabel, restore, onRestored, detailsOf, children } = props
  const [chosen, setChosen] = useState<number | null>(null)
  return (
    <section aria-labelledby="history" className={styles.history}>
      <h2 id="history">{t('history')}</h2>
      {versions.isPending && <p role="status">{t('loadingHistory')}</p>}
      {!versions.data && <ProblemNotice title={t('historyNotLoaded')} call={versions} />}
      <ol>
        {versions.data?.map((one, n) => (
          <li key={one.version}>
            <Entry version={one} isCurrent={n === 0} fieldLabel={fieldLabel}>
              {detailsOf?.(one)}
            </Entry>
            {n > 0 && (
              <Button size="small" onClick={() => setChosen(one.version)}>
                {t('restoreVersion', { version: one.version })}
              </Button>
            )}
          </li>
        ))}
      </ol>
      {children}
      {chosen !== null && (
        <RestoreDialog
          version={chosen}
          restore={restore}
          onClosed={() => setChosen(null)}
          onRestored={async () => {
            announce(t('earlierVersionRestored'))
            await Promise.all([onRestored(), versions.refetch()])
          }}
        />
      )}
    </section>
  )
}

interface EntryProps extends Pick<Props<Version>, 'fieldLabel'> {
  version: Version
  isCurrent: boolean
  children: ReactNode
}

const Entry = ({ version, isCurrent, fieldLabel, children }: EntryProps) => {
  const { when, who, action, changed, note } = version
  return (
    <div>
      <p>{`${dayAndTime(when)}, ${who}`}</p>
      <p className={styles.muted}>
        {action === 'added'
          ? t('added')
          : t('changed', { changed: changed.map(fieldLabel).join(', ') || t('valuesRenamed') })}
        {isCurrent && ` ${t('currentVersion')}`}
      </p>
      {note && (
        <p className={styles.muted} dir="auto">
          {note}
        </p>
      )}
      {children}
    </div>
  )
}

interface RestoreProps extends Pick<Props<Version>, 'restore' | 'onRestored'> {
  version: number
  /** Called when the closing animation ends. */
  onClosed: () => void
}

function RestoreDialog({ version, restore, onRestored, onClosed }: RestoreProps) {
  const [open, setOpen] = useState(true)
  const restoring = useSingleMutation({
    mutationFn: () => restore(version),
    onSuccess: async () => {
      setOpen(false)
      await onRestored()
    },
  })
  return (
    <ConfirmDialog
      role="dialog"
      open={open}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
      title={t('restoreVersion', { version })}
      focusAfter={() => document.querySelector('h1')}
      cancel={t('cancel')}
      confirm={t('restore')}
      variant="primary"
      busy={restoring.isPending}
      onConfirm={() => restoring.mutate()}
    >
      <p>{t('restoreHint')}</p>
      <ProblemNotice title={t('versionNotRestored')} call={restoring} />
    </ConfirmDialog>
  )
}
