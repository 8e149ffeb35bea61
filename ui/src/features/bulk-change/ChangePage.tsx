// Changing the citations that were selected among search results: the form, the preview, the job, its undo.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { type BulkChange, type BulkPreview, type BulkTarget, previewChange, startChange } from '../../api/bulk'
import { jobsQuery } from '../../api/jobs'
import { asProblem } from '../../api/problem'
import { filterExpression } from '../../api/search'
import { LinkButton } from '../../components/Button'
import layout from '../../components/Page.module.css'
import { PageHeading } from '../../components/PageHeading'
import { announce } from '../../components/StatusLine'
import { useTitle } from '../../lib/useTitle'
import { patterns } from '../../paths'
import { clearSelection, selectedCount, setSelecting, useSelection } from '../../session/selection'
import styles from './BulkChange.module.css'
import { ChangeForm } from './ChangeForm'
import { ChangePreview } from './ChangePreview'
import { type Line, lineFor } from './changeLines'
import { countOf } from './changeWords'
import { JobOutcome } from './JobOutcome'
import { useRunningJobs } from './useJob'

/** The citations that are selected now. */
function targetOf({ ticked, all, search }: ReturnType<typeof useSelection.getState>): BulkTarget {
  if (all === null || search === null) return { citations: [...ticked.keys()].map((id) => ({ id })) }
  const { q, obsolete, filters, any, lang } = search
  return { query: { q, obsolete, fq: filterExpression(filters, any) ?? null, lang: lang ?? null } }
}

export default function ChangePage() {
  useTitle('Change citations')
  const selection = useSelection()
  const [started, setStarted] = useState<string | null>(null)
  const count = selectedCount(selection)
  return (
    <div className={layout.page}>
      <PageHeading>Change citations</PageHeading>
      {started !== null ? (
        <Started id={started} address={selection.address} onUndo={setStarted} />
      ) : count === 0 ? (
        <p className={layout.empty}>
          Nothing is selected. <Link to={selection.address}>Search</Link>, press Select and tick what you want to
          change.
        </p>
      ) : (
        <Change
          count={count}
          onStarted={(id) => {
            clearSelection()
            setSelecting(false)
            setStarted(id)
          }}
        />
      )}
    </div>
  )
}

/** What was previewed: started, it is this change to these citations in this state. */
interface Previewed {
  target: BulkTarget
  change: BulkChange
  preview: BulkPreview
}

function Change({ count, onStarted }: { count: number; onStarted: (id: string) => void }) {
  const client = useQueryClient()
  const selection = useSelection()
  const [lines, setLines] = useState<readonly Line[]>(() => [lineFor(1, 'tags')])
  const [shown, setShown] = useState<Previewed | null>(null)
  const [isBack, setBack] = useState(false)
  const preview = useMutation({
    mutationFn: async (change: BulkChange): Promise<Previewed> => {
      const target = targetOf(selection)
      const made = await previewChange(target, change)
      return { target: 'citations' in target ? { citations: made.states } : target, change, preview: made }
    },
    onSuccess: (made) => {
      setBack(false)
      setShown(made)
    },
  })
  const start = useMutation({
    mutationFn: ({ target, change }: Previewed) => startChange(target, change),
    onSuccess: async (job) => {
      await client.invalidateQueries(jobsQuery)
      onStarted(job.id)
    },
  })
  const problem = preview.error ? asProblem(preview.error) : null
  const faults = problem?.fieldErrors ?? []
  if (shown) {
    return (
      <ChangePreview
        preview={shown.preview}
        failure={start.error ? asProblem(start.error).text : null}
        busy={start.isPending}
        onBack={() => {
          start.reset()
          setBack(true)
          setShown(null)
        }}
        onStart={() => start.mutate(shown)}
      />
    )
  }
  return (
    <>
      <p>
        {selection.all === null
          ? `${countOf(count)} selected. `
          : `All ${count.toLocaleString('en-US')} that your search found. `}
        <Link to={selection.address}>Back to the results</Link>
      </p>
      <ChangeForm
        lines={lines}
        onLines={(next) => {
          preview.reset()
          setLines(next)
        }}
        faults={faults}
        failure={problem?.text ?? null}
        busy={preview.isPending}
        isBack={isBack}
        onPreview={(change) => preview.mutate(change)}
      />
    </>
  )
}

function Started({ id, address, onUndo }: { id: string; address: string; onUndo: (id: string) => void }) {
  const job = useRunningJobs().find((one) => one.id === id)
  const isComplete = job?.complete ?? false
  const section = useRef<HTMLElement>(null)
  // The outside world: it has taken the place of the preview, and the focus goes there.
  useLayoutEffect(() => section.current?.focus(), [])
  // The outside world: what a screen reader announces.
  useEffect(() => announce(isComplete ? 'The job is done.' : 'The job is running.'), [isComplete])
  return (
    <section ref={section} tabIndex={-1} aria-label="The job" className={`${layout.section} ${styles.started}`}>
      {job?.bulk ? (
        <JobOutcome key={id} job={job} bulk={job.bulk} onUndo={onUndo} />
      ) : (
        <p role="status">The job begins.</p>
      )}
      <p>
        {isComplete ? 'It stays among the ' : 'It goes on when you leave this page; you find it among the '}
        <Link to={patterns.jobs}>jobs</Link>.
      </p>
      <p>
        <LinkButton to={address}>Back to the results</LinkButton>
      </p>
    </section>
  )
}
