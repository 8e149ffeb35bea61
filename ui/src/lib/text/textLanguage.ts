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

/**
 * The likely language of a text, so that screen readers pronounce it correctly: by its script, and for Latin script its only
 * language other than English. `named` are the tags of the possible languages. Undefined if it may be English.
 */
export function textLanguage(text: string, named: readonly (string | undefined)[] = []): string | undefined {
  if (/[\u1ea0-\u1ef9ơưđ]/iu.test(text.normalize('NFC')) && !named.includes('en')) return 'vi'
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
