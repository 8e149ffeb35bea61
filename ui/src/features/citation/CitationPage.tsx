// A citation.
import { PageHeading } from '../../components/PageHeading'

export default function CitationPage() {
  return <PageHeading>Citation</PageHeading>
}
