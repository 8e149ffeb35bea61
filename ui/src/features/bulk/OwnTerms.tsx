// The hospital's own table of terms: checked first, then replaced as a whole.
import { useWordImport } from '../../api/useWordImport'
import { importOwnTerms } from '../../api/words'
import { CheckedImport } from '../../components/CheckedImport'
import layout from '../../components/Page.module.css'

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
      <CheckedImport
        label="Table of terms"
        hint="Kind, name, then a column a language such as es:fiebre|calentura, separated by tabs. It replaces the table imported before."
        accept=".tsv,.txt"
        onChoose={choose}
        problem={problem}
        report={report}
        counts={counts}
        titles={{
          problem: 'The table was not imported.',
          faults: 'Nothing was changed: some lines are at fault.',
          written: 'Searches know your terms now.',
        }}
        action="Replace the table"
        isWriting={isWriting}
        onWrite={write}
      />
    </section>
  )
}
