// The language in which somebody wants to read handouts. A visitor's is kept in this browser, that of somebody who is signed in
// with their favorites; neither becomes the other.
import { useConfig } from '../api/config'
import { type ReadableLanguage, useLanguages } from '../api/languages'
import { isProbablySignedIn } from '../lib/firstPaint'
import { isSameLanguage } from '../lib/languages'
import { useSession } from './store'
import { createStored } from './stored'

/** Where this browser keeps its own choice. */
export const readerKey = 'reader-language'

interface BrowserChoice {
  /** BCP 47; null when none is chosen. */
  language: string | null
  /** Nobody wants to be offered the browser's languages any more. */
  offersEnded: boolean
  /** The tag that came with the language of the site, not by a choice of its own; null for none. */
  fromSite: string | null
}

export const useBrowserChoice = createStored<BrowserChoice>(readerKey, {
  language: null,
  offersEnded: false,
  fromSite: null,
})

/** Whether the choice is the account's, not the browser's. */
const useIsAccounts = () => useConfig()?.signIn.signedIn ?? isProbablySignedIn

/** The tag of the reader's language; null when none is chosen. */
export function useReaderTag(): string | null {
  const account = useSession(({ language }) => language ?? null)
  const browser = useBrowserChoice(({ language }) => language)
  return useIsAccounts() ? account : browser
}

/** The reader's language as the catalogue knows it. One that no material is in any more is named by the browser. */
export function useReaderLanguage(): ReadableLanguage | null {
  const tag = useReaderTag()
  const { tagged } = useLanguages()
  return tag === null ? null : (tagged(tag) ?? { value: tag, tag, name: ownName(tag), dir: 'auto', count: 0 })
}

function ownName(tag: string) {
  try {
    return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}

function store(isAccounts: boolean, language: string | null, fromSite: string | null) {
  if (isAccounts) useSession.setState({ language })
  useBrowserChoice.setState(isAccounts ? { fromSite } : { language, fromSite })
}

/** Gives what chooses the reader's language, or none with null. */
export function useChooseReaderLanguage(): (tag: string | null) => void {
  const isAccounts = useIsAccounts()
  return (language) => store(isAccounts, language, null)
}

/** What choosing a language for the site has changed about the handouts. */
export interface FollowedSite {
  /** The language that handouts are preferred in now; null for none any more. */
  language: ReadableLanguage | null
  undo: () => void
}

/**
 * Gives what makes handouts follow the language chosen for the site, unless one was chosen for them by itself. Everything is in
 * English: there it means none. Null when nothing changes.
 */
export function useFollowSite(): (site: string) => FollowedSite | null {
  const isAccounts = useIsAccounts()
  const before = useReaderTag()
  const { tagged } = useLanguages()
  return (site) => {
    const { fromSite } = useBrowserChoice.getState()
    if (before !== null && before !== fromSite) return null
    const language = isSameLanguage(site, 'en') ? null : tagged(site)
    const tag = language?.tag ?? null
    if (language === undefined || language?.count === 0 || tag === before) return null
    store(isAccounts, tag, tag)
    return { language, undo: () => store(isAccounts, before, fromSite) }
  }
}

/** Ends the offers in this browser. */
export const endOffers = () => useBrowserChoice.setState({ offersEnded: true })

/** The browser's languages that there are handouts in, in the browser's order; not English, which everything is in. */
export const offeredLanguages = (wanted: readonly string[], readable: readonly ReadableLanguage[]) =>
  readable
    .map((language) => ({ language, place: wanted.findIndex((tag) => isSameLanguage(tag, language.tag)) }))
    .filter(({ language, place }) => place >= 0 && !isSameLanguage(language.tag, 'en'))
    .sort((a, b) => a.place - b.place)
    .map(({ language }) => language)
