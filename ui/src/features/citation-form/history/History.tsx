// The history of a citation: its versions, comparing two, and restoring one.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { restoreVersion, versionsQuery } from '../../../api/catalogue/editing'
import { asProblem } from '../../../api/problem'
import { Button } from '../../../components/buttons/Button'
import { Notice } from '../../../components/feedback/Notice'
import { announce } from '../../../components/feedback/StatusLine'
import { Dialog } from '../../../components/page/Dialog'
import styles from '../CitationForm.module.css'
import { CompareVersions } from './CompareVersions'
import { fieldLabel } from './comparedFields'

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

export function History({
  id,
  etag,
  onRestored,
}: {
  id: string
  etag: string | null
  onRestored: () => Promise<unknown>
}) {
  const versions = useQuery(versionsQuery(id))
  const [chosen, setChosen] = useState<number | null>(null)
  const [comparing, setComparing] = useState(false)
  const restoring = useMutation({
    mutationFn: (version: number) => restoreVersion(id, version, etag),
    onSuccess: async () => {
      setChosen(null)
      announce('The earlier version was restored.')
      await Promise.all([onRestored(), versions.refetch()])
    },
  })
  return (
    <section aria-labelledby="history" className={styles.history}>
      <h2 id="history">History</h2>
      {versions.isPending && <p role="status">Loading the history...</p>}
      {versions.isError && !versions.data && (
        <Notice
          kind="error"
          title="The history could not be loaded."
          actions={<Button onClick={() => versions.refetch()}>Try again</Button>}
        >
          {asProblem(versions.error).text}
        </Notice>
      )}
      <ol>
        {versions.data?.map(({ version, when, who, action, changed, note }, n) => (
          <li key={version}>
            <div>
              <p>{`${moment.format(new Date(when))}, ${who}`}</p>
              <p className={styles.muted}>
                {action === 'added' ? 'Added' : `Changed: ${changed.map(fieldLabel).join(', ') || 'values renamed'}`}
                {n === 0 && ' (current version)'}
              </p>
              {note && (
                <p className={styles.note} dir="auto">
                  {note}
                </p>
              )}
            </div>
            {n > 0 && (
              <Button size="small" onClick={() => setChosen(version)}>
                {`Restore version ${version}`}
              </Button>
            )}
          </li>
        ))}
      </ol>
      {versions.data && versions.data.length > 1 && (
        <>
          <Button
            className={styles.compare}
            size="small"
            aria-expanded={comparing}
            onClick={() => setComparing(!comparing)}
          >
            Compare versions
          </Button>
          {/* A new version resets the selection. */}
          {comparing && <CompareVersions key={versions.data.length} versions={versions.data} />}
        </>
      )}
      <Dialog
        open={chosen !== null}
        onClose={() => {
          setChosen(null)
          restoring.reset()
        }}
        title={`Restore version ${chosen ?? ''}`}
        footer={
          <>
            <Button onClick={() => setChosen(null)}>Cancel</Button>
            <Button
              variant="primary"
              busy={restoring.isPending}
              onClick={() => chosen !== null && restoring.mutate(chosen)}
            >
              Restore
            </Button>
          </>
        }
      >
        <p>This version becomes the current one. Unsaved changes in the form are lost.</p>
        {restoring.isError && (
          <Notice kind="error" title="The version was not restored.">
            {asProblem(restoring.error).text}
          </Notice>
        )}
      </Dialog>
    </section>
  )
}
