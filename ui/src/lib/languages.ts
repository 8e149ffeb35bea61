// Languages: their order, which tags mean the same one, and in which a text is likely to be.
import { sameValue } from './sameValue'

const isEnglish = (name: string) => sameValue(name, 'English')

/** English first, the rest by the alphabet of `locale`, in which `nameOf` gives the name that a value is shown by. */
export function sortLanguages(values: readonly string[], nameOf: (value: string) => string, locale: string): string[] {
  const { compare } = new Intl.Collator(locale)
  return [...values].sort(
    (a, b) => Number(isEnglish(b)) - Number(isEnglish(a)) || compare(nameOf(a), nameOf(b)) || compare(a, b),
  )
}

/** Whether two BCP 47 tags mean one language for a reader: `es-MX` and `es`, `zh` and `zh-Hans`; not `zh-Hans` and `zh-Hant`. */
export function isSameLanguage(a: string, b: string): boolean {
  const [one, other] = [a.toLowerCase(), b.toLowerCase()]
  return one === other || one.startsWith(`${other}-`) || other.startsWith(`${one}-`)
}

const scripts: [RegExp, string][] = [
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Ethiopic}/u, 'am'],
  [/\p{Script=Myanmar}/u, 'ksw'],
  [/\p{Script=Devanagari}/u, 'hi'],
]

/**
 * The likely language of a text, so that it is pronounced right: by its script, and for Latin script by its only
 * language other than English. `named` are the tags of the languages it may be in. Undefined when it may as well be English.
 */
export function textLanguage(text: string, named: readonly (string | undefined)[] = []): string | undefined {
  if (/[\u1ea0-\u1ef9ơưđ]/iu.test(text.normalize('NFC')) && !named.includes('en')) return 'vi'
  const letters = text.replace(/[\p{Script=Common}\p{Script=Inherited}]/gu, '')
  for (const [script, tag] of scripts) {
    const others = letters.replace(new RegExp(script.source, 'gu'), '').length
    if (letters.length > 0 && others * 2 < letters.length) {
      return named.find((known) => known && sameScript(known, tag)) ?? tag
    }
  }
  return named.length === 1 && named[0] !== 'en' ? named[0] : undefined
}

const families: Record<string, readonly string[]> = {
  ar: ['ar', 'fa', 'prs', 'ps', 'ur'],
  ru: ['ru', 'uk'],
  zh: ['zh', 'zh-Hans', 'zh-Hant'],
  am: ['am', 'ti'],
  ksw: ['ksw', 'my'],
  hi: ['hi', 'ne'],
}
const sameScript = (known: string, tag: string) => (families[tag] ?? [tag]).includes(known)
