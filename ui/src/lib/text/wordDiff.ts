// Compares two texts by words.

/** A part of a text; `changed` if the other text lacks it. */
export interface DiffPiece {
  text: string
  changed: boolean
}

/** With more pairs of words, the differing middle counts as changed entirely: comparing it would take seconds. */
const MAX_PAIRS = 4_000_000

const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

const wordsOf = (text: string) => [...segmenter.segment(text)].map(({ segment }) => segment)

/** The pieces of both texts; joined, they are the whole text. */
export function wordDiff(before: string, after: string): { before: DiffPiece[]; after: DiffPiece[] } {
  const [a, b] = [wordsOf(before), wordsOf(after)]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  const common = commonWords(a.slice(start, a.length - end), b.slice(start, b.length - end))
  const changedIn = (words: string[], common: Set<number>) =>
    words.map((_, n) => n >= start && n < words.length - end && !common.has(n - start))
  return {
    before: pieces(a, changedIn(a, common.a)),
    after: pieces(b, changedIn(b, common.b)),
  }
}

/** The indexes of a longest common subsequence of words. */
function commonWords(a: string[], b: string[]): { a: Set<number>; b: Set<number> } {
  const found = { a: new Set<number>(), b: new Set<number>() }
  if (a.length === 0 || b.length === 0 || a.length * b.length > MAX_PAIRS) return found
  const width = b.length + 1
  // The length of the longest common subsequence from each pair of indexes.
  const rest = new Uint32Array((a.length + 1) * width)
  const at = (i: number, j: number) => rest[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      rest[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      found.a.add(i++)
      found.b.add(j++)
    } else if (at(i + 1, j) >= at(i, j + 1)) i++
    else j++
  }
  return found
}

/** Joins neighbouring words; a space between two changed words is part of the change. */
function pieces(words: string[], changed: boolean[]): DiffPiece[] {
  const found: DiffPiece[] = []
  words.forEach((text, n) => {
    const joins = text.trim() === '' && changed[n - 1] === true && changed[n + 1] === true
    const isChanged = changed[n] === true || joins
    const last = found.at(-1)
    if (last?.changed === isChanged) last.text += text
    else found.push({ text, changed: isChanged })
  })
  return found
}
