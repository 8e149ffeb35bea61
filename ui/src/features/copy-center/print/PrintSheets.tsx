// Prints tickets or the picking list; the print dialog opens as soon as every QR code is loaded.

import t from 'messages:staff/copyCenter'
import { useEffect, useRef } from 'react'
import { orderQrPath } from '../../../api/orders/copyCenter'
import type { Order, OrderLine } from '../../../api/orders/orders'
import { dayOfInstant, shortDate, today } from '../../../lib/dates/dates'
import { stateWords } from '../stateWords'
import styles from './PrintSheets.module.css'
import type { Sheets } from './usePrint'

export function PrintSheets({ sheets, onPrinted }: { sheets: Sheets; onPrinted: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  const done = useRef(onPrinted)
  done.current = onPrinted
  // External system: the browser's print dialog. It may print again, so the sheets stay until the page is used again.
  useEffect(() => {
    let ended = false
    const removeSheets = () => done.current()
    const afterPrint = () => {
      window.addEventListener('pointerdown', removeSheets, { once: true })
      window.addEventListener('keydown', removeSheets, { once: true })
    }
    window.addEventListener('afterprint', afterPrint)
    const images = [...(place.current?.querySelectorAll('img') ?? [])]
    // A QR code that cannot be loaded is omitted.
    void Promise.allSettled(images.map((image) => image.decode())).then(() => {
      if (!ended && sheets) window.print()
    })
    return () => {
      ended = true
      window.removeEventListener('afterprint', afterPrint)
      window.removeEventListener('pointerdown', removeSheets)
      window.removeEventListener('keydown', removeSheets)
    }
  }, [sheets])
  return (
    <div ref={place} className={styles.sheets} aria-hidden="true" data-sheets>
      {sheets.kind === 'tickets' ? (
        sheets.orders.map((order) => <Ticket key={order.number} order={order} />)
      ) : (
        <PickingSheet orders={sheets.orders} />
      )}
    </div>
  )
}

/**
 * The printed ticket of an order, legible at arm's length in black and white. The table header repeats the number on each page.
 */
function Ticket({ order }: { order: Order }) {
  const { number, lines, events } = order
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const isPartly = lines.some(({ sent }) => sent > 0)
  const notes = events.filter(({ note }) => note)
  return (
    <article className={styles.ticket}>
      <header className={styles.head}>
        <div>
          <p className={styles.kind}>{t('order')}</p>
          <h1>{number}</h1>
        </div>
        <img src={orderQrPath(number)} alt="" width={130} height={130} />
      </header>
      <div className={styles.place}>
        <div>
          <p className={styles.kind}>{t('mailStop')}</p>
          <p className={styles.large} dir="auto">
            {order.mailStop}
          </p>
        </div>
        <div>
          <p className={styles.kind}>{t('neededBy')}</p>
          <p className={styles.large}>{shortDate(order.dateRequired)}</p>
        </div>
      </div>
      <dl className={styles.facts}>
        <Fact term={t('orderedBy')} value={`${order.firstName} ${order.lastName}`} />
        <Fact term={t('department')} value={order.department} />
        <Fact term={t('phone')} value={order.phoneNumber} />
        <Fact term={t('ordered')} value={shortDate(order.dateOfOrder)} />
        <Fact term={t('costCenter')} value={order.costCenter} />
        {order.state === 'cancelled' && <Fact term={t('state')} value={stateWords.cancelled} />}
      </dl>
      {order.specialInstructions && (
        <p className={styles.instructions} dir="auto">
          <strong>{t('specialInstructions')}</strong>
          {order.specialInstructions}
        </p>
      )}
      <table className={styles.lines}>
        <thead>
          <tr>
            <th colSpan={isPartly ? 5 : 4} className={styles.running}>
              {t('orderSize', { number, mailStop: order.mailStop, count: lines.length, pieces })}
            </th>
          </tr>
          <tr>
            <th scope="col">{t('itemNumber')}</th>
            <th scope="col">{t('title')}</th>
            <th scope="col">{t('language')}</th>
            {isPartly && (
              <th scope="col" data-numeric>
                {t('sent')}
              </th>
            )}
            <th scope="col" data-numeric>
              {isPartly ? t('toSend') : t('quantity')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.line}>
              <td className={styles.item}>{line.itemNum || t('noItemNumber')}</td>
              <td>
                <span dir="auto">{line.title}</span>
                {line.printingSpecs && <p className={styles.specs}>{line.printingSpecs}</p>}
                {line.obsolete && <p className={styles.specs}>{t('noLongerInUse')}</p>}
              </td>
              <td>{line.lang}</td>
              {isPartly && <td data-numeric>{line.sent.toLocaleString('en-US')}</td>}
              <td data-numeric className={styles.quantity}>
                {(line.quantity - line.sent).toLocaleString('en-US')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {notes.length > 0 && (
        <ul className={styles.notes}>
          {notes.map(({ at, by, note }) => (
            <li key={at} dir="auto">
              <strong>{`${dayOfInstant(at)}, ${by}: `}</strong>
              {note}
            </li>
          ))}
        </ul>
      )}
      <p className={styles.foot}>{t('printedOn', { shortDate: shortDate(today(new Date())) })}</p>
    </article>
  )
}

const Fact = ({ term, value }: { term: string; value: string }) => (
  <div>
    <dt>{term}</dt>
    <dd dir="auto">{value}</dd>
  </div>
)

/** The printed picking list of several orders. */
function PickingSheet({ orders }: { orders: readonly Order[] }) {
  const items = pickingList(orders)
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <article className={styles.ticket}>
      <header>
        <p className={styles.kind}>{t('printedOn', { shortDate: shortDate(today(new Date())) })}</p>
        <h1 className={styles.listHeading}>{t('pickingList')}</h1>
        <p>{t('pickingListSize', { orders: orders.length, items: items.length, pieces })}</p>
      </header>
      <table className={styles.lines}>
        <thead>
          <tr>
            <th scope="col">{t('itemNumber')}</th>
            <th scope="col">{t('title')}</th>
            <th scope="col">{t('language')}</th>
            <th scope="col" data-numeric>
              {t('quantity')}
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={`${item.itemNum} ${item.title} ${item.lang} ${item.printingSpecs}`}>
              <td className={styles.item}>{item.itemNum || t('noItemNumber')}</td>
              <td>
                <span dir="auto">{item.title}</span>
                {item.printingSpecs && <p className={styles.specs}>{item.printingSpecs}</p>}
                <p className={styles.needing}>
                  {item.orders
                    .map(({ number, quantity }) => `${number}: ${quantity.toLocaleString('en-US')}`)
                    .join(' · ')}
                </p>
              </td>
              <td>{item.lang}</td>
              <td data-numeric className={styles.quantity}>
                {item.quantity.toLocaleString('en-US')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  )
}

interface PickedItem {
  itemNum: string | null
  title: string
  lang: string
  printingSpecs: string | null
  quantity: number
  /** The orders that contain it, with their quantities. */
  orders: { number: string; quantity: number }[]
}

/** Lines are the same item if citation, language, item number and printing specs are equal. */
const keyOf = ({ id, lang, itemNum, printingSpecs }: OrderLine) => JSON.stringify([id, lang, itemNum, printingSpecs])

const compare = (a: string | null, b: string | null) => (a ?? '').localeCompare(b ?? '', 'en', { numeric: true })

const byPlace = (a: PickedItem, b: PickedItem) =>
  Number(a.itemNum === null) - Number(b.itemNum === null) ||
  compare(a.itemNum, b.itemNum) ||
  compare(a.title, b.title) ||
  compare(a.lang, b.lang) ||
  compare(a.printingSpecs, b.printingSpecs)

/** The remaining quantities of the orders by item number; items without one come last. */
export function pickingList(orders: readonly Pick<Order, 'number' | 'lines'>[]): PickedItem[] {
  const items = new Map<string, PickedItem>()
  for (const { number, lines } of orders) {
    for (const line of lines) {
      const quantity = line.quantity - line.sent
      if (quantity <= 0) continue
      const { itemNum, title, lang, printingSpecs } = line
      const item = items.get(keyOf(line)) ?? { itemNum, title, lang, printingSpecs, quantity: 0, orders: [] }
      items.set(keyOf(line), {
        ...item,
        quantity: item.quantity + quantity,
        orders: [...item.orders, { number, quantity }],
      })
    }
  }
  return [...items.values()].sort(byPlace)
}
