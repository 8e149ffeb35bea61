// The page that adds or edits a citation: loads it and passes it to the form.
import citation from 'messages:en/citation'
import t from 'messages:staff/citationForm'
import { Link, useParams } from 'react-router-dom'
import { citationQuery } from '../../api/catalogue/citations'
import { LoadedRecord } from '../../formkit/LoadedRecord'
import { useText } from '../../i18n/useText'
import { patterns } from '../../paths'
import { CitationForm } from './CitationForm'

export default function CitationFormPage() {
  const { id } = useParams()
  if (id === undefined) return <CitationForm key="new" />
  return (
    <LoadedRecord
      key={id}
      query={citationQuery(id)}
      failure={t('citationNotLoaded')}
      missing={{ title: t('noCitationFound'), headings: { 404: t('noCitationFoundHeading') }, hint: <Search /> }}
    >
      {(loaded, reload) => <CitationForm key={loaded.etag} loaded={loaded} reload={reload} />}
    </LoadedRecord>
  )
}

function Search() {
  const t = useText(citation)
  return (
    <>
      <p>{t('missingHint')}</p>
      <p>
        <Link to={patterns.home}>{t('searchInstead')}</Link>
      </p>
    </>
  )
}
