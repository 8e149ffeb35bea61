// The hospital's own table of terms: checked first, then replaced as a whole.
import { useWordImport } from '../../api/useWordImport'
import { importOwnTerms } from '../../api/words'
import { Button } from '../../components/Button'
import { Field } from '../../components/Field'
import { LineFaults } from '../../components/LineFaults'
import { Notice } from '../../components/Notice'
import layout from '../../components/Page.module.css'
import styles from './BulkPage.module.css'

export function OwnTerms() {
  const { choose, write, isWriting, problem, report } = useWordImport(importOwnTerms)
  const counts =
    report && `${report.total.toLocaleString('en-US')} concepts with ${report.terms.toLocaleString('en-US')} terms.`
  return (
    <section aria-labelledby="own-terms" className={layout.section}>
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
        {(control) => <input {...control} type="file" accept=".tsv,.txt" onChange={choose} />}
      </Field>
      {problem && (
        <Notice kind="error" title="The table was not imported.">
          {problem.detail || problem.title}
        </Notice>
      )}
      {report && <LineFaults title="Nothing was changed: some lines are at fault." faults={report.faults} />}
      {report && report.faults.length === 0 && report.written && (
        <Notice kind="success" title="Searches know your terms now.">
          {counts}
        </Notice>
      )}
      {report && report.faults.length === 0 && !report.written && (
        <>
          <p role="status">{counts}</p>
          <div className={styles.actions}>
            <Button variant="primary" busy={isWriting} onClick={write}>
              Replace the table
            </Button>
          </div>
        </>
      )}
    </section>
  )
}
