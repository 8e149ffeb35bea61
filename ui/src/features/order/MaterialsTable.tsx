// The lines of the order: number, title, language, quantity, remove.
import Trash from 'lucide-react/icons/trash-2'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { useItemNumberLabel } from '../../api/config'
import type { OrderItem } from '../../api/user'
import { controlClass } from '../../components/Field'
import { IconButton } from '../../components/IconButton'
import { announce } from '../../components/StatusLine'
import { Table } from '../../components/Table'
import { citationPath } from '../../paths'
import { leastQuantity, mostQuantity, quantityOf } from '../../session/merge'
import { removeFromOrder, setQuantity } from '../../session/store'
import styles from './OrderPage.module.css'

const lineKey = ({ id, lang }: OrderItem) => `${id} ${lang}`

/** `onFault` hears whether a typed quantity cannot be ordered. */
export function MaterialsTable({ order, onFault }: { order: OrderItem[]; onFault: (fault: boolean) => void }) {
  const numberLabel = useItemNumberLabel()
  /** Quantities that cannot be ordered, as typed. */
  const [typed, setTyped] = useState<Record<string, string>>({})
  const faulty = order.some((line) => lineKey(line) in typed)
  useEffect(() => onFault(faulty), [faulty, onFault])
  if (order.length === 0) {
    return <p className={styles.empty}>No materials selected - Please add some materials to the order.</p>
  }
  const change = (line: OrderItem, text: string) => {
    const quantity = quantityOf(text)
    const { [lineKey(line)]: _, ...others } = typed
    setTyped(quantity === null ? { ...others, [lineKey(line)]: text } : others)
    if (quantity !== null) setQuantity(line.id, line.lang, quantity)
  }
  const remove = (line: OrderItem) => {
    const { [lineKey(line)]: _, ...others } = typed
    setTyped(others)
    removeFromOrder(line.id, line.lang)
    announce(`${line.title}, ${line.lang}, was removed.`)
  }
  return (
    <Table caption="Materials to order" stacked>
      <thead>
        <tr>
          <th scope="col">{numberLabel === "Children's Item Number" ? 'Item Number' : numberLabel}</th>
          <th scope="col">Title</th>
          <th scope="col">Language</th>
          <th scope="col">Quantity</th>
          <th scope="col">Remove</th>
        </tr>
      </thead>
      <tbody>
        {order.map((line) => {
          const wrong = typed[lineKey(line)]
          const faultId = `fault-${lineKey(line).replace(/\W/g, '-')}`
          return (
            <tr key={lineKey(line)}>
              <td data-label="Item Number">{line.itemNum || 'N/A'}</td>
              <td data-label="Title">
                <div>
                  <Link to={citationPath(line.readableId || line.id)} dir="auto">
                    {line.title}
                  </Link>
                  {line.printingSpecs && <p className={styles.specs}>{line.printingSpecs}</p>}
                </div>
              </td>
              <td data-label="Language">{line.lang}</td>
              <td data-label="Quantity">
                <div className={styles.quantity}>
                  <input
                    type="number"
                    inputMode="numeric"
                    min={leastQuantity}
                    max={mostQuantity}
                    step={1}
                    value={wrong ?? line.quantity}
                    className={controlClass}
                    aria-label={`Quantity of ${line.title}, ${line.lang}`}
                    aria-invalid={wrong === undefined ? undefined : true}
                    aria-describedby={wrong === undefined ? undefined : faultId}
                    onChange={(event) => change(line, event.target.value)}
                  />
                  {wrong !== undefined && (
                    <p id={faultId} className={styles.fault}>
                      From 1 to 10,000.
                    </p>
                  )}
                </div>
              </td>
              <td data-label="" data-actions>
                <IconButton label={`Remove ${line.title}, ${line.lang}`} tooltip="Remove" onClick={() => remove(line)}>
                  <Trash aria-hidden />
                </IconButton>
              </td>
            </tr>
          )
        })}
      </tbody>
    </Table>
  )
}
