// The handouts for what a health record shows: the entries of the feed, in its order and language.
import messages from 'messages:en/results'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { type KnowledgeEntry, knowledgeQuery, knowledgeRequest } from '../../../api/catalogue/infobutton'
import { ErrorNotice } from '../../../components/feedback/Notice'
import { CatalogueTitle } from '../../../components/page/CatalogueTitle'
import { useLangAttribute, useText } from '../../../i18n/useText'
import type { LoadFirstView } from '../../../lib/page/firstView'
import { VersionLink } from '../../../parts/language/VersionLink'
import { useLanguageOfTag } from '../../../session/preferredLanguage'
import styles from './ResultList.module.css'
import { ResultsLoading } from './ResultSkeletons'
import states from './ResultStates.module.css'
import results from './Results.module.css'

/** Loads the feed. */
export const loadFirstView: LoadFirstView = ({ client, location }) =>
  client.fetchQuery(knowledgeQuery(knowledgeRequest(location.search) ?? ''))

export default function RecordHandouts({ request, heading }: { request: string; heading: string }) {
  const t = useText(messages)
  const { data: feed, isError } = useQuery(knowledgeQuery(request))
  if (!feed && !isError) return <ResultsLoading />
  return (
    <section className={results.list} aria-label={t('label')}>
      <div className={results.header}>
        <p tabIndex={-1} className={results.count}>
          {heading}
        </p>
      </div>
      <ErrorNotice title={t('serverError')} text={!feed && t('tryLater')} />
      {feed?.entry.length === 0 && (
        <div className={states.empty}>
          <p>{t('noHandout')}</p>
          <p>{t('searchInstead')}</p>
        </div>
      )}
      {feed && feed.entry.length > 0 && (
        <ol className={styles.rows}>
          {feed.entry.map((entry) => (
            <EntryRow key={entry.id._value} entry={entry} />
          ))}
        </ol>
      )}
    </section>
  )
}

const pathOf = (address: string) => new URL(address, window.location.origin).pathname

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/** The text of the paragraphs of a summary. The server escapes these characters only. */
const plainText = (html: string) =>
  html
    .replaceAll('</p>', ' ')
    .replaceAll('<p>', '')
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => entities[entity] ?? entity)
    .trim()

function EntryRow({ entry }: { entry: KnowledgeEntry }) {
  const langAttribute = useLangAttribute()
  const { _value: title, lang } = entry.title
  // The last link is the citation's page, with its title; those before it are files.
  const last = entry.link.at(-1)
  const page = pathOf(last?.href ?? entry.id._value)
  const summary = plainText(entry.summary._value)
  return (
    <li className={styles.row}>
      <div className={styles.text}>
        <h2 className={styles.title} dir="auto">
          <Link to={page} lang={langAttribute(lang ?? entry.lang)}>
            {title}
          </Link>
        </h2>
        {lang && <CatalogueTitle title={last?.title ?? null} lang={langAttribute(entry.lang)} />}
        {entry.link.slice(0, -1).map((link) => (
          <p key={link.href} className={styles.version}>
            <FileLink entry={entry} tag={link.hreflang} url={link.href} />
          </p>
        ))}
        {summary !== '' && (
          <p className={styles.snippet} dir="auto" lang={langAttribute(entry.lang)}>
            {summary}
          </p>
        )}
      </div>
    </li>
  )
}

function FileLink({ entry, tag, url }: { entry: KnowledgeEntry; tag: string; url: string }) {
  const language = useLanguageOfTag(tag)
  const id = decodeURIComponent(pathOf(entry.id._value).split(/\//).at(-1) ?? '')
  return language && <VersionLink language={language} citation={id} lang={tag} url={url} title={entry.title._value} />
}
