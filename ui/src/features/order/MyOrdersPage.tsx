// The orders a person has sent.
import { PageHeading } from '../../components/PageHeading'

export default function MyOrdersPage() {
  return <PageHeading>My orders</PageHeading>
}
