// Imports a file: it is validated first, and written after confirmation.

import messages from 'messages:staff/importExport'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { checkImport, type ImportReport, runImport } from '../../api/catalogue/importExport'
import { facetsQuery, searchKey } from '../../api/catalogue/search'
import { languagesQuery } from '../../api/languages'
import { asProblem, type Problem } from '../../api/problem'
import { useSingleMutation } from '../../api/useSingleMutation'
import { Button } from '../../components/buttons/Button'
import { Notice } from '../../components/feedback/Notice'
import { Field } from '../../components/form/Field'
import layout from '../../components/page/Page.module.css'
import { staffText } from '../../i18n/staffText'
import { ImportPreview } from './ImportPreview'
import { ImportProgress } from './ImportProgress'

const t = staffText(messages)

/** Of a file that cannot be read, only what is wrong with the file: nothing is wrong with the request. */
const reason = ({ status, detail, text }: Problem) => (status === 400 ? detail : text)

export function ImportSection() {
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const check = useMutation({ mutationFn: checkImport })
  const write = useSingleMutation({
    mutationFn: runImport,
    // Also after a failure, because some batches may have been written.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: searchKey })
      void client.invalidateQueries(facetsQuery)
      void client.invalidateQueries(languagesQuery)
    },
  })
  const choose = (chosen: File | null) => {
    setFile(chosen)
    write.reset()
    check.reset()
    if (chosen) check.mutate(chosen)
  }
  const cancel = () => {
    choose(null)
    if (input.current) {
      // The same file can be chosen again.
      input.current.value = ''
      input.current.focus()
    }
  }
  const isPreviewed = check.data && file && !write.data && !write.isError
  return (
    <section aria-labelledby="import" className={layout.section}>
      <h2 id="import">{t('import')}</h2>
      <Field label={t('fileLabel')} hint={t('fileCheckedFirst')}>
        {(control) => (
          <input
            {...control}
            ref={input}
            type="file"
            accept=".jsonl,.ndjson,.json,.csv,.gz"
            onChange={(event) => choose(event.target.files?.[0] ?? null)}
          />
        )}
      </Field>
      {check.isPending && <ImportProgress fallback={t('checkingFile')} />}
      {write.isPending && <ImportProgress fallback={t('importing')} />}
      {check.isError && file && (
        <Notice
          kind="error"
          title={t('fileNotChecked')}
          actions={<Button onClick={() => check.mutate(file)}>{t('tryAgain')}</Button>}
        >
          {reason(asProblem(check.error))}
        </Notice>
      )}
      {write.isError && file && (
        <Notice
          kind="error"
          title={t('importInterrupted')}
          actions={
            <Button variant="primary" onClick={() => choose(file)}>
              {t('checkFileAgain')}
            </Button>
          }
        >
          {t('maybePartlyImported', { text: asProblem(write.error).text })}
        </Notice>
      )}
      {write.data && <Done report={write.data} />}
      {isPreviewed && (
        <ImportPreview
          report={check.data}
          isWriting={write.isPending}
          onCancel={cancel}
          onConfirm={() => write.mutate(file)}
        />
      )}
    </section>
  )
}

const Done = ({ report }: { report: ImportReport }) => (
  <Notice kind="success" title={t('importComplete')}>
    {t('importResult', report)}
  </Notice>
)
