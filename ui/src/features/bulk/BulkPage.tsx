// Import and export of the whole catalogue.
import { PageHeading } from '../../components/PageHeading'

export default function BulkPage() {
  return <PageHeading>Import and export</PageHeading>
}
