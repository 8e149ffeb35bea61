// The preferred language of handouts. A visitor's is stored in this browser, that of a signed-in person in their session;
// neither is copied to the other.

import { create } from 'zustand'
import { useConfig } from '../api/config'
import { type ChoosableLanguage, useLanguages } from '../api/languages'
import { isProbablySignedIn } from '../lib/page/firstPaint'
import { isSameLanguage } from '../lib/text/languages'
import { createStored, useSession } from './store'

/** The localStorage key of a visitor's choice. The name must not change: choices of earlier releases would be lost. */
export const browserChoiceKey = 'reader-language'

interface BrowserChoice {
  /** BCP 47; null when none is chosen. */
  language: string | null
  /** The offer of the browser's languages was dismissed. */
  offersEnded: boolean
  /** The tag that was set by choosing the screen language; null if the person chose it explicitly. */
  fromSite: string | null
}

export const useBrowserChoice = createStored<BrowserChoice>(browserChoiceKey, {
  language: null,
  offersEnded: false,
  fromSite: null,
})

/** Whether the choice belongs to the account rather than to the browser. */
const useIsAccountChoice = () => useConfig()?.signIn.signedIn ?? isProbablySignedIn

/** The tag of the preferred language as far as it is known before the configuration is loaded. */
export const probablePreferredTag = () =>
  (isProbablySignedIn ? useSession.getState().language : useBrowserChoice.getState().language) ?? null

/** The tag of the preferred language; null if none is chosen. */
export function usePreferredTag(): string | null {
  const account = useSession(({ language }) => language ?? null)
  const browser = useBrowserChoice(({ language }) => language)
  return useIsAccountChoice() ? account : browser
}

/** The preferred language as listed in the catalogue. */
export function usePreferredLanguage(): ChoosableLanguage | null {
  return useLanguageOfTag(usePreferredTag())
}

/** The language with a tag, as listed in the catalogue; null for none. One without citations is named by the browser. */
export function useLanguageOfTag(tag: string | null): ChoosableLanguage | null {
  const { byTag } = useLanguages()
  return tag === null ? null : (byTag(tag) ?? { value: tag, tag, name: ownName(tag), dir: 'auto', count: 0 })
}

function ownName(tag: string) {
  try {
    return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}

function store(isAccountChoice: boolean, language: string | null, fromSite: string | null) {
  if (isAccountChoice) useSession.setState({ language })
  useBrowserChoice.setState(isAccountChoice ? { fromSite } : { language, fromSite })
}

/** Returns a function that sets the preferred language; null clears it. */
export function useChoosePreferredLanguage(): (tag: string | null) => void {
  const isAccountChoice = useIsAccountChoice()
  return (language) => store(isAccountChoice, language, null)
}

/** How choosing a screen language has changed the preferred language. */
export interface FollowedSite {
  /** The new preferred language; null for none. */
  language: ChoosableLanguage | null
  undo: () => void
}

/**
 * Returns a function that sets the preferred language to the chosen screen language, unless one was chosen explicitly. English
 * clears it, because everything is in English. The function returns null if nothing changes.
 */
export function useFollowSite(): (site: string) => FollowedSite | null {
  const isAccountChoice = useIsAccountChoice()
  const before = usePreferredTag()
  const { byTag } = useLanguages()
  return (site) => {
    const { fromSite } = useBrowserChoice.getState()
    if (before !== null && before !== fromSite) return null
    const language = isSameLanguage(site, 'en') ? null : byTag(site)
    const tag = language?.tag ?? null
    if (language === undefined || language?.count === 0 || tag === before) return null
    store(isAccountChoice, tag, tag)
    return { language, undo: () => store(isAccountChoice, before, fromSite) }
  }
}

/** Stops offering languages in this browser. */
export const endOffers = () => useBrowserChoice.setState({ offersEnded: true })

/** The browser's languages that have handouts, in the browser's order; without English, because everything is in English. */
export const offeredLanguages = (wanted: readonly string[], choosable: readonly ChoosableLanguage[]) =>
  choosable
    .map((language) => ({ language, place: wanted.findIndex((tag) => isSameLanguage(tag, language.tag)) }))
    .filter(({ language, place }) => place >= 0 && !isSameLanguage(language.tag, 'en'))
    .sort((a, b) => a.place - b.place)
    .map(({ language }) => language)

/** Whether the language picker is open. The top bar renders it; other components can open it too. */
export const useLanguagePicker = create(() => ({ open: false }))

export const openLanguagePicker = () => useLanguagePicker.setState({ open: true })

export const closeLanguagePicker = () => useLanguagePicker.setState({ open: false })
