// The bulk edit of the citations selected in the search results: form, preview, job, undo.
import t from 'messages:staff/bulkEdit'
import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type ResolverResult, type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { Link } from 'react-router-dom'
import {
  type BulkChange,
  type BulkDifference,
  type BulkPreview,
  type BulkTarget,
  previewChange,
  startChange,
} from '../../api/catalogue/bulk'
import { jobsQuery } from '../../api/catalogue/jobs'
import { filterExpression } from '../../api/catalogue/search'
import { asProblem, type Problem } from '../../api/problem'
import { useSingleMutation } from '../../api/useSingleMutation'
import { Button, LinkButton } from '../../components/buttons/Button'
import { ErrorNotice, Notice, useAnnounced } from '../../components/feedback/Notice'
import layout from '../../components/page/Page.module.css'
import { PageHeading, useTitle } from '../../components/page/PageHeading'
import { FormShell, SubmitButton } from '../../formkit/FormShell'
import { citationCount } from '../../lib/text/citationCount'
import { CitationLink, type Column, ListTable } from '../../listkit/ListTable'
import { patterns } from '../../paths'
import { clearSelection, selectedCount, setSelecting, useCitationSelection } from '../../session/citationSelection'
import styles from './BulkChange.module.css'
import { ChangeLine } from './ChangeLine'
import {
  changeField,
  type Line,
  lineFor,
  placedErrors,
  previewSentences,
  toBulkChange,
  valueText,
} from './changeFields'
import { JobOutcome, Skipped, useRunningJobs } from './JobOutcome'

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

interface Values {
  lines: Line[]
}

/** Puts the error of a line on its text field. */
const validate = ({ lines }: Values): ResolverResult<Values> => {
  const { errors } = toBulkChange(lines)
  if (errors.size === 0) return { values: { lines }, errors: {} }
  const found = lines.map(({ key }) => (errors.has(key) ? { text: { type: 'invalid', message: errors.get(key) } } : {}))
  return { values: {}, errors: { lines: found } }
}

/** The values of the form, which stay while the preview is shown. */
const useChangeForm = () =>
  useForm<Values>({
    defaultValues: { lines: [lineFor(1, 'tags')] },
    resolver: validate,
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  })

interface Props {
  form: UseFormReturn<Values>
  /** Called when a line is changed, added or removed. */
  onChange: () => void
  /** Why the last preview failed. */
  failure: string | null
  busy: boolean
  /** The person has returned from the preview, whose button had the focus. */
  isBack: boolean
  onPreview: (change: BulkChange) => void
}

/** The bulk edit form: one or several changes, each with its error. Submitting it shows the preview. */
function ChangeForm({ form, onChange, failure, busy, isBack, onPreview }: Props) {
  const content = useRef<HTMLDivElement>(null)
  const lines = useWatch({ control: form.control, name: 'lines' })
  const { errors } = form.formState
  // External system: the focus, after the form has replaced the preview.
  useLayoutEffect(() => {
    if (isBack) content.current?.querySelector('select')?.focus()
  }, [isBack])
  const setLines = (next: Line[]) => {
    form.clearErrors()
    form.setValue('lines', next)
    onChange()
  }
  const add = () => {
    const key = Math.max(...lines.map((line) => line.key)) + 1
    flushSync(() => setLines([...lines, lineFor(key, 'keywords')]))
    content.current?.lastElementChild?.querySelector('select')?.focus()
  }
  return (
    <FormShell
      form={form}
      className={styles.form}
      busy={busy}
      failure={failure === null ? null : { title: t('previewFailed'), detail: failure }}
      onSubmit={(values) => onPreview(toBulkChange(values.lines).change)}
      onInvalid={(found) => {
        const first = found.lines?.findIndex?.((line) => line?.text)
        content.current?.querySelectorAll('fieldset')[first ?? 0]?.querySelector('input')?.focus()
      }}
    >
      <div ref={content} className={styles.lines}>
        {lines.map((line, n) => (
          <ChangeLine
            key={line.key}
            line={line}
            place={n + 1}
            several={lines.length > 1}
            error={errors.lines?.[n]?.text?.message}
            onChange={(next) => setLines(lines.map((one) => (one.key === next.key ? next : one)))}
            onRemove={() => {
              setLines(lines.filter(({ key }) => key !== line.key))
              content.current?.querySelector<HTMLElement>('select')?.focus()
            }}
          />
        ))}
      </div>
      <div className={styles.buttons}>
        <Button onClick={add}>{t('anotherChange')}</Button>
        <SubmitButton busy={busy}>{t('showWhatChange')}</SubmitButton>
      </div>
    </FormShell>
  )
}

interface ChangePreviewProps {
  preview: BulkPreview
  /** Why the job was not started. */
  failure: string | null
  busy: boolean
  onBack: () => void
  onStart: () => void
}

/** The preview of a bulk edit: counts, skipped citations with reasons, and the first citations before and after. */
function ChangePreview({ preview, failure, busy, onBack, onStart }: ChangePreviewProps) {
  const { changing, citations, newValues } = preview
  const heading = useRef<HTMLHeadingElement>(null)
  // External system: the focus, after the preview has replaced the form.
  useLayoutEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby="preview" className={layout.section}>
      <h2 id="preview" ref={heading} tabIndex={-1}>
        {t('preview')}
      </h2>
      <p role="status">{previewSentences(preview)}</p>
      {newValues.length > 0 && (
        <Notice kind="info" title={t('newValues')}>
          {t('valuesNotInUse', {
            newValues: newValues
              .map(({ field, value }) => `${value} (${changeField(field)?.label ?? field})`)
              .join(', '),
            count: newValues.length,
          })}
        </Notice>
      )}
      <Skipped bulk={preview} />
      {citations.length > 0 && <Differences preview={preview} />}
      <ErrorNotice title={t('nothingChanged')} text={failure} />
      <div className={styles.buttons}>
        <Button onClick={onBack}>{t('backToForm')}</Button>
        {changing > 0 && (
          <Button variant="primary" busy={busy} onClick={onStart}>
            {t('changeCitationsButton', { citationCount: citationCount(changing) })}
          </Button>
        )}
      </div>
    </section>
  )
}

function Differences({ preview: { citations, changing } }: { preview: BulkPreview }) {
  const fields = Object.keys(citations[0]?.after ?? {})
  return (
    <>
      {changing > citations.length && <p>{t('firstCount', { count: citations.length })}</p>}
      <ListTable
        caption={t('beforeAndAfter')}
        rows={citations}
        rowKey={({ id }) => id}
        columns={[
          {
            header: t('title'),
            is: 'name',
            cell: ({ readableId, title }) => <CitationLink id={readableId} title={title} />,
          },
          ...fields.map(
            (field): Column<BulkDifference> => ({
              header: changeField(field)?.label ?? field,
              className: styles.difference,
              cell: ({ before, after }) => (
                <Difference before={valueText(before[field])} after={valueText(after[field])} />
              ),
            }),
          ),
        ]}
      />
    </>
  )
}

const Difference = ({ before, after }: { before: string; after: string }) =>
  before === after ? (
    <bdi>{after || t('noValue')}</bdi>
  ) : (
    <>
      <del>
        <bdi>{before || t('noValue')}</bdi>
      </del>
      {' → '}
      <ins>
        <bdi>{after || t('noValue')}</bdi>
      </ins>
    </>
  )
