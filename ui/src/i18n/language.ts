// The language of the screens: the server says which in `<html lang>`, and people may change it at any time.
import others from 'messages:others'
import { create } from 'zustand'
import type { Texts } from './section'

/** A language the screens can speak. */
export interface ScreenLanguage {
  /** BCP 47. */
  tag: string
  /** Its own name. */
  name: string
  /** `ltr`, `rtl`, or `auto` when it is not known. */
  dir: string
}

/** What the server reads to know the language of the next page. */
const cookie = 'handout_language'
const year_s = 31_536_000

interface Current {
  tag: string
  /** The texts of a language other than English. */
  texts: Record<string, Texts> | null
}

export const useScreenLanguage = create<Current>(() => ({ tag: 'en', texts: null }))

/** The file that has the texts of a language: `es` for `es-MX` too; undefined when there is none. */
const fileFor = (tag: string) => [tag, tag.split('-')[0] ?? ''].find((name) => name === 'en' || name in others)

async function load(tag: string) {
  const name = fileFor(tag)
  if (name === undefined) throw new Error(`The screens have no texts in ${tag}`)
  const texts = name === 'en' ? null : (await others[name]?.())?.default
  useScreenLanguage.setState({ tag, texts: texts ?? null })
}

/** Gets the texts of the language the server has written the page for; English when they don't come. */
export async function loadPageLanguage() {
  const { documentElement: page } = document
  if (page.lang === '' || page.lang === 'en') return
  await load(page.lang).catch((error: unknown) => {
    console.error('The texts of the page are not in its language:', error)
    page.lang = 'en'
    page.dir = 'ltr'
  })
}

/** Changes the language of everything that is shown, and of the pages to come. Throws when its texts cannot be loaded. */
export async function chooseScreenLanguage({ tag, dir }: ScreenLanguage) {
  await load(tag)
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the other way is not there without https
  document.cookie = `${cookie}=${tag}; Path=/; Max-Age=${year_s}; SameSite=Lax${secure}`
  document.documentElement.lang = tag
  document.documentElement.dir = dir === 'rtl' ? 'rtl' : 'ltr'
}
