// The lists of lookup values.
import { PageHeading } from '../../components/PageHeading'

export default function LookupsPage() {
  return <PageHeading>Manage Lookups</PageHeading>
}
