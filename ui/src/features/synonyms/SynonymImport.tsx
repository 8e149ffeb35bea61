// Imports synonyms from a CSV file after a preview, and downloads them.

import t from 'messages:staff/synonyms'
import { importSynonyms, synonymsDownload, useThesaurusImport } from '../../api/maintenance/thesaurus'
import { CheckedImport } from '../../components/form/CheckedImport'
import { DownloadLinks } from '../../components/list/DownloadLinks'
import layout from '../../components/page/Page.module.css'

export function SynonymImport() {
  const { choose, write, isWriting, problem, report } = useThesaurusImport(importSynonyms)
  const counts = report && t('importCounts', { added: report.added, unchanged: report.unchanged })
  return (
    <section aria-labelledby="synonyms-csv" className={layout.section}>
      <h2 id="synonyms-csv">{t('csv')}</h2>
      <DownloadLinks
        href={synonymsDownload}
        file="synonyms.csv"
        csv={t('downloadAllSynonyms')}
        excel={t('downloadAllSynonymsAsExcel')}
      />
      <CheckedImport
        label={t('importSynonyms')}
        hint={t('importHint')}
        accept=".csv"
        onChoose={choose}
        problem={problem}
        report={report}
        counts={counts}
        titles={{
          problem: t('importFailed'),
          errors: t('nothingImported'),
          written: t('importComplete'),
        }}
        action={t('import')}
        isEmpty={report?.added === 0}
        isWriting={isWriting}
        onWrite={write}
      />
    </section>
  )
}
