// Two ways into the catalogue for visitors: by language, each by its own name, and by subject.

import messages from 'messages:en/home'
import { useQuery } from '@tanstack/react-query'
import { languagesQuery, useLanguages } from '../../api/languages'
import { searchQuery } from '../../api/search'
import { useLangOf, useText } from '../../i18n/useText'
import { OwnName } from '../../session/LanguageName'
import { BrowseList } from './BrowseList'

/** What everything in the catalogue has, without the obsolete: its counts are those that a click will find. */
const everything = searchQuery({ q: '', page: 1, obsolete: false, filters: [], any: [], noBoost: false, lang: null })

/** Whether the lists have come, or will not: what stands beside them would jump. */
export function useBrowseSettled(): boolean {
  const languages = useQuery(languagesQuery)
  const all = useQuery(everything)
  return !languages.isPending && !all.isPending
}

export function Browse() {
  const t = useText(messages)
  const catalogueLang = useLangOf()('en')
  const languages = useLanguages().all.filter(({ count }) => count > 0)
  const subjects = useQuery(everything).data?.facets.subject_heading?.buckets ?? []
  return (
    <>
      <BrowseList
        heading={t('byLanguage')}
        entries={languages.map((language) => ({
          key: language.value,
          label: <OwnName language={language} />,
          count: language.count,
          filter: { languages: language.value },
        }))}
      />
      <BrowseList
        heading={t('bySubject')}
        entries={[...subjects]
          .sort((a, b) => b.count - a.count)
          .map(({ value, count }) => ({
            key: value,
            label: <bdi lang={catalogueLang}>{value}</bdi>,
            count,
            filter: { subject_heading: value },
          }))}
      />
    </>
  )
}
