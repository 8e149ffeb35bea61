// The number of orders, buttons that select them, and their download.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type QueueEntry,
  type QueueFilter,
  queueDownload,
  queuePageSize,
  queueQuery,
} from '../../../api/orders/copyCenter'
import { asProblem } from '../../../api/problem'
import { Button } from '../../../components/buttons/Button'
import { announce } from '../../../components/feedback/StatusLine'
import { ListHead } from '../../../components/list/ListHead'
import styles from './OrdersPage.module.css'
import { selectOrders, useSelectedOrders } from './selectedOrders'
import { MAX_SELECTED } from './selection'

interface Props {
  filter: QueueFilter
  /** The number of orders on all pages. */
  found: number
  /** The orders on this page. */
  orders: readonly QueueEntry[]
}

export function QueueHead({ filter, found, orders }: Props) {
  const client = useQueryClient()
  const [gathering, setGathering] = useState(false)
  /** Selects the orders of all pages, up to the maximum. */
  const selectFound = async () => {
    setGathering(true)
    try {
      for (let start = 0; start < Math.min(found, MAX_SELECTED); start += queuePageSize) {
        const page = await client.fetchQuery({ ...queueQuery(filter, start), staleTime: 0 })
        selectOrders(page.orders, true)
      }
      announce(`${useSelectedOrders.getState().selection.size} orders are selected.`)
    } catch (error) {
      announce(asProblem(error).text)
    } finally {
      setGathering(false)
    }
  }
  return (
    <ListHead
      summary={found === 1 ? '1 order' : `${found.toLocaleString('en-US')} orders`}
      download={queueDownload(filter)}
      file="orders.csv"
    >
      {found > queuePageSize && (
        <Button size="small" className={styles.selectPage} onClick={() => selectOrders(orders, true)}>
          Select this page
        </Button>
      )}
      <Button size="small" busy={gathering} onClick={() => void selectFound()}>
        {found > MAX_SELECTED ? `Select the first ${MAX_SELECTED}` : `Select all ${found.toLocaleString('en-US')}`}
      </Button>
    </ListHead>
  )
}
