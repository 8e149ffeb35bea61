// Adds or edits a citation.
import { PageHeading } from '../../components/PageHeading'

export default function CitationFormPage() {
  return <PageHeading>Citation form</PageHeading>
}
