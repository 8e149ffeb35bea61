// The screen language: the server sets it in `<html lang>`, and people can change it at any time.
import others from 'messages:others'
import { create } from 'zustand'
import type { Texts } from './section'

/** A language of the screens. */
export interface ScreenLanguage {
  /** BCP 47. */
  tag: string
  /** Its own name. */
  name: string
  /** `ltr`, `rtl`, or `auto` when it is not known. */
  dir: string
}

const COOKIE_MAX_AGE_S = 31_536_000

/** The cookie from which the server reads the language of the next page; under https its prefix binds it to a host. */
export function languageCookie(tag: string, protocol: string) {
  const common = `handout_language=${tag}; Path=/; Max-Age=${COOKIE_MAX_AGE_S}; SameSite=Lax`
  return protocol === 'https:' ? `__Host-${common}; Secure` : common
}

interface Current {
  tag: string
  /** The texts of a language other than English. */
  texts: Record<string, Texts> | null
}

export const useScreenLanguage = create<Current>(() => ({ tag: 'en', texts: null }))

/** The name of the file with the texts of a language: `es` also for `es-MX`; undefined if there is none. */
const fileFor = (tag: string) => [tag, tag.split('-')[0] ?? ''].find((name) => name === 'en' || name in others)

/** The texts of a language; null for English. */
async function loadTexts(tag: string) {
  const name = fileFor(tag)
  if (name === undefined) throw new Error(`The screens have no texts in ${tag}`)
  return (await others[name]?.())?.default ?? null
}

/** Loads the texts of the page's language; falls back to English when they cannot be loaded. */
export async function loadPageLanguage() {
  const { documentElement: page } = document
  if (page.lang === '' || page.lang === 'en') return
  try {
    useScreenLanguage.setState({ tag: page.lang, texts: await loadTexts(page.lang) })
  } catch (error) {
    console.error('The texts of the page language could not be loaded:', error)
    page.lang = 'en'
    page.dir = 'ltr'
  }
}

let latest: ScreenLanguage | null = null

/**
 * Changes the screen language of this and later pages. Returns whether it was changed: not if another one has been chosen
 * while the texts were loaded. Throws when the texts cannot be loaded.
 */
export async function chooseScreenLanguage(language: ScreenLanguage) {
  latest = language
  const { tag, dir } = language
  const texts = await loadTexts(tag).catch((error: unknown) => {
    if (latest === language) throw error
    return null
  })
  if (latest !== language) return false
  useScreenLanguage.setState({ tag, texts })
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API requires https
  document.cookie = languageCookie(tag, window.location.protocol)
  document.documentElement.lang = tag
  document.documentElement.dir = dir === 'rtl' ? 'rtl' : 'ltr'
  return true
}
