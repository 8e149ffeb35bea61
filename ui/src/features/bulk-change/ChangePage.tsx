// The bulk edit of the citations selected in the search results: form, preview, job, undo.

import t from 'messages:staff/bulkEdit'
import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import {
  type BulkChange,
  type BulkPreview,
  type BulkTarget,
  previewChange,
  startChange,
} from '../../api/catalogue/bulk'
import { jobsQuery } from '../../api/catalogue/jobs'
import { filterExpression } from '../../api/catalogue/search'
import { asProblem, type Problem } from '../../api/problem'
import { useSingleMutation } from '../../api/useSingleMutation'
import { LinkButton } from '../../components/buttons/Button'
import { useAnnounced } from '../../components/feedback/StatusLine'
import layout from '../../components/page/Page.module.css'
import { PageHeading } from '../../components/page/PageHeading'
import { citationCount } from '../../lib/text/citationCount'
import { useTitle } from '../../lib/useTitle'
import { patterns } from '../../paths'
import { clearSelection, selectedCount, setSelecting, useCitationSelection } from '../../session/citationSelection'
import styles from './BulkChange.module.css'
import { ChangeForm, useChangeForm } from './ChangeForm'
import { ChangePreview } from './ChangePreview'
import { type Line, placedErrors } from './changeLines'
import { JobOutcome } from './JobOutcome'
import { useRunningJobs } from './useJob'

/** The selected citations as the target of a bulk edit. */
function toTarget({ selected, all, search }: ReturnType<typeof useCitationSelection.getState>): BulkTarget {
  if (all === null || search === null) return { citations: [...selected.keys()].map((id) => ({ id })) }
  const { q, obsolete, filters, any, lang } = search
  return { query: { q, obsolete, fq: filterExpression(filters, any) ?? null, lang: lang ?? null } }
}

export default function ChangePage() {
  useTitle(t('changeCitations'))
  const selection = useCitationSelection()
  const [started, setStarted] = useState<string | null>(null)
  const count = selectedCount(selection)
  return (
    <div className={layout.page}>
      <PageHeading>{t('changeCitations')}</PageHeading>
      {started !== null ? (
        <Started id={started} address={selection.address} onUndo={setStarted} />
      ) : count === 0 ? (
        <p className={layout.empty}>
          {t.rich('nothingSelected', { link: (text) => <Link to={selection.address}>{text}</Link> })}
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

/** A previewed change. It is started with the entity tags of the preview. */
interface Previewed {
  target: BulkTarget
  change: BulkChange
  preview: BulkPreview
}

/** Why a preview failed; errors of lines are shown at the lines. */
function failureText({ text, fieldErrors }: Problem, lines: readonly Line[]): string {
  const { errors, rest } = placedErrors(lines, fieldErrors)
  return errors.size > 0 ? t('correctBelow', { rest }) : rest || text
}

function Change({ count, onStarted }: { count: number; onStarted: (id: string) => void }) {
  const client = useQueryClient()
  const selection = useCitationSelection()
  const form = useChangeForm()
  const [shown, setShown] = useState<Previewed | null>(null)
  const [isBack, setBack] = useState(false)
  const preview = useSingleMutation({
    mutationFn: async (change: BulkChange): Promise<Previewed> => {
      const target = toTarget(selection)
      const made = await previewChange(target, change)
      return { target: 'citations' in target ? { citations: made.states } : target, change, preview: made }
    },
    onSuccess: (made) => {
      setBack(false)
      setShown(made)
    },
    onError: (error) => {
      const lines = form.getValues('lines')
      const { errors } = placedErrors(lines, asProblem(error).fieldErrors)
      lines.forEach(({ key }, n) => {
        const message = errors.get(key)
        if (message) form.setError(`lines.${n}.text`, { type: 'server', message })
      })
    },
  })
  const start = useSingleMutation({
    mutationFn: ({ target, change }: Previewed) => startChange(target, change),
    onSuccess: async (job) => {
      await client.invalidateQueries(jobsQuery)
      onStarted(job.id)
    },
  })
  const problem = preview.error ? asProblem(preview.error) : null
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
          ? t('citationsSelected', { citationCount: citationCount(count) })
          : t('allFoundBySearch', { count })}{' '}
        <Link to={selection.address}>{t('backToResults')}</Link>
      </p>
      <ChangeForm
        form={form}
        onChange={preview.reset}
        failure={problem && failureText(problem, form.getValues('lines'))}
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
  // External system: the focus, after this section has replaced the preview, or the undo job its predecessor.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another job is shown
  useLayoutEffect(() => section.current?.focus(), [id])
  useAnnounced(isComplete ? t('jobComplete') : t('jobRunning'))
  return (
    <section ref={section} tabIndex={-1} aria-label={t('job')} className={`${layout.section} ${styles.started}`}>
      {job?.bulk ? (
        <JobOutcome key={id} job={job} bulk={job.bulk} onUndo={onUndo} />
      ) : (
        <p role="status">{t('jobStarting')}</p>
      )}
      <p>
        {t.rich(isComplete ? 'seeJobs' : 'jobContinuesWhenYouLeave', {
          link: (text) => <Link to={patterns.jobs}>{text}</Link>,
        })}
      </p>
      <p>
        <LinkButton to={address}>{t('backToResults')}</LinkButton>
      </p>
    </section>
  )
}
