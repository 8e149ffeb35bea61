// The number of orders, buttons that select them, and their download.

import t from 'messages:staff/copyCenter'
import { useQueryClient } from '@tanstack/react-query'
import {
  type QueueEntry,
  type QueueFilter,
  queueDownload,
  queuePageSize,
  queueQuery,
} from '../../../api/orders/copyCenter'
import { useSingleMutation } from '../../../api/useSingleMutation'
import { Button } from '../../../components/buttons/Button'
import { announce } from '../../../components/feedback/StatusLine'
import { ListHead } from '../../../components/list/ListHead'
import { ProblemNotice } from '../../../formkit/ProblemNotice'
import styles from './OrdersPage.module.css'
import { MAX_SELECTED, selectOrders, useSelectedOrders } from './selectedOrders'

interface Props {
  filter: QueueFilter
  /** The number of orders on all pages. */
  found: number
  /** The orders on this page. */
  orders: readonly QueueEntry[]
}

export function QueueHead({ filter, found, orders }: Props) {
  const client = useQueryClient()
  const gathering = useSingleMutation({
    /** Loads the orders of all pages, up to the maximum. */
    mutationFn: async () => {
      const all: QueueEntry[] = []
      for (let start = 0; start < Math.min(found, MAX_SELECTED); start += queuePageSize) {
        const page = await client.fetchQuery({ ...queueQuery(filter, start), staleTime: 0 })
        all.push(...page.orders)
      }
      return all
    },
    onSuccess: (all) => {
      selectOrders(all, true)
      announce(t('countOrdersSelected', { count: useSelectedOrders.getState().selection.size }))
    },
  })
  return (
    <div className={styles.head}>
      <ListHead summary={t('orderCount', { count: found })} download={queueDownload(filter)} file="orders.csv">
        {found > queuePageSize && (
          <Button size="small" className={styles.selectPage} onClick={() => selectOrders(orders, true)}>
            {t('selectPage')}
          </Button>
        )}
        <Button size="small" busy={gathering.isPending} onClick={() => gathering.mutate()}>
          {found > MAX_SELECTED ? t('selectFirst', { max: MAX_SELECTED }) : t('selectAllFound', { found })}
        </Button>
      </ListHead>
      <ProblemNotice title={t('ordersNotSelected')} call={gathering} onDismiss={gathering.reset} />
    </div>
  )
}
