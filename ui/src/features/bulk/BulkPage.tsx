// Import and export: import of citations and of the hospital's thesaurus, export of the whole catalogue.

import { exportPath } from '../../api/catalogue/importExport'
import { buttonClass } from '../../components/buttons/Button'
import layout from '../../components/page/Page.module.css'
import { PageHeading } from '../../components/page/PageHeading'
import { useTitle } from '../../lib/useTitle'
import { ImportSection } from './ImportSection'
import { OwnTerms } from './OwnTerms'

export default function BulkPage() {
  useTitle('Import and export')
  return (
    <div className={layout.page}>
      <PageHeading>Import and export</PageHeading>
      <ImportSection />
      <OwnTerms />
      <section aria-labelledby="export" className={layout.section}>
        <h2 id="export">Export</h2>
        <p>The whole catalogue as JSON Lines, one citation per line. The file can be imported again.</p>
        <p>
          <a href={exportPath} download="catalogue.jsonl" className={buttonClass()} data-variant="secondary">
            <span>Export the catalogue</span>
          </a>
        </p>
      </section>
    </div>
  )
}
