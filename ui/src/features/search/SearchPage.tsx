// The search page.
import { PageHeading } from '../../components/PageHeading'

export default function SearchPage() {
  return <PageHeading>Search</PageHeading>
}
