// Import and export: imports of citations, files for many of them, the hospital's thesaurus, export of the whole catalogue.
import t from 'messages:staff/importExport'
import { exportPath } from '../../api/catalogue/exports'
import { importOwnTerms, ownTermsDownload, useThesaurusImport } from '../../api/maintenance/thesaurus'
import { buttonClass } from '../../components/buttons/Button'
import { CheckedImport } from '../../components/form/CheckedImport'
import { DownloadLinks } from '../../components/list/DownloadLinks'
import layout from '../../components/page/Page.module.css'
import { PageHeading, useTitle } from '../../components/page/PageHeading'
import { useListAddress } from '../../listkit/listAddress'
import { FolderSection } from './folder/FolderSection'
import { ImportStart } from './import/ImportStart'
import { ImportSteps } from './import/ImportSteps'
import { importAddress, stepOf } from './import/importAddress'

export default function BulkPage() {
  const { import: id, step } = useListAddress(importAddress).filter
  return id === '' ? <Overview /> : <ImportSteps key={id} id={id} step={stepOf(step)} />
}

function Overview() {
  useTitle(t('importAndExport'))
  return (
    <div className={layout.page}>
      <PageHeading>{t('importAndExport')}</PageHeading>
      <ImportStart />
      <FolderSection />
      <OwnTerms />
      <section aria-labelledby="export" className={layout.section}>
        <h2 id="export">{t('export')}</h2>
        <p>{t('exportHint')}</p>
        <p>
          <a href={exportPath} download="catalogue.jsonl" className={buttonClass()} data-variant="secondary">
            <span>{t('exportCatalogue')}</span>
          </a>
        </p>
        <DownloadLinks
          href={`${exportPath}?format=csv`}
          file="catalogue.csv"
          csv={t('exportCatalogueCsv')}
          excel={t('exportCatalogueExcel')}
        />
      </section>
    </div>
  )
}

/** Imports the hospital's own thesaurus: validated first, then replaced as a whole. */
function OwnTerms() {
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
