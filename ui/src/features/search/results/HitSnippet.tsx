// The snippet of a result: of its abstract, or of the handout where only that contains words of the search.
import results from 'messages:en/results'
import type { Hit } from '../../../api/catalogue/search'
import { useLanguages } from '../../../api/languages'
import { useLangAttribute, useText } from '../../../i18n/useText'
import { handoutSnippet, splitHighlights } from '../../../lib/text/highlight'
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
