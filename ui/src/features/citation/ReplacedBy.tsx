// Leads from an obsolete citation to the one that replaces it.

import messages from 'messages:en/citation'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { addressId, type Citation, citationQuery } from '../../api/citations'
import { useLanguages } from '../../api/languages'
import { Problem } from '../../api/problem'
import { useLangOf, useText } from '../../i18n/useText'
import { textLanguage } from '../../lib/languages'
import { citationPath } from '../../paths'

export function ReplacedBy({ citation }: { citation: Citation }) {
  const { id, obsolete, replacedBy } = citation
  return obsolete && replacedBy && replacedBy !== id ? <Replacement id={replacedBy} /> : null
}

/** Nothing when there is no such citation: an import may name one that never came. */
function Replacement({ id }: { id: string }) {
  const t = useText(messages)
  const langOf = useLangOf()
  const { of } = useLanguages()
  const { data, error } = useQuery(citationQuery(id))
  if (error instanceof Problem && error.status === 404) return null
  const other = data?.citation
  const tags = other?.languages.map(({ lang }) => of(lang)?.tag ?? undefined) ?? []
  return (
    <p>
      {t('replacedBy')}{' '}
      <Link to={citationPath(other ? addressId(other) : id)}>
        {other ? <bdi lang={langOf(textLanguage(other.title, tags) ?? 'en')}>{other.title}</bdi> : t('anotherMaterial')}
      </Link>
    </p>
  )
}
