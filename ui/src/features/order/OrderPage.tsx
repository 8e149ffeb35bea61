// The order form.
import { PageHeading } from '../../components/PageHeading'

export default function OrderPage() {
  return <PageHeading>Order education materials</PageHeading>
}
