// The texts of the screens for components: they change as soon as another language is chosen.
import { createContext, useContext, useMemo } from 'react'
import { useScreenLanguage } from './language'
import { localeOf, type Section, type Text, textOf } from './section'

/** True within screens that are in English alone: those of staff. */
export const EnglishOnly = createContext(false)

const english = { tag: 'en', texts: null }

function useCurrent() {
  const current = useScreenLanguage()
  return useContext(EnglishOnly) ? english : current
}

/** The texts of a section, in the language of the screen. */
export function useText<Keys>(section: Section<Keys>): Text<Keys> {
  const { tag, texts } = useCurrent()
  return useMemo(() => textOf(section, tag, texts), [section, tag, texts])
}

/** The language of this part of the screen. */
export const useTextLanguage = () => useCurrent().tag

/** How numbers and dates are written here, for `Intl`. */
export const useLocale = () => localeOf(useTextLanguage())

/** Gives the `lang` of a text in another language; undefined for one in the language around it. */
export function useLangOf(): (tag: string | null | undefined) => string | undefined {
  const around = useTextLanguage()
  return (tag) => (tag && tag !== around ? tag : undefined)
}
