import { expect, test } from 'vitest'
import { type DiffPiece, wordDiff } from './wordDiff'

const shown = (pieces: DiffPiece[]) => pieces.map(({ text, changed }) => (changed ? `[${text}]` : text)).join('')
const diff = (before: string, after: string) => {
  const found = wordDiff(before, after)
  return [shown(found.before), shown(found.after)]
}

test.each([
  ['', '', '', ''],
  ['Same words.', 'Same words.', 'Same words.', 'Same words.'],
  ['', 'New', '', '[New]'],
  ['Gone', '', '[Gone]', ''],
  ['Give one dose daily.', 'Give two doses daily.', 'Give [one dose] daily.', 'Give [two doses] daily.'],
  ['Call us.', 'Call us, or come in.', 'Call us.', 'Call us[, or come in].'],
  ['a b c d e', 'a x c y e', 'a [b] c [d] e', 'a [x] c [y] e'],
  ['one two', 'two one', '[one ]two', 'two[ one]'],
  ['5 mg', '50 mg', '[5] mg', '[50] mg'],
  ['Niño enfermo', 'Niña enferma', '[Niño enfermo]', '[Niña enferma]'],
])('%j and %j', (before, after, shownBefore, shownAfter) => {
  expect(diff(before, after)).toEqual([shownBefore, shownAfter])
})

test('words are found in scripts without spaces', () => {
  const [before] = diff('发烧的孩子', '咳嗽的孩子')
  expect(before).toBe('[发烧]的孩子')
})

test('for any texts, the pieces add up to each text, and unmarked pieces are in both', () => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  const text = () => Array.from({ length: random(12) }, () => ['ab', 'cd', 'ef', '.', ',', '\n'][random(6)]).join(' ')
  for (let round = 0; round < 500; round++) {
    const [before, after] = [text(), text()]
    const found = wordDiff(before, after)
    const whole = (pieces: DiffPiece[]) => pieces.map((piece) => piece.text).join('')
    const common = (pieces: DiffPiece[]) => whole(pieces.filter(({ changed }) => !changed)).replace(/\s/g, '')
    expect(whole(found.before)).toBe(before)
    expect(whole(found.after)).toBe(after)
    expect(common(found.before)).toBe(common(found.after))
  }
})

test('texts too long to compare word by word are compared at their ends', () => {
  const many = (word: string) => Array.from({ length: 3_000 }, (_, n) => `${word}${n}`).join(' ')
  const { before } = wordDiff(`Begin ${many('a')} end`, `Begin ${many('b')} end`)
  expect(before.map(({ changed }) => changed)).toEqual([false, true, false])
  expect(before[0]?.text).toBe('Begin ')
})
