// Compares two texts by words.
import { diffArrays } from 'diff'

/** A part of a text; `changed` if the other text lacks it. */
export interface DiffPiece {
  text: string
  changed: boolean
}

/** With more words removed and added, the differing middle counts as changed entirely: comparing it would take seconds. */
const MAX_EDITS = 2_000

const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

const wordsOf = (text: string) => [...segmenter.segment(text)].map(({ segment }) => segment)

/** The pieces of both texts; joined, they are the whole text. */
export function wordDiff(before: string, after: string): { before: DiffPiece[]; after: DiffPiece[] } {
  const [a, b] = [wordsOf(before), wordsOf(after)]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  const middle = (words: string[]) => words.slice(start, words.length - end)
  const changes = diffArrays(middle(a), middle(b), { maxEditLength: MAX_EDITS })
  const changedIn = (words: string[], kind: 'removed' | 'added', other: 'removed' | 'added') => {
    const inMiddle = changes
      ? changes.filter((change) => !change[other]).flatMap((change) => change.value.map(() => change[kind]))
      : middle(words).map(() => true)
    return words.map((_, n) => inMiddle[n - start] ?? false)
  }
  return {
    before: pieces(a, changedIn(a, 'removed', 'added')),
    after: pieces(b, changedIn(b, 'added', 'removed')),
  }
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
