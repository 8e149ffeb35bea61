// The start of an import: a file is chosen or dropped and sent, or an earlier import is continued.
import t from 'messages:staff/import'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Trash from 'lucide-react/icons/trash-2'
import { useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import {
  deleteImport,
  type ImportEntry,
  importListQuery,
  importQuery,
  importsKey,
  MAX_IMPORT_BYTES,
  sendImport,
} from '../../../api/catalogue/imports'
import { asProblem, Problem } from '../../../api/problem'
import { useSingleMutation } from '../../../api/useSingleMutation'
import { IconButton } from '../../../components/buttons/Button'
import { announce, Notice } from '../../../components/feedback/Notice'
import { Overlay } from '../../../components/feedback/Overlay'
import { Field } from '../../../components/form/TextField'
import layout from '../../../components/page/Page.module.css'
import { focusHeading, focusNextHeading } from '../../../components/page/PageHeading'
import { VisuallyHidden } from '../../../components/page/VisuallyHidden'
import { ProblemNotice } from '../../../formkit/ProblemNotice'
import { dayAndTime } from '../../../lib/dates/dates'
import { ListTable } from '../../../listkit/ListTable'
import styles from './Import.module.css'
import { type Step, stepPath } from './importAddress'

/** A file that was changed or removed since it was chosen would fail like a lost connection. */
async function contentOf(file: File): Promise<Blob> {
  if (file.size > MAX_IMPORT_BYTES) throw new Problem(413, t('tooLarge').replace(/\.$/, ''), t('tooLargeHint'))
  const bytes = await file.arrayBuffer().catch(() => {
    throw new Problem(-1, t('notReadable').replace(/\.$/, ''), t('notReadableHint'))
  })
  return new Blob([bytes])
}

export function ImportStart() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const sending = useMutation({
    mutationFn: async (chosen: File) => sendImport(chosen.name, await contentOf(chosen)),
    onSuccess: (answer) => {
      client.setQueryData(importQuery(answer.details.id).queryKey, answer)
      void client.invalidateQueries(importListQuery())
      focusNextHeading()
      navigate(stepPath(answer.details.id, 'file'))
    },
    // The same file can be chosen again.
    onError: () => {
      if (input.current) input.current.value = ''
    },
  })
  const choose = (chosen: File | undefined) => {
    if (!chosen) return
    setFile(chosen)
    sending.mutate(chosen)
  }
  return (
    <section aria-labelledby="import" className={layout.section}>
      <h2 id="import">{t('import')}</h2>
      <p>{t('introduction')}</p>
      <Field label={t('fileLabel')} hint={t('fileHint')}>
        {(control) => (
          <input
            {...control}
            ref={input}
            type="file"
            accept=".xlsx,.xlsm,.ods,.csv,.tsv,.txt,.jsonl,.ndjson,.json,.gz"
            onChange={(event) => choose(event.target.files?.[0])}
          />
        )}
      </Field>
      {sending.isPending && file && <Overlay>{t('reading', { name: file.name })}</Overlay>}
      {sending.isError && file && (
        <Notice kind="error" title={t('notRead', { name: file.name })} onRetry={() => sending.mutate(file)}>
          {reasonOf(asProblem(sending.error))}
        </Notice>
      )}
      <EarlierImports />
    </section>
  )
}

/** Of a file that cannot be read, only what is wrong with the file: nothing is wrong with the request. */
const reasonOf = ({ status, fieldErrors, serverDetail, text }: Problem) =>
  [400, 413, 422].includes(status) ? (fieldErrors[0]?.message ?? (serverDetail || text)) : text

const stateText = ({ state }: ImportEntry) => {
  if (state === 'complete') return t('stateComplete')
  return state === 'ready' ? t('stateReady') : t('stateRunning')
}

const nextStep = ({ state }: ImportEntry): Step => (state === 'ready' ? 'columns' : 'result')

/** The person's imports of the last days: continued where they were left, or deleted. */
function EarlierImports() {
  const client = useQueryClient()
  const { data, error } = useQuery(importListQuery())
  const deleting = useSingleMutation({
    mutationFn: ({ id }: ImportEntry) => deleteImport(id),
    onSuccess: async (_, { name }) => {
      announce(t('deleted', { name }))
      // The pressed button is removed.
      focusHeading()
      await client.invalidateQueries({ queryKey: importsKey })
    },
  })
  if (error && !data) {
    return (
      <Notice kind="info" quiet title={t('earlierNotLoaded')}>
        {asProblem(error).text}
      </Notice>
    )
  }
  if (!data || data.imports.length === 0) return null
  return (
    <>
      <h3>{t('earlier')}</h3>
      <ProblemNotice title={t('notDeleted')} call={deleting} />
      <ListTable
        caption={t('earlierCaption')}
        rows={data.imports}
        rowKey={({ id }) => id}
        className={styles.head}
        columns={[
          {
            header: t('file'),
            is: 'name',
            cell: (entry) => (
              <Link to={stepPath(entry.id, nextStep(entry))} aria-label={t('continueName', { name: entry.name })}>
                <bdi>{entry.name}</bdi>
              </Link>
            ),
          },
          { header: t('sent'), cell: ({ created }) => created && dayAndTime(created) },
          { header: t('state'), cell: stateText },
          {
            header: t('actions'),
            head: <VisuallyHidden>{t('actions')}</VisuallyHidden>,
            is: 'actions',
            cell: (entry) =>
              stateText(entry) !== t('stateRunning') && (
                <IconButton label={t('deleteName', { name: entry.name })} onClick={() => deleting.mutate(entry)}>
                  <Trash aria-hidden />
                </IconButton>
              ),
          },
        ]}
      />
    </>
  )
}
