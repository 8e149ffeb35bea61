// Imports a file: it is validated first, and written after confirmation.

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { checkImport, type ImportReport, runImport } from '../../api/catalogue/importExport'
import { facetsQuery, searchKey } from '../../api/catalogue/search'
import { languagesQuery } from '../../api/languages'
import { asProblem } from '../../api/problem'
import { Button } from '../../components/buttons/Button'
import { Notice } from '../../components/feedback/Notice'
import { Field } from '../../components/form/Field'
import layout from '../../components/page/Page.module.css'
import { formatCount, ImportPreview } from './ImportPreview'
import { ImportProgress } from './ImportProgress'

export function ImportSection() {
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const check = useMutation({ mutationFn: checkImport })
  const write = useMutation({
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
      <h2 id="import">Import</h2>
      <Field label="JSON Lines or CSV file" hint="The file is checked first. Nothing changes until you confirm.">
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
      {check.isPending && <ImportProgress fallback="Checking the file..." />}
      {write.isPending && <ImportProgress fallback="Importing..." />}
      {check.isError && file && (
        <Notice
          kind="error"
          title="The file could not be checked. Nothing was changed."
          actions={<Button onClick={() => check.mutate(file)}>Try again</Button>}
        >
          {asProblem(check.error).text}
        </Notice>
      )}
      {write.isError && file && (
        <Notice
          kind="error"
          title="The import was interrupted."
          actions={
            <Button variant="primary" onClick={() => choose(file)}>
              Check the file again
            </Button>
          }
        >
          {`${asProblem(write.error).text} Some records may already have been imported. Check the file again to see the remaining ones.`}
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
  <Notice kind="success" title="The import is complete.">
    {`${formatCount(report.added)} ${report.added === 1 ? 'citation' : 'citations'} added, ${formatCount(report.changed)} changed, ${formatCount(report.refused)} records invalid.`}
  </Notice>
)
