// How many orders are found, ticking all of them, and their download.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type QueueEntry, type QueueFilter, queueDownload, queuePageSize, queueQuery } from '../../api/copyCenter'
import { asProblem } from '../../api/problem'
import { Button } from '../../components/Button'
import { ListHead } from '../../components/ListHead'
import { announce } from '../../components/StatusLine'
import styles from './OrdersPage.module.css'
import { maxTicked } from './selection'
import { tick, useTicked } from './ticked'

interface Props {
  filter: QueueFilter
  /** How many there are on all pages. */
  found: number
  /** Those of this page. */
  orders: readonly QueueEntry[]
}

export function QueueHead({ filter, found, orders }: Props) {
  const client = useQueryClient()
  const [gathering, setGathering] = useState(false)
  /** Ticks what is found on all pages, as many as can be ticked at once. */
  const tickFound = async () => {
    setGathering(true)
    try {
      for (let start = 0; start < Math.min(found, maxTicked); start += queuePageSize) {
        const page = await client.fetchQuery({ ...queueQuery(filter, start), staleTime: 0 })
        tick(page.orders, true)
      }
      announce(`${useTicked.getState().selection.size} orders are ticked.`)
    } catch (error) {
      announce(asProblem(error).text)
    } finally {
      setGathering(false)
    }
  }
  return (
    <ListHead
      words={found === 1 ? '1 order' : `${found.toLocaleString('en-US')} orders`}
      download={queueDownload(filter)}
      file="orders.csv"
    >
      {found > queuePageSize && (
        <Button size="small" className={styles.tickPage} onClick={() => tick(orders, true)}>
          Tick this page
        </Button>
      )}
      <Button size="small" busy={gathering} onClick={() => void tickFound()}>
        {found > maxTicked ? `Tick the first ${maxTicked}` : `Tick all ${found.toLocaleString('en-US')}`}
      </Button>
    </ListHead>
  )
}
