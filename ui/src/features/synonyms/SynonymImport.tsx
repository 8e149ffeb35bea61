// Synonyms from a CSV file, after a look at what it would add.
import { useWordImport } from '../../api/useWordImport'
import { importSynonyms } from '../../api/words'
import { CheckedImport } from '../../components/CheckedImport'
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
      <CheckedImport
        label="Import synonyms"
        hint="CSV with the columns Terms (separated by |) and One Way. The file is checked first; what is there stays."
        accept=".csv"
        onChoose={choose}
        problem={problem}
        report={report}
        counts={counts}
        titles={{
          problem: 'The import did not work.',
          faults: 'Nothing was imported: some lines are at fault.',
          written: 'The import is done.',
        }}
        action="Import"
        isEmpty={report?.added === 0}
        isWriting={isWriting}
        onWrite={write}
      />
    </section>
  )
}
