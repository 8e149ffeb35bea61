// Hooks for the texts of the screens; components are updated when another language is chosen.
import { createContext, useContext, useMemo } from 'react'
import { useScreenLanguage } from './language'
import { createText, type Section, type Text, toLocale } from './section'

/** True within staff screens, which are always in English. */
export const EnglishOnly = createContext(false)

const english = { tag: 'en', texts: null }

function useCurrent() {
  const current = useScreenLanguage()
  return useContext(EnglishOnly) ? english : current
}

/** The texts of a section, in the language of the screen. */
export function useText<Keys>(section: Section<Keys>): Text<Keys> {
  const { tag, texts } = useCurrent()
  return useMemo(() => createText(section, tag, texts), [section, tag, texts])
}

/** The language of this part of the screen. */
export const useTextLanguage = () => useCurrent().tag

/** The locale of this part of the screen, for `Intl`. */
export const useLocale = () => toLocale(useTextLanguage())

/** Returns a function for the `lang` attribute of a text: undefined if it is in the surrounding language. */
export function useLangAttribute(): (tag: string | null | undefined) => string | undefined {
  const around = useTextLanguage()
  return (tag) => (tag && tag !== around ? tag : undefined)
}
