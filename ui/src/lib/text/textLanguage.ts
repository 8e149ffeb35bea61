// Detects the likely language of a text.

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

/** Characters that may belong to another script than Latin; most texts have none, which saves testing each script. */
const otherScripts = /[\u0370-\u1fff\u2c00-\uffff]/

const vietnamese = /[\u1ea0-\u1ef9ơưđ]/iu

/** Whether most words have a letter beyond ASCII; an English title with a Vietnamese name has few. */
function mostWordsHaveAccents(text: string) {
  const words = text.split(' ')
  return words.filter((word) => /[^\0-\x7f]/.test(word)).length * 2 > words.length
}

/**
 * The likely language of a text, so that screen readers pronounce it correctly: by its script, and for Latin script its only
 * language other than English. `named` are the tags of the possible languages. Undefined if it may be English.
 */
export function textLanguage(text: string, named: readonly (string | undefined)[] = []): string | undefined {
  const composed = text.normalize('NFC')
  if (
    vietnamese.test(composed) &&
    (!named.includes('en') || (named.includes('vi') && mostWordsHaveAccents(composed)))
  ) {
    return 'vi'
  }
  if (!otherScripts.test(text)) return onlyLanguage(named)
  const letters = text.replace(/[\p{Script=Common}\p{Script=Inherited}]/gu, '')
  for (const [script, tag] of scripts) {
    const others = letters.replace(new RegExp(script.source, 'gu'), '').length
    if (letters.length > 0 && others * 2 < letters.length) {
      return named.find((known) => known && sameScript(known, tag)) ?? tag
    }
  }
  return onlyLanguage(named)
}

const onlyLanguage = (named: readonly (string | undefined)[]) =>
  named.length === 1 && named[0] !== 'en' ? named[0] : undefined

const families: Record<string, readonly string[]> = {
  ar: ['ar', 'fa', 'prs', 'ps', 'ur'],
  ru: ['ru', 'uk'],
  zh: ['zh', 'zh-Hans', 'zh-Hant'],
  am: ['am', 'ti'],
  ksw: ['ksw', 'my'],
  hi: ['hi', 'ne'],
}
const sameScript = (known: string, tag: string) => (families[tag] ?? [tag]).includes(known)
