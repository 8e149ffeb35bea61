// The language in which somebody wants to read handouts. A visitor's is kept in this browser, that of somebody who is signed in
// with their favorites; neither becomes the other.
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { useConfig } from '../api/config'
import { type ReadableLanguage, useLanguages } from '../api/languages'
import { isProbablySignedIn } from '../lib/firstPaint'
import { isSameLanguage } from '../lib/languages'
import { useSession } from './store'

/** Where this browser keeps its own choice. */
export const readerKey = 'reader-language'

interface BrowserChoice {
  /** BCP 47; null when none is chosen. */
  language: string | null
  /** Nobody wants to be offered the browser's languages any more. */
  offersEnded: boolean
}

export const useBrowserChoice = create<BrowserChoice>()(
  persist((): BrowserChoice => ({ language: null, offersEnded: false }), { name: readerKey }),
)

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

/** Gives what chooses the reader's language, or none with null. */
export function useChooseReaderLanguage(): (tag: string | null) => void {
  const isAccounts = useIsAccounts()
  return (language) => {
    if (isAccounts) useSession.setState({ language })
    else useBrowserChoice.setState({ language })
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
