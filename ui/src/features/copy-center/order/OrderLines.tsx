// The lines of an order, with sent and remaining quantities.
import t from 'messages:staff/copyCenter'
import { Link } from 'react-router-dom'
import type { OrderLine } from '../../../api/orders/orders'
import { Badge } from '../../../components/feedback/Badge'
import layout from '../../../components/page/Page.module.css'
import { dollars } from '../../../lib/estimate'
import { ListTable } from '../../../listkit/ListTable'
import { citationPath } from '../../../paths'
import { LineFile } from './LineFile'
import styles from './OrderDetailPage.module.css'

export function OrderLines({ lines, estimate }: { lines: readonly OrderLine[]; estimate: number | null }) {
  const hasSent = lines.some(({ sent }) => sent > 0)
  return (
    <section aria-labelledby="lines" className={layout.section}>
      <h2 id="lines">{t('items', { count: lines.length })}</h2>
      <ListTable
        caption={t('linesOfOrder')}
        rows={lines}
        rowKey={({ line }) => line}
        stacked="inline"
        columns={[
          { header: t('itemNumber'), cell: ({ itemNum }) => itemNum || t('noItemNumber') },
          { header: t('title'), is: 'name', cell: (line) => <Title line={line} /> },
          { header: t('language'), cell: ({ lang }) => lang },
          { header: t('quantity'), is: 'numeric', cell: ({ quantity }) => quantity },
          hasSent && { header: t('sent'), is: 'numeric', cell: ({ sent }) => sent },
          hasSent && { header: t('remaining'), is: 'numeric', cell: ({ quantity, sent }) => quantity - sent },
        ]}
      />
      {estimate !== null && <p className={styles.muted}>{t('estimatedCostOfOrder', { dollars: dollars(estimate) })}</p>}
    </section>
  )
}

const Title = ({ line }: { line: OrderLine }) => (
  <>
    <Link to={citationPath(line.readableId || line.id)} dir="auto">
      {line.title}
    </Link>
    {line.obsolete && (
      <>
        {' '}
        <Badge>{t('noLongerInUse')}</Badge>
      </>
    )}
    {line.versionTitle && (
      <p className={styles.muted} dir="auto">
        {line.versionTitle}
      </p>
    )}
    <LineFile line={line} />
    {line.printingSpecs && <p className={styles.muted}>{line.printingSpecs}</p>}
    {line.estimate !== null && (
      <p className={styles.muted}>
        {t('pagesAndEstimate', { pages: line.pages ?? 0, dollars: dollars(line.estimate) })}
      </p>
    )}
  </>
)
