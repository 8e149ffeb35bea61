// The routes of the copy center, in one script: anyone who opens one of the screens soon needs the others.
import { useParams } from 'react-router-dom'
import { totalsId } from '../../paths'
import { OrderDetailPage } from './order/OrderDetailPage'
import { OrdersPage } from './queue/OrdersPage'
import { TotalsPage } from './totals/TotalsPage'

export default function CopyCenter() {
  const { id } = useParams()
  if (id === undefined) return <OrdersPage />
  return id === totalsId ? <TotalsPage /> : <OrderDetailPage id={id} />
}
