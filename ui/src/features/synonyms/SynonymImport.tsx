// Imports synonyms from a CSV file after a preview, and downloads them.

import { importSynonyms, synonymsDownload } from '../../api/maintenance/thesaurus'
import { useThesaurusImport } from '../../api/maintenance/useThesaurusImport'
import { CheckedImport } from '../../components/form/CheckedImport'
import layout from '../../components/page/Page.module.css'

export function SynonymImport() {
  const { choose, write, isWriting, problem, report } = useThesaurusImport(importSynonyms)
  const counts = report && `${report.added} new, ${report.unchanged} already exist.`
  return (
    <section aria-labelledby="synonyms-csv" className={layout.section}>
      <h2 id="synonyms-csv">CSV</h2>
      <p>
        <a href={synonymsDownload} download="synonyms.csv">
          Download all synonyms
        </a>
      </p>
      <CheckedImport
        label="Import synonyms"
        hint="CSV with the columns Terms (separated by |) and One Way. The file is checked first. Existing synonyms stay."
        accept=".csv"
        onChoose={choose}
        problem={problem}
        report={report}
        counts={counts}
        titles={{
          problem: 'The import failed.',
          errors: 'Nothing was imported: some lines have errors.',
          written: 'The import is complete.',
        }}
        action="Import"
        isEmpty={report?.added === 0}
        isWriting={isWriting}
        onWrite={write}
      />
    </section>
  )
}
