// Synonyms from a CSV file, after a look at what it would add.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { asProblem } from '../../api/problem'
import { importSynonyms, wordsKey } from '../../api/words'
import { Button } from '../../components/Button'
import { Field } from '../../components/Field'
import { Notice } from '../../components/Notice'
import styles from './SynonymsPage.module.css'

export function SynonymImport() {
  const client = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const check = useMutation({ mutationFn: (chosen: File) => importSynonyms(chosen, true) })
  const write = useMutation({
    mutationFn: (chosen: File) => importSynonyms(chosen, false),
    onSuccess: () => client.invalidateQueries({ queryKey: wordsKey }),
  })
  const failed = write.error ?? check.error
  const problem = failed ? asProblem(failed) : undefined
  const report = write.data ?? check.data
  const counts = report && `${report.added} new, ${report.unchanged} there already.`
  return (
    <section aria-labelledby="synonyms-csv" className={styles.section}>
      <h2 id="synonyms-csv">CSV</h2>
      <p>
        <a href="/api/system/synonyms/download" download="synonyms.csv">
          Download all synonyms
        </a>
      </p>
      <Field
        label="Import synonyms"
        hint="CSV with the columns Terms (separated by |) and One Way. The file is checked first; what is there stays."
      >
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".csv"
            onChange={(event) => {
              const chosen = event.target.files?.[0] ?? null
              setFile(chosen)
              check.reset()
              write.reset()
              if (chosen) check.mutate(chosen)
            }}
          />
        )}
      </Field>
      {problem && (
        <Notice kind="error" title="The import did not work.">
          {problem.detail || problem.title}
        </Notice>
      )}
      {report && report.faults.length > 0 && (
        <Notice kind="error" title="Nothing was imported: some lines are at fault.">
          <ul>
            {report.faults.slice(0, 50).map(({ line, message }) => (
              <li key={`${line} ${message}`}>{`Line ${line}: ${message}`}</li>
            ))}
          </ul>
        </Notice>
      )}
      {report && report.faults.length === 0 && (
        <Notice kind={report.written ? 'success' : 'info'} title={report.written ? 'The import is done.' : counts}>
          {report.written ? (
            counts
          ) : (
            <Button
              variant="primary"
              busy={write.isPending}
              disabled={report.added === 0}
              onClick={() => file && write.mutate(file)}
            >
              Import
            </Button>
          )}
        </Notice>
      )}
    </section>
  )
}
