// The preferred language's version of a cart line: a link, or a text that it is missing.
import { useQuery } from '@tanstack/react-query'
import { citationQuery } from '../../../api/catalogue/citations'
import { type ChoosableLanguage, isInLanguage, useLanguages } from '../../../api/languages'
import type { OrderItem } from '../../../api/user'
import { NotYet, VersionLink } from '../../../parts/language/VersionLink'
import styles from './MaterialsTable.module.css'

export function LineVersion({ line, preferred }: { line: OrderItem; preferred: ChoosableLanguage }) {
  const { byValue } = useLanguages()
  const isPreferred = isInLanguage(byValue(line.lang), preferred.tag)
  const citation = useQuery({ ...citationQuery(line.id), enabled: !isPreferred }).data?.citation
  if (isPreferred) {
    return (
      <p className={styles.version}>
        <VersionLink language={preferred} citation={line.id} lang={line.lang} url={line.url} title={line.title} />
      </p>
    )
  }
  if (!citation) return null
  const versions = citation.languages.filter(({ lang }) => isInLanguage(byValue(lang), preferred.tag))
  const version = versions.find(({ url }) => url) ?? versions[0]
  return (
    <p className={styles.version} data-missing={!version || undefined}>
      {version ? (
        <VersionLink language={preferred} citation={line.id} lang={version.lang} url={version.url} title={line.title} />
      ) : (
        <NotYet language={preferred} />
      )}
    </p>
  )
}
