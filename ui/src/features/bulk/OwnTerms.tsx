// Imports the hospital's own thesaurus: validated first, then replaced as a whole.

import { importOwnTerms, ownTermsDownload } from '../../api/maintenance/thesaurus'
import { useThesaurusImport } from '../../api/maintenance/useThesaurusImport'
import { CheckedImport } from '../../components/form/CheckedImport'
import layout from '../../components/page/Page.module.css'

export function OwnTerms() {
  const { choose, write, isWriting, problem, report } = useThesaurusImport(importOwnTerms)
  const counts =
    report && `${report.total.toLocaleString('en-US')} concepts with ${report.terms.toLocaleString('en-US')} terms.`
  return (
    <section aria-labelledby="own-terms" className={layout.section}>
      <h2 id="own-terms">Your own terms</h2>
      <p>
        Words that your families use, in addition to the built-in ones.{' '}
        <a href={ownTermsDownload} download="own-terms.tsv">
          Download the table in use
        </a>
      </p>
      <CheckedImport
        label="Table of terms"
        hint="Kind, name, then one column per language such as es:fiebre|calentura, separated by tabs. It replaces the previous table."
        accept=".tsv,.txt"
        onChoose={choose}
        problem={problem}
        report={report}
        counts={counts}
        titles={{
          problem: 'The table was not imported.',
          errors: 'Nothing was changed: some lines have errors.',
          written: 'Searches now use your terms.',
        }}
        action="Replace the table"
        isWriting={isWriting}
        onWrite={write}
      />
    </section>
  )
}
