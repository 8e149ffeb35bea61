// Catalogues and queries for benchmarks, always the same for the same file.

import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** Numbers from 0 to 1 that depend only on the seed (mulberry32). */
export function randomFrom(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** The citations of a JSON Lines file, gzip or not. */
export function readCatalogue(file) {
  const bytes = readFileSync(file)
  const text = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes
  return text.toString('utf8').split('\n').filter((line) => line.trim()).map((line) => JSON.parse(line))
}

const wordsOf = (text) => (text ?? '').match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? []

/** Generates citations from parts of the given ones; words are as frequent as in the originals. */
export function* generated(count, from) {
  const random = randomFrom(50_000)
  const pick = (list) => list[Math.floor(random() * list.length)]
  const sentences = from.flatMap(({ abstract }) => (abstract ?? '').split(/(?<=[.!?])\s+/)).filter(Boolean)
  const titleWords = from.flatMap(({ title }) => wordsOf(title))
  const parts = (field) => from.flatMap((citation) => citation[field] ?? []).filter(Boolean)
  const [keywords, authors, tags, audiences] = ['keywords', 'authors', 'tags', 'audience'].map(parts)
  for (let n = 0; n < count; n++) {
    const base = pick(from)
    const title = Array.from({ length: 2 + Math.floor(random() * 5) }, () => pick(titleWords)).join(' ')
    const some = (list, most) => [...new Set(Array.from({ length: 1 + Math.floor(random() * most) }, () => pick(list)))]
    yield {
      ...base,
      id: `generated-${n}`,
      readableIds: undefined,
      title,
      abstract: Array.from({ length: 4 + Math.floor(random() * 12) }, () => pick(sentences)).join(' '),
      keywords: some(keywords, 6),
      authors: authors.length ? some(authors, 3) : base.authors,
      tags: tags.length ? some(tags, 3) : base.tags,
      audience: audiences.length ? some(audiences, 3) : base.audience,
      languages: (base.languages ?? []).map((version, m) => ({ ...version, ksbgNumber: `KSBG${100_000 + n * 10 + m}` })),
      obsolete: random() < 0.04,
    }
  }
}

/** Queries as people type them, from all fields: words, pairs, phrases, numbers, unfinished and misspelled words. */
export function questions(citations, count) {
  const random = randomFrom(7)
  const pick = (list) => list[Math.floor(random() * list.length)]
  const texts = citations.map((citation) => ({
    title: wordsOf(citation.title),
    keywords: (citation.keywords ?? []).flatMap(wordsOf),
    abstract: wordsOf(citation.abstract).filter((word) => word.length > 3),
    numbers: (citation.languages ?? []).map(({ ksbgNumber }) => ksbgNumber).filter(Boolean),
  }))
  const word = (field) => pick(pick(texts)[field]) ?? pick(pick(texts).title) ?? 'asthma'
  const misspelled = (text) => (text.length < 6 ? text : text.slice(0, 3) + text.slice(4))
  const kinds = [
    [30, () => word('title')],
    [20, () => `${word('keywords')} ${word('title')}`],
    [10, () => word('keywords')],
    [10, () => word('abstract')],
    [10, () => pick(texts).title.slice(0, 3).join(' ')],
    [5, () => pick(pick(texts).numbers) ?? word('title')],
    [5, () => { const text = word('title'); return text.slice(0, Math.max(3, text.length - 3)) }],
    [5, () => misspelled(word('title'))],
    [3, () => `"${pick(texts).title.slice(0, 2).join(' ')}"`],
    [2, () => ''],
  ]
  const total = kinds.reduce((sum, [weight]) => sum + weight, 0)
  return Array.from({ length: count }, () => {
    let at = random() * total
    const [, make] = kinds.find(([weight]) => (at -= weight) < 0) ?? kinds[0]
    return make()
  })
}

/** The beginnings of titles and keywords, as they are typed. */
export function beginnings(citations, count) {
  const random = randomFrom(11)
  return Array.from({ length: count }, () => {
    const citation = citations[Math.floor(random() * citations.length)]
    const text = random() < 0.7 ? citation.title : (citation.keywords?.[0] ?? citation.title)
    return [...text].slice(0, 2 + Math.floor(random() * 8)).join('')
  })
}
