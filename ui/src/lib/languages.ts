// Languages as people name them in the catalogue: their order, their tag for `lang`.
import { sameValue } from './sameValue'

const tags: Record<string, string> = {
  albanian: 'sq',
  amharic: 'am',
  arabic: 'ar',
  armenian: 'hy',
  bengali: 'bn',
  bosnian: 'bs',
  burmese: 'my',
  'chinese (simplified)': 'zh-Hans',
  'chinese (traditional)': 'zh-Hant',
  'chinese, simplified': 'zh-Hans',
  'chinese, traditional': 'zh-Hant',
  'chinese simplified': 'zh-Hans',
  'chinese traditional': 'zh-Hant',
  chinese: 'zh',
  dari: 'prs',
  english: 'en',
  farsi: 'fa',
  french: 'fr',
  german: 'de',
  'haitian creole': 'ht',
  hindi: 'hi',
  hmong: 'hmn',
  japanese: 'ja',
  karen: 'ksw',
  khmer: 'km',
  korean: 'ko',
  lao: 'lo',
  nepali: 'ne',
  oromo: 'om',
  pashto: 'ps',
  persian: 'fa',
  polish: 'pl',
  portuguese: 'pt',
  punjabi: 'pa',
  russian: 'ru',
  somali: 'so',
  spanish: 'es',
  swahili: 'sw',
  tagalog: 'tl',
  thai: 'th',
  tigrinya: 'ti',
  turkish: 'tr',
  ukrainian: 'uk',
  urdu: 'ur',
  vietnamese: 'vi',
}

const isEnglish = (name: string) => sameValue(name, 'English')

/** English first, the rest by the alphabet. */
export function sortLanguages(names: readonly string[]): string[] {
  return [...names].sort((a, b) => Number(isEnglish(b)) - Number(isEnglish(a)) || a.localeCompare(b, 'en'))
}

/** The BCP 47 tag of a language named in English; undefined when it is not known. */
export const languageTag = (name: string): string | undefined => tags[name.trim().toLowerCase()]

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
 * language other than English. Undefined when it may as well be English.
 */
export function textLanguage(text: string, languages: readonly string[] = []): string | undefined {
  const named = languages.map(languageTag)
  if (/[\u1ea0-\u1ef9ơưđ]/iu.test(text.normalize('NFC')) && !named.includes('en')) return 'vi'
  const letters = text.replace(/[\p{Script=Common}\p{Script=Inherited}]/gu, '')
  for (const [script, tag] of scripts) {
    const others = letters.replace(new RegExp(script.source, 'gu'), '').length
    if (letters.length > 0 && others * 2 < letters.length) {
      return named.find((known) => known && sameScript(known, tag)) ?? tag
    }
  }
  return languages.length === 1 && named[0] !== 'en' ? named[0] : undefined
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
