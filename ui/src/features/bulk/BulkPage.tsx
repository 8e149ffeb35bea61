// Import with a dry run first, and export of the whole catalogue.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client'
import { asProblem } from '../../api/problem'
import { facetsQuery } from '../../api/search'
import { Button, buttonClass } from '../../components/Button'
import { Field } from '../../components/Field'
import { Notice } from '../../components/Notice'
import { Overlay } from '../../components/Overlay'
import { PageHeading } from '../../components/PageHeading'
import { Table } from '../../components/Table'
import { useTitle } from '../../lib/useTitle'
import styles from './BulkPage.module.css'

interface ImportReport {
  added: number
  changed: number
  unchanged: number
  refused: number
  incomplete: number
  total: number
  rows: {
    line: number
    id: string
    title: string
    outcome: 'added' | 'changed' | 'unchanged' | 'refused'
    errors: string[]
  }[]
  written: boolean
}

const outcomes = { added: 'Will be added', changed: 'Will be changed', unchanged: 'Stays as it is', refused: 'Refused' }

function send(file: File, dryRun: boolean, skipBad: boolean) {
  const format = /\.csv(\.gz)?$/i.test(file.name) ? 'csv' : 'jsonl'
  return call<ImportReport>(`/system/import?format=${format}&dryRun=${dryRun}&skipBad=${skipBad}`, {
    method: 'POST',
    body: new Blob([file]),
  })
}

const words = (report: ImportReport) =>
  `${report.total.toLocaleString('en-US')} records: ${report.added.toLocaleString('en-US')} to add, ` +
  `${report.changed.toLocaleString('en-US')} to change, ${report.unchanged.toLocaleString('en-US')} as they are, ` +
  `${report.refused.toLocaleString('en-US')} refused. ${report.incomplete.toLocaleString('en-US')} lack fields that the form requires.`

export default function BulkPage() {
  useTitle('Import and export')
  const client = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const look = useMutation({ mutationFn: (chosen: File) => send(chosen, true, true) })
  const write = useMutation({
    mutationFn: (chosen: File) => send(chosen, false, true),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['search'] })
      void client.invalidateQueries(facetsQuery)
    },
  })
  const report = look.data
  const problem = look.isError ? asProblem(look.error) : write.isError ? asProblem(write.error) : undefined
  const choose = (chosen: File | null) => {
    setFile(chosen)
    write.reset()
    look.reset()
    if (chosen) look.mutate(chosen)
  }
  return (
    <div className={styles.page}>
      <PageHeading>Import and export</PageHeading>
      <section aria-labelledby="import" className={styles.section}>
        <h2 id="import">Import</h2>
        <Field label="JSON Lines or CSV file" hint="The file is checked first. Nothing is changed before you confirm.">
          {(control) => (
            <input
              {...control}
              type="file"
              accept=".jsonl,.ndjson,.json,.csv,.gz"
              onChange={(event) => choose(event.target.files?.[0] ?? null)}
            />
          )}
        </Field>
        {look.isPending && <Overlay>Checking the file...</Overlay>}
        {write.isPending && <Overlay>Importing...</Overlay>}
        {problem && (
          <Notice kind="error" title="The import did not work. Nothing was changed by this try.">
            {problem.detail || problem.title}
          </Notice>
        )}
        {write.data && (
          <Notice kind="success" title="The import is done.">
            {`${write.data.added.toLocaleString('en-US')} citations were added, ${write.data.changed.toLocaleString('en-US')} changed, ${write.data.refused.toLocaleString('en-US')} records refused.`}
          </Notice>
        )}
        {report && file && !write.data && (
          <>
            <p role="status">{words(report)}</p>
            <Table caption="What the import would do, line by line" stacked>
              <thead>
                <tr>
                  <th scope="col" data-numeric>
                    Line
                  </th>
                  <th scope="col">Title</th>
                  <th scope="col">Outcome</th>
                </tr>
              </thead>
              <tbody>
                {report.rows.slice(0, 200).map((row) => (
                  <tr key={row.line}>
                    <td data-label="Line" data-numeric>
                      {row.line}
                    </td>
                    <td data-label="Title" dir="auto">
                      {row.title || row.id || 'No title'}
                    </td>
                    <td data-label="Outcome">
                      <div>
                        {outcomes[row.outcome]}
                        {row.errors.map((error) => (
                          <p key={error} className={styles.error}>
                            {error}
                          </p>
                        ))}
                      </div>
                    </td>
                  </tr>
                ))}
              </tbody>
            </Table>
            {report.rows.length > 200 && <p>The first 200 records are shown, refused ones first.</p>}
            <div className={styles.actions}>
              <Button onClick={() => choose(null)}>Cancel</Button>
              <Button
                variant="primary"
                disabled={report.added + report.changed === 0}
                busy={write.isPending}
                onClick={() => write.mutate(file)}
              >
                {report.refused > 0 ? 'Import the good records' : 'Import'}
              </Button>
            </div>
          </>
        )}
      </section>
      <section aria-labelledby="export" className={styles.section}>
        <h2 id="export">Export</h2>
        <p>The whole catalogue as JSON Lines, one citation a line. It can be imported again.</p>
        <p>
          <a href="/api/system/export" download="catalogue.jsonl" className={buttonClass()} data-variant="secondary">
            <span>Export the catalogue</span>
          </a>
        </p>
      </section>
    </div>
  )
}
