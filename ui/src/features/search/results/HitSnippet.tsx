// The snippet of a result: of its abstract, or of the handout where only that contains words of the search.
import results from 'messages:en/results'
import type { Hit } from '../../../api/catalogue/search'
import { useLanguages } from '../../../api/languages'
import { useLangAttribute, useText } from '../../../i18n/useText'
import { textLanguage } from '../../../lib/text/textLanguage'
import styles from './ResultList.module.css'

interface Props {
  hit: Hit
  /** The tags of the hit's languages. */
  tags: readonly (string | undefined)[]
}

export function HitSnippet({ hit, tags }: Props) {
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
