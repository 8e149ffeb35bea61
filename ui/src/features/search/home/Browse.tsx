// Browses the catalogue by subject, by language and by audience.
import messages from 'messages:en/home'
import parts from 'messages:en/parts'
import { useQuery } from '@tanstack/react-query'
import ExternalLink from 'lucide-react/icons/external-link'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { type Filter, searchQuery } from '../../../api/catalogue/search'
import { useConfig } from '../../../api/config'
import { languagesQuery, useLanguages } from '../../../api/languages'
import { isPreparing } from '../../../api/problem'
import { Button } from '../../../components/buttons/Button'
import { EmailAddress } from '../../../components/page/EmailAddress'
import { VisuallyHidden } from '../../../components/page/VisuallyHidden'
import { useLangAttribute, useLocale, useText } from '../../../i18n/useText'
import { OwnName } from '../../../parts/language/LanguageName'
import { searchPath } from '../searchAddress'
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

interface BrowseEntry {
  key: string
  label: ReactNode
  count: number
  filter: Filter
}

const INITIAL_COUNT = 8

/** A list of links to filtered results, each with its count; initially only the first ones. */
function BrowseList({ heading, entries }: { heading: string; entries: readonly BrowseEntry[] }) {
  const t = useText(messages)
  const locale = useLocale()
  const id = useId()
  const [all, setAll] = useState(false)
  if (entries.length === 0) return null
  const shown = all ? entries : entries.slice(0, INITIAL_COUNT)
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <ul className={styles.links}>
        {shown.map(({ key, label, count, filter }) => (
          <li key={key}>
            <Link to={searchPath({ q: '', page: 1, obsolete: false, filters: [filter], any: [] })}>
              <span>{label}</span>
              <span className={styles.count}>
                <span aria-hidden="true">{count.toLocaleString(locale)}</span>
                <VisuallyHidden>{t('materials', { count })}</VisuallyHidden>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {entries.length > INITIAL_COUNT && (
        <Button variant="quiet" size="small" className={styles.more} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('showFewer') : t('showAll', { count: entries.length })}
          <VisuallyHidden>{`: ${heading}`}</VisuallyHidden>
        </Button>
      )}
    </section>
  )
}

/** The help contact; nothing if no email address is configured. */
export function HelpContact() {
  const t = useText(messages)
  const email = useConfig()?.hospital.email
  if (!email) return null
  return <p className={styles.contact}>{t.rich('contact', { mail: () => <EmailAddress address={email} /> })}</p>
}

/** An external link of the home view, opened in a new tab. */
export function ExternalPageLink({ href, children }: { href: string; children: ReactNode }) {
  const newTab = useText(parts)('newTab')
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      <span>{children}</span>
      <ExternalLink aria-label={newTab} />
    </a>
  )
}
