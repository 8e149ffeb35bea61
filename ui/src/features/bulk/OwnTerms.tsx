// The hospital's own table of terms: checked first, then replaced as a whole.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { asProblem } from '../../api/problem'
import { importOwnTerms, wordsKey } from '../../api/words'
import { Button } from '../../components/Button'
import { Field } from '../../components/Field'
import { Notice } from '../../components/Notice'
import styles from './BulkPage.module.css'

export function OwnTerms() {
  const client = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const check = useMutation({ mutationFn: (chosen: File) => importOwnTerms(chosen, true) })
  const write = useMutation({
    mutationFn: (chosen: File) => importOwnTerms(chosen, false),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: wordsKey })
      void client.invalidateQueries({ queryKey: ['search'] })
    },
  })
  const failed = write.error ?? check.error
  const problem = failed ? asProblem(failed) : undefined
  const report = write.data ?? check.data
  const counts =
    report && `${report.total.toLocaleString('en-US')} concepts with ${report.terms.toLocaleString('en-US')} terms.`
  return (
    <section aria-labelledby="own-terms" className={styles.section}>
      <h2 id="own-terms">Your own terms</h2>
      <p>
        Words that your families use, beside those that every search knows.{' '}
        <a href="/api/system/terms/own" download="own-terms.tsv">
          Download the table in use
        </a>
      </p>
      <Field
        label="Table of terms"
        hint="Kind, name, then a column a language such as es:fiebre|calentura, separated by tabs. It replaces the table imported before."
      >
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".tsv,.txt"
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
        <Notice kind="error" title="The table was not imported.">
          {problem.detail || problem.title}
        </Notice>
      )}
      {report && report.faults.length > 0 && (
        <Notice kind="error" title="Nothing was changed: some lines are at fault.">
          <ul>
            {report.faults.slice(0, 50).map(({ line, message }) => (
              <li key={`${line} ${message}`}>{`Line ${line}: ${message}`}</li>
            ))}
          </ul>
        </Notice>
      )}
      {report && report.faults.length === 0 && report.written && (
        <Notice kind="success" title="Searches know your terms now.">
          {counts}
        </Notice>
      )}
      {report && report.faults.length === 0 && !report.written && (
        <>
          <p role="status">{counts}</p>
          <div className={styles.actions}>
            <Button variant="primary" busy={write.isPending} onClick={() => file && write.mutate(file)}>
              Replace the table
            </Button>
          </div>
        </>
      )}
    </section>
  )
}
