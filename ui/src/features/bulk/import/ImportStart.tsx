// The start of an import: a file is chosen or dropped and sent, or an earlier import is continued.
import t from 'messages:staff/import'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { importListQuery, importQuery, MAX_IMPORT_BYTES, sendImport } from '../../../api/catalogue/imports'
import { asProblem, Problem } from '../../../api/problem'
import { Button } from '../../../components/buttons/Button'
import { Notice } from '../../../components/feedback/Notice'
import { Overlay } from '../../../components/feedback/Overlay'
import { Field } from '../../../components/form/Field'
import layout from '../../../components/page/Page.module.css'
import { focusNextHeading } from '../../../components/page/PageHeading'
import { EarlierImports } from './EarlierImports'
import { stepPath } from './importAddress'

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
        <Notice
          kind="error"
          title={t('notRead', { name: file.name })}
          actions={<Button onClick={() => sending.mutate(file)}>{t('tryAgain')}</Button>}
        >
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
