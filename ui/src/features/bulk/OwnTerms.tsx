// Imports the hospital's own thesaurus: validated first, then replaced as a whole.

import t from 'messages:staff/importExport'
import { importOwnTerms, ownTermsDownload, useThesaurusImport } from '../../api/maintenance/thesaurus'
import { CheckedImport } from '../../components/form/CheckedImport'
import layout from '../../components/page/Page.module.css'

export function OwnTerms() {
  const { choose, write, isWriting, problem, report } = useThesaurusImport(importOwnTerms)
  const counts = report && t('conceptCount', { total: report.total, terms: report.terms })
  return (
    <section aria-labelledby="own-terms" className={layout.section}>
      <h2 id="own-terms">{t('yourOwnTerms')}</h2>
      <p>
        {t.rich('ownTermsIntroduction', {
          link: (text) => (
            <a href={ownTermsDownload} download="own-terms.tsv">
              {text}
            </a>
          ),
        })}
      </p>
      <CheckedImport
        label={t('tableOfTerms')}
        hint={t('tableHint')}
        accept=".tsv,.txt"
        onChoose={choose}
        problem={problem}
        report={report}
        counts={counts}
        titles={{
          problem: t('tableNotImported'),
          errors: t('nothingChanged'),
          written: t('searchesNowUseYourTerms'),
        }}
        action={t('replaceTable')}
        isWriting={isWriting}
        onWrite={write}
      />
    </section>
  )
}
