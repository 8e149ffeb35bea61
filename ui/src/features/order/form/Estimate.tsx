// The estimated cost of a line, and the total of the lines whose number of pages is known.
import messages from 'messages:en/order'
import type { OrderItem } from '../../../api/user'
import { useLocale, useText } from '../../../i18n/useText'
import { dollars, isColor, lineCents, sumEstimates } from '../../../lib/estimate'
import styles from './MaterialsTable.module.css'

export function LineEstimate({ line, pages }: { line: OrderItem; pages: number | null }) {
  const t = useText(messages)
  const locale = useLocale()
  const cents = lineCents({ ...line, pages })
  if (cents === null) return <span className={styles.specs}>{t('notKnown')}</span>
  return (
    <>
      {dollars(cents / 100, locale)}
      <span className={styles.pages}>
        {t(isColor(line.printingSpecs) ? 'pagesColor' : 'pagesBlackAndWhite', { count: pages ?? 0 })}
      </span>
    </>
  )
}

/** Nothing if no line's pages are known: a total of zero would look free. */
export function TotalEstimate({ lines }: { lines: readonly (OrderItem & { pages: number | null })[] }) {
  const t = useText(messages)
  const locale = useLocale()
  const { cents, known, unknown } = sumEstimates(lines)
  if (known === 0) return null
  return (
    <div className={styles.total}>
      <p>{t.rich('total', { amount: () => <strong>{dollars(cents / 100, locale)}</strong> })}</p>
      <p className={styles.specs}>
        {unknown > 0 && `${t('without', { count: unknown })} `}
        {t('onlyEstimate')}
      </p>
    </div>
  )
}
