// A line of the order in the reader's language: opened from here, or said to be missing.
import { useQuery } from '@tanstack/react-query'
import { citationQuery } from '../../api/citations'
import { isInLanguage, type ReadableLanguage, useLanguages } from '../../api/languages'
import type { OrderItem } from '../../api/user'
import { NotYet, VersionLink } from '../../session/VersionLink'
import styles from './MaterialsTable.module.css'

export function LineVersion({ line, reader }: { line: OrderItem; reader: ReadableLanguage }) {
  const { of } = useLanguages()
  const isReaders = isInLanguage(of(line.lang), reader.tag)
  const citation = useQuery({ ...citationQuery(line.id), enabled: !isReaders }).data?.citation
  if (isReaders) {
    return (
      <p className={styles.version}>
        <VersionLink language={reader} url={line.url} title={line.title} />
      </p>
    )
  }
  if (!citation) return null
  const versions = citation.languages.filter(({ lang }) => isInLanguage(of(lang), reader.tag))
  const version = versions.find(({ url }) => url) ?? versions[0]
  return (
    <p className={styles.version} data-missing={!version || undefined}>
      {version ? <VersionLink language={reader} url={version.url} title={line.title} /> : <NotYet language={reader} />}
    </p>
  )
}
