// The copy center's screens come in one script: whoever works with one of them needs the others a moment later.
import { useParams } from 'react-router-dom'
import { patterns } from '../../paths'
import { OrderDetailPage } from './OrderDetailPage'
import { OrdersPage } from './OrdersPage'
import { TotalsPage } from './TotalsPage'

const totalsId = patterns.orderTotals.split('/').at(-1)

export default function CopyCenter() {
  const { id } = useParams()
  if (id === undefined) return <OrdersPage />
  return id === totalsId ? <TotalsPage /> : <OrderDetailPage id={id} />
}
