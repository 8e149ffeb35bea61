// Links from an obsolete citation to the one that replaces it.

import messages from 'messages:en/citation'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { addressId, type Citation, citationQuery, recordQuery } from '../../../api/catalogue/citations'
import { useLanguages } from '../../../api/languages'
import { Problem } from '../../../api/problem'
import { useLangAttribute, useText } from '../../../i18n/useText'
import { textLanguage } from '../../../lib/text/textLanguage'
import { citationPath, recordPath } from '../../../paths'

/** With `asOf`, links to its record of that date. */
export function ReplacedBy({ citation, asOf }: { citation: Citation; asOf?: string }) {
  const { id, obsolete, replacedBy } = citation
  return obsolete && replacedBy && replacedBy !== id ? <Replacement id={replacedBy} asOf={asOf} /> : null
}

/**
 * Nothing if the replacement does not exist: an import may name a citation that was never imported. In a record, links to the
 * current citation if the replacement did not exist yet.
 */
function Replacement({ id, asOf }: { id: string; asOf: string | undefined }) {
  const t = useText(messages)
  const langAttribute = useLangAttribute()
  const { byValue } = useLanguages()
  const { data, error } = useQuery(asOf ? recordQuery(id, asOf) : citationQuery(id))
  const isUnknown = error instanceof Problem && error.status === 404
  if (isUnknown && !asOf) return null
  const other = data?.citation
  const address = other ? addressId(other) : id
  const tags = other?.languages.map(({ lang }) => byValue(lang)?.tag ?? undefined) ?? []
  return (
    <p>
      {t('replacedBy')}{' '}
      <Link to={asOf && !isUnknown ? recordPath(address, asOf) : citationPath(address)}>
        {other ? (
          <bdi lang={langAttribute(textLanguage(other.title, tags) ?? 'en')}>{other.title}</bdi>
        ) : (
          t('anotherMaterial')
        )}
      </Link>
    </p>
  )
}
