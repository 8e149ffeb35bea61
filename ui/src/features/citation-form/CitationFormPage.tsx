// The page that adds or edits a citation: loads it and passes it to the form.
import t from 'messages:staff/citationForm'
import { useParams } from 'react-router-dom'
import { citationQuery } from '../../api/catalogue/citations'
import { LoadedRecord } from '../../formkit/LoadedRecord'
import { CitationForm } from './CitationForm'

export default function CitationFormPage() {
  const { id } = useParams()
  if (id === undefined) return <CitationForm key="new" />
  return (
    <LoadedRecord
      key={id}
      query={citationQuery(id)}
      failure={t('citationNotLoaded')}
      missing={{ title: t('noCitationFound'), headings: { 404: t('noCitationFoundHeading') } }}
    >
      {(loaded, reload) => <CitationForm key={loaded.etag} loaded={loaded} reload={reload} />}
    </LoadedRecord>
  )
}
