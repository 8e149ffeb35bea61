// The rows of results.
import parts from 'messages:en/parts'
import results from 'messages:en/results'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Hit } from '../../../api/catalogue/search'
import { type ChoosableLanguage, useLanguages } from '../../../api/languages'
import { SpacedBadge } from '../../../components/feedback/Badge'
import { CatalogueTitle } from '../../../components/page/CatalogueTitle'
import { Preview } from '../../../components/page/Preview'
import { useLangAttribute, useText } from '../../../i18n/useText'
import { textLanguage } from '../../../lib/text/textLanguage'
import { FavoriteStar } from '../../../parts/FavoriteStar'
import { useLanguageName, useSortedLanguages } from '../../../parts/language/LanguageName'
import { useShownTitle } from '../../../parts/language/useShownTitle'
import { NotYet, VersionLink } from '../../../parts/language/VersionLink'
import { AddToPacket } from '../../../parts/packets/AddToPacket'
import { citationPath } from '../../../paths'
import styles from './ResultList.module.css'

interface Props {
  hits: readonly Hit[]
  q: string
  /** The preferred language, if one is chosen. */
  preferred: ChoosableLanguage | null
  /** The rows belong to the previous search; new ones are being loaded. */
  stale: boolean
  /** Rendered before each row. */
  before?: (hit: Hit) => ReactNode
}

export const ResultList = ({ hits, q, preferred, stale, before }: Props) => (
  <ol className={styles.rows} data-stale={stale || undefined}>
    {hits.map((hit) => (
      <ResultRow key={hit.id} hit={hit} q={q} preferred={stale ? null : preferred} before={before} />
    ))}
  </ol>
)

/**
 * The item number to show, of letters followed by digits: the one that was searched for, else that of the version that the row
 * shows.
 */
export function shownItemNumber(numbers: readonly string[], q: string, ofVersion?: string | null): string | undefined {
  const proper = [ofVersion ?? [], numbers].flat().filter((number) => /^[A-Za-z]+\d+$/.test(number))
  const wanted = q.trim().toLowerCase().replace(/[\s-]/g, '')
  return proper.find((number) => number.toLowerCase() === wanted) ?? proper[0]
}

/** The version in the preferred language; without one, the version whose title was found. */
function Version({ hit: { id, version }, preferred, title }: Pick<Props, 'preferred'> & { hit: Hit; title: string }) {
  const { byTag } = useLanguages()
  const language = preferred ?? (version?.tag ? byTag(version.tag) : undefined)
  if (!language) return null
  return (
    <p className={styles.version} data-missing={!version || undefined}>
      {version ? (
        <VersionLink
          language={language}
          citation={id.slice(id.indexOf(':') + 1)}
          lang={version.lang}
          url={version.url}
          title={title}
        />
      ) : (
        <NotYet language={language} />
      )}
    </p>
  )
}

function ResultRow({ hit, q, preferred, before }: Pick<Props, 'q' | 'preferred' | 'before'> & { hit: Hit }) {
  const {
    title: titles,
    languages: names = [],
    obsolete,
    ksbg_numbers: numbers = [],
    readable_id: readableId,
  } = hit.fields
  const obsoleteLabel = useText(parts)('obsolete')
  const nameOf = useLanguageName()
  const { byValue } = useLanguages()
  const tags = names.map((name) => byValue(name)?.tag ?? undefined)
  const id = hit.id.slice(hit.id.indexOf(':') + 1)
  const title = titles.join(' ')
  const shown = useShownTitle()(title, tags, hit.version)
  const itemNumber = shownItemNumber(numbers, q, hit.version?.ksbgNumber)
  const languages = useSortedLanguages()(names)
  return (
    <li className={styles.row}>
      {before?.(hit)}
      <div className={styles.text}>
        <h2 className={styles.title} dir={shown.dir}>
          <Link to={citationPath(readableId ?? id)} lang={shown.lang}>
            {shown.text}
          </Link>
          <SpacedBadge shown={obsolete === 'true'}>{obsoleteLabel}</SpacedBadge>
        </h2>
        <CatalogueTitle {...shown.below} />
        {(itemNumber || languages.length > 0) && (
          <p className={styles.meta}>
            {itemNumber && (
              <span className={styles.number}>
                <bdi dir="ltr">{itemNumber}</bdi>
              </span>
            )}
            {/* Copied and read aloud, it keeps the number apart from the languages. */}
            {itemNumber && ' '}
            {languages.length > 0 && <span>{languages.map(nameOf).join(', ')}</span>}
          </p>
        )}
        <Version hit={hit} preferred={preferred} title={shown.text} />
        <HitSnippet hit={hit} tags={tags} />
      </div>
      {hit.preview && <Preview address={hit.preview} className={styles.preview} />}
      <div className={styles.tools}>
        <AddToPacket id={id} title={shown.text} isIcon />
        <FavoriteStar id={id} title={title} />
      </div>
    </li>
  )
}

interface HitSnippetProps {
  hit: Hit
  /** The tags of the hit's languages. */
  tags: readonly (string | undefined)[]
}

/** The snippet of a result: of its abstract, or of the handout where only that contains words of the search. */
function HitSnippet({ hit, tags }: HitSnippetProps) {
  const text = useText(results)
  const langAttribute = useLangAttribute()
  const { byValue } = useLanguages()
  const isOfHandout = hit.match === 'text'
  const highlighted = hit.highlights?.abstract ?? ''
  const pieces = splitHighlights(isOfHandout ? handoutSnippet(highlighted) : highlighted)
  if (pieces.length === 0) return null
  const guessed = textLanguage(pieces.map((piece) => piece.text).join(''), tags) ?? 'en'
  const tag = isOfHandout && hit.textLang ? (byValue(hit.textLang)?.tag ?? guessed) : guessed
  return (
    <>
      {isOfHandout && <p className={styles.found}>{text('inHandout')}</p>}
      <p className={styles.snippet} dir="auto" lang={langAttribute(tag)}>
        {pieces.map((piece, index) => {
          const key = `${index}-${piece.text}`
          return piece.found ? <mark key={key}>{piece.text}</mark> : <span key={key}>{piece.text}</span>
        })}
      </p>
    </>
  )
}

interface Piece {
  text: string
  found: boolean
}

/** Splits a highlighted text. Matches are between asterisks; `\*` and `\\` are a literal asterisk and backslash. */
export function splitHighlights(marked: string): Piece[] {
  const pieces: Piece[] = []
  let text = ''
  let found = false
  const close = () => {
    if (text !== '') pieces.push({ text, found })
    text = ''
  }
  for (let at = 0; at < marked.length; at++) {
    const sign = marked[at]
    const next = marked[at + 1]
    if (sign === '\\' && (next === '*' || next === '\\')) {
      text += next
      at++
    } else if (sign === '*') {
      close()
      found = !found
    } else {
      text += sign
    }
  }
  close()
  return pieces
}

/** The snippet of a handout without the prefix that the server adds. */
const handoutSnippet = (marked: string) => marked.replace(/^In the handout: /, '')
