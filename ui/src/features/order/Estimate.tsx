// What the order is estimated to cost: a line's price, and the total of those lines whose pages are known.
import messages from 'messages:en/order'
import type { OrderItem } from '../../api/user'
import { useLocale, useText } from '../../i18n/useText'
import { centsOf, dollars, isColor, totalOf } from '../../lib/estimate'
import styles from './MaterialsTable.module.css'

export function LineEstimate({ line, pages }: { line: OrderItem; pages: number | null }) {
  const t = useText(messages)
  const locale = useLocale()
  const cents = centsOf({ ...line, pages })
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

/** Nothing while no line's pages are known: a total of nothing would read as free. */
export function TotalEstimate({ lines }: { lines: readonly (OrderItem & { pages: number | null })[] }) {
  const t = useText(messages)
  const locale = useLocale()
  const { cents, known, unknown } = totalOf(lines)
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
