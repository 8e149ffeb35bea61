// Leads from an obsolete citation to the one that replaces it.

import messages from 'messages:en/citation'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { addressId, type Citation, citationQuery } from '../../api/citations'
import { useLanguages } from '../../api/languages'
import { Problem } from '../../api/problem'
import { recordQuery } from '../../api/records'
import { useLangOf, useText } from '../../i18n/useText'
import { textLanguage } from '../../lib/textLanguage'
import { citationPath, recordPath } from '../../paths'

/** With `asOf` to its record of that day. */
export function ReplacedBy({ citation, asOf }: { citation: Citation; asOf?: string }) {
  const { id, obsolete, replacedBy } = citation
  return obsolete && replacedBy && replacedBy !== id ? <Replacement id={replacedBy} asOf={asOf} /> : null
}

/**
 * Nothing when there is no such citation: an import may name one that never came. In a record, which may name one that came later,
 * the present one.
 */
function Replacement({ id, asOf }: { id: string; asOf: string | undefined }) {
  const t = useText(messages)
  const langOf = useLangOf()
  const { of } = useLanguages()
  const { data, error } = useQuery(asOf ? recordQuery(id, asOf) : citationQuery(id))
  const isUnknown = error instanceof Problem && error.status === 404
  if (isUnknown && !asOf) return null
  const other = data?.citation
  const address = other ? addressId(other) : id
  const tags = other?.languages.map(({ lang }) => of(lang)?.tag ?? undefined) ?? []
  return (
    <p>
      {t('replacedBy')}{' '}
      <Link to={asOf && !isUnknown ? recordPath(address, asOf) : citationPath(address)}>
        {other ? <bdi lang={langOf(textLanguage(other.title, tags) ?? 'en')}>{other.title}</bdi> : t('anotherMaterial')}
      </Link>
    </p>
  )
}
