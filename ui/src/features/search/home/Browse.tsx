// Browses the catalogue by subject, by language and by audience.

import messages from 'messages:en/home'
import parts from 'messages:en/parts'
import { useQuery } from '@tanstack/react-query'
import { searchQuery } from '../../../api/catalogue/search'
import { useConfig } from '../../../api/config'
import { languagesQuery, useLanguages } from '../../../api/languages'
import { isPreparing } from '../../../api/problem'
import { useLangAttribute, useText } from '../../../i18n/useText'
import { OwnName } from '../../../parts/language/LanguageName'
import { type BrowseEntry, BrowseList } from './BrowseList'
import { ExternalPageLink } from './ExternalPageLink'
import styles from './HomeView.module.css'

/** All citations in use: the facet counts are the numbers of results of each link. */
export const everything = searchQuery({
  q: '',
  page: 1,
  obsolete: false,
  filters: [],
  any: [],
  noBoost: false,
  lang: null,
})

/** Whether the lists are loaded or have failed; before that, content beside them would shift. */
export function useBrowseSettled(): boolean {
  const languages = useQuery(languagesQuery)
  const all = useQuery(everything)
  return useIsPreparing() || (!languages.isPending && !all.isPending)
}

/** Whether the catalogue is being prepared, so that there is nothing to browse. */
const useIsPreparing = () => isPreparing(useQuery(everything).failureReason)

/** The values of a facet, most frequent first. */
function useEntries(facet: 'subject_heading' | 'audience'): BrowseEntry[] {
  const catalogueLang = useLangAttribute()('en')
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
            <ExternalPageLink href={translation}>{t('translation')}</ExternalPageLink>
          </p>
        )}
      </div>
      <BrowseList heading={t('byAudience')} entries={audiences} />
    </div>
  )
}
