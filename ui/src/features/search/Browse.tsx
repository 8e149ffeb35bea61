// Ways into the catalogue: by language, each by its own name, by subject, and by audience.

import messages from 'messages:en/home'
import { useQuery } from '@tanstack/react-query'
import { useConfig } from '../../api/config'
import { languagesQuery, useLanguages } from '../../api/languages'
import { searchQuery } from '../../api/search'
import { useLangOf, useText } from '../../i18n/useText'
import { OwnName } from '../../session/LanguageName'
import { type BrowseEntry, BrowseList } from './BrowseList'
import styles from './HomeView.module.css'
import { OutsideLink } from './OutsideLink'

/** What everything in the catalogue has, without the obsolete: its counts are those that a click will find. */
const everything = searchQuery({ q: '', page: 1, obsolete: false, filters: [], any: [], noBoost: false, lang: null })

/** Whether the lists have come, or will not: what stands beside them would jump. */
export function useBrowseSettled(): boolean {
  const languages = useQuery(languagesQuery)
  const all = useQuery(everything)
  return !languages.isPending && !all.isPending
}

/** The values of a facet, most used first. */
function useEntries(facet: 'subject_heading' | 'audience'): BrowseEntry[] {
  const catalogueLang = useLangOf()('en')
  const values = useQuery(everything).data?.facets[facet]?.buckets ?? []
  return [...values]
    .sort((a, b) => b.count - a.count)
    .map(({ value, count }) => ({
      key: value,
      label: <bdi lang={catalogueLang}>{value}</bdi>,
      count,
      filter: { [facet]: value },
    }))
}

export function Browse() {
  const t = useText(messages)
  const translation = useConfig()?.links.translation
  const languages = useLanguages().all.filter(({ count }) => count > 0)
  return (
    <div className={styles.browse}>
      <BrowseList heading={t('bySubject')} entries={useEntries('subject_heading')} />
      <div>
        <BrowseList
          heading={t('byLanguage')}
          entries={languages.map((language) => ({
            key: language.value,
            label: <OwnName language={language} />,
            count: language.count,
            filter: { languages: language.value },
          }))}
        />
        {translation && (
          <p className={styles.translation}>
            <OutsideLink href={translation}>{t('translation')}</OutsideLink>
          </p>
        )}
      </div>
      <BrowseList heading={t('byAudience')} entries={useEntries('audience')} />
    </div>
  )
}
