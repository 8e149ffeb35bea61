// What the order is estimated to cost: a line's price, and the total of those lines whose pages are known.
import type { OrderItem } from '../../api/user'
import { centsOf, dollars, isColor, totalOf } from '../../lib/estimate'
import styles from './MaterialsTable.module.css'

export function LineEstimate({ line, pages }: { line: OrderItem; pages: number | null }) {
  const cents = centsOf({ ...line, pages })
  if (cents === null) return <span className={styles.specs}>Not known</span>
  return (
    <>
      {dollars(cents / 100)}
      <span className={styles.pages}>
        {`${pages === 1 ? '1 page' : `${pages} pages`}, ${isColor(line.printingSpecs) ? 'color' : 'black and white'}`}
      </span>
    </>
  )
}

/** Nothing while no line's pages are known: a total of nothing would read as free. */
export function TotalEstimate({ lines }: { lines: readonly (OrderItem & { pages: number | null })[] }) {
  const { cents, known, unknown } = totalOf(lines)
  if (known === 0) return null
  return (
    <div className={styles.total}>
      <p>
        Estimated total: <strong>{dollars(cents / 100)}</strong>
      </p>
      <p className={styles.specs}>
        {unknown > 0 && `Without ${unknown === 1 ? '1 item' : `${unknown} items`} whose pages are not known. `}
        This is an estimate by the prices below; what is billed may differ.
      </p>
    </div>
  )
}
