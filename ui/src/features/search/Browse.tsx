// Ways into the catalogue: by language, each by its own name, by subject, and by audience.

import messages from 'messages:en/home'
import parts from 'messages:en/parts'
import { useQuery } from '@tanstack/react-query'
import { useConfig } from '../../api/config'
import { languagesQuery, useLanguages } from '../../api/languages'
import { isPreparing } from '../../api/problem'
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
  return useIsPreparing() || (!languages.isPending && !all.isPending)
}

/** Whether the catalogue is being prepared: then there is nothing to browse yet. */
const useIsPreparing = () => isPreparing(useQuery(everything).failureReason)

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
  const preparing = useText(parts)('preparing')
  const isBeingPrepared = useIsPreparing()
  const translation = useConfig()?.links.translation
  const languages = useLanguages().all.filter(({ count }) => count > 0)
  const subjects = useEntries('subject_heading')
  const audiences = useEntries('audience')
  if (isBeingPrepared) return <p>{preparing}</p>
  return (
    <div className={styles.browse}>
      <BrowseList heading={t('bySubject')} entries={subjects} />
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
      <BrowseList heading={t('byAudience')} entries={audiences} />
    </div>
  )
}
