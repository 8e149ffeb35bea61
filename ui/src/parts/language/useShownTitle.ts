// The title under which a person sees a citation: that of the version in their language, else the catalogue's.
import { useLangAttribute } from '../../i18n/useText'
import { textLanguage } from '../../lib/text/textLanguage'

/** The version that is shown, with the tag and the direction of its language. */
export interface TitledVersion {
  title?: string | null
  tag: string | null
  dir?: string | null
}

export interface ShownTitle {
  text: string
  lang: string | undefined
  dir: string
  /** The catalogue's title below it, with its language; null if that is the one that is shown. */
  below: { title: string | null; lang: string | undefined }
}

/** Returns a function of the catalogue's title, the tags of all versions, and the version that is shown, if any. */
export function useShownTitle() {
  const langAttribute = useLangAttribute()
  return (title: string, tags: (string | undefined)[], version: TitledVersion | null | undefined): ShownTitle => {
    const lang = langAttribute(textLanguage(title, tags) ?? 'en')
    const own = version?.title
    if (!own || own === title) return { text: title, lang, dir: 'auto', below: { title: null, lang: undefined } }
    const { tag, dir } = version
    return { text: own, lang: tag ? langAttribute(tag) : undefined, dir: dir ?? 'auto', below: { title, lang } }
  }
}
