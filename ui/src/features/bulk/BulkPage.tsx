// Import and export: imports of citations, files for many of them, the hospital's thesaurus, export of the whole catalogue.

import t from 'messages:staff/importExport'
import { exportPath } from '../../api/catalogue/exports'
import { buttonClass } from '../../components/buttons/Button'
import { DownloadLinks } from '../../components/list/DownloadLinks'
import layout from '../../components/page/Page.module.css'
import { PageHeading } from '../../components/page/PageHeading'
import { useTitle } from '../../lib/useTitle'
import { useListAddress } from '../../listkit/useListAddress'
import { FolderSection } from './folder/FolderSection'
import { ImportStart } from './import/ImportStart'
import { ImportSteps } from './import/ImportSteps'
import { importAddress, stepOf } from './import/importAddress'
import { OwnTerms } from './OwnTerms'

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
