// The lines of the order: number, title, language, quantity, remove.
import Trash from 'lucide-react/icons/trash-2'
import type { KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router-dom'
import { useItemNumberLabel } from '../../api/config'
import type { OrderItem } from '../../api/user'
import { controlClass, FieldError } from '../../components/Field'
import { IconButton } from '../../components/IconButton'
import { announce } from '../../components/StatusLine'
import { Table } from '../../components/Table'
import { citationPath } from '../../paths'
import { maxQuantity, minQuantity } from '../../session/merge'
import { useReaderLanguage } from '../../session/readerLanguage'
import { LineEstimate, TotalEstimate } from './Estimate'
import { LineVersion } from './LineVersion'
import styles from './MaterialsTable.module.css'
import { usePages } from './usePages'
import { lineKey, type Quantities } from './useQuantities'

/** The heading above the table takes the focus when the last line is removed. */
export const materialsHeadingId = 'materials'
export const quantityId = (n: number) => `quantity-${n}`
const removeId = (n: number) => `remove-line-${n}`

/** Enter in a quantity field must not send the whole order. */
const keepEnter = (event: KeyboardEvent) => {
  if (event.key === 'Enter') event.preventDefault()
}

export function MaterialsTable({ order, quantities }: { order: OrderItem[]; quantities: Quantities }) {
  const numberLabel = useItemNumberLabel()
  const reader = useReaderLanguage()
  const pages = usePages(order)
  const hasEstimates = pages.some((known) => known !== null)
  if (order.length === 0) {
    return <p className={styles.empty}>No materials selected - Please add some materials to the order.</p>
  }
  const remove = (line: OrderItem, n: number) => {
    flushSync(() => quantities.remove(line))
    announce(`${line.title}, ${line.lang}, was removed.`)
    const next = order.length === 1 ? materialsHeadingId : removeId(Math.min(n, order.length - 2))
    document.getElementById(next)?.focus()
  }
  return (
    <>
      <Table caption="Materials to order" stacked>
        <thead>
          <tr>
            <th scope="col">{numberLabel === "Children's Item Number" ? 'Item Number' : numberLabel}</th>
            <th scope="col">Title</th>
            <th scope="col">Language</th>
            <th scope="col">Quantity</th>
            {hasEstimates && (
              <th scope="col" data-numeric>
                Estimate
              </th>
            )}
            <th scope="col">Remove</th>
          </tr>
        </thead>
        <tbody>
          {order.map((line, n) => (
            <tr key={lineKey(line)}>
              <td data-label="Item Number">{line.itemNum || 'N/A'}</td>
              <td data-label="Title" data-name>
                <div>
                  <Link to={citationPath(line.readableId || line.id)} dir="auto">
                    {line.title}
                  </Link>
                  {line.printingSpecs && <p className={styles.specs}>{line.printingSpecs}</p>}
                  {reader && <LineVersion line={line} reader={reader} />}
                </div>
              </td>
              <td data-label="Language">{line.lang}</td>
              <td data-label="Quantity">
                <Quantity line={line} id={quantityId(n)} quantities={quantities} />
              </td>
              {hasEstimates && (
                <td data-label="Estimate" data-numeric>
                  <LineEstimate line={line} pages={pages[n] ?? null} />
                </td>
              )}
              <td data-label="" data-actions>
                <IconButton
                  id={removeId(n)}
                  label={`Remove ${line.title}, ${line.lang}`}
                  tooltip="Remove"
                  onClick={() => remove(line, n)}
                >
                  <Trash aria-hidden />
                </IconButton>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      <TotalEstimate lines={order.map((line, n) => ({ ...line, pages: pages[n] ?? null }))} />
    </>
  )
}

function Quantity({ line, id, quantities }: { line: OrderItem; id: string; quantities: Quantities }) {
  const wrong = quantities.wrong(line)
  const faultId = `${id}-fault`
  return (
    <div className={styles.quantity}>
      <input
        id={id}
        type="number"
        inputMode="numeric"
        min={minQuantity}
        max={maxQuantity}
        step={1}
        value={wrong ?? line.quantity}
        className={controlClass}
        aria-label={`Quantity of ${line.title}, ${line.lang}`}
        aria-invalid={wrong === undefined ? undefined : true}
        aria-describedby={wrong === undefined ? undefined : faultId}
        onKeyDown={keepEnter}
        onChange={(event) => quantities.change(line, event.target.value)}
      />
      {wrong !== undefined && <FieldError id={faultId}>From 1 to 10,000.</FieldError>}
    </div>
  )
}
