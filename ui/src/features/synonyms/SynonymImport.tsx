// Synonyms from a CSV file, after a look at what it would add.
import { useWordImport } from '../../api/useWordImport'
import { importSynonyms } from '../../api/words'
import { Button } from '../../components/Button'
import { Field } from '../../components/Field'
import { LineFaults } from '../../components/LineFaults'
import { Notice } from '../../components/Notice'
import layout from '../../components/Page.module.css'

export function SynonymImport() {
  const { choose, write, isWriting, problem, report } = useWordImport(importSynonyms)
  const counts = report && `${report.added} new, ${report.unchanged} there already.`
  return (
    <section aria-labelledby="synonyms-csv" className={layout.section}>
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
        {(control) => <input {...control} type="file" accept=".csv" onChange={choose} />}
      </Field>
      {problem && (
        <Notice kind="error" title="The import did not work.">
          {problem.detail || problem.title}
        </Notice>
      )}
      {report && <LineFaults title="Nothing was imported: some lines are at fault." faults={report.faults} />}
      {report && report.faults.length === 0 && (
        <Notice kind={report.written ? 'success' : 'info'} title={report.written ? 'The import is done.' : counts}>
          {report.written ? (
            counts
          ) : (
            <Button variant="primary" busy={isWriting} disabled={report.added === 0} onClick={write}>
              Import
            </Button>
          )}
        </Notice>
      )}
    </section>
  )
}
