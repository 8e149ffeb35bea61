// Importing a file: it is checked first, and written when the person confirms.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { languagesQuery } from '../../api/languages'
import { asProblem } from '../../api/problem'
import { facetsQuery } from '../../api/search'
import { checkImport, type ImportReport, runImport } from '../../api/transfer'
import { Button } from '../../components/Button'
import { Field } from '../../components/Field'
import { Notice } from '../../components/Notice'
import layout from '../../components/Page.module.css'
import { ImportPreview, inWords } from './ImportPreview'
import { ImportProgress } from './ImportProgress'

export function ImportSection() {
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const check = useMutation({ mutationFn: checkImport })
  const write = useMutation({
    mutationFn: runImport,
    // After a failure too: what was written before it is there.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['search'] })
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
      <Field label="JSON Lines or CSV file" hint="The file is checked first. Nothing is changed before you confirm.">
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
      {check.isPending && <ImportProgress doing="Checking the file..." />}
      {write.isPending && <ImportProgress doing="Importing..." />}
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
          title="The import stopped before its end."
          actions={
            <Button variant="primary" onClick={() => choose(file)}>
              Check the file again
            </Button>
          }
        >
          {`${asProblem(write.error).text} Some records may have been imported already, and they stay. Checking the file again shows what is left to import.`}
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
  <Notice kind="success" title="The import is done.">
    {`${inWords(report.added)} citations were added, ${inWords(report.changed)} changed, ${inWords(report.refused)} records refused.`}
  </Notice>
)
