import { expect, test } from 'vitest'
import type { FileMatch } from '../../../api/catalogue/fileChanges'
import { type Choices, countReplacing, countStates, planFiles, withContents } from './plan'

const noChoices: Choices = { chosen: {}, replace: false }
const match = (name: string, fields: Partial<FileMatch> = {}): FileMatch => ({
  name,
  state: 'matched',
  citation: 'c1',
  title: 'Asthma',
  lang: 'Spanish',
  has: null,
  reason: null,
  candidates: [],
  ...fields,
})
const asked = (name: string, langs: (string | null)[]) =>
  match(name, {
    state: 'ambiguous',
    citation: null,
    title: null,
    lang: null,
    reason: 'Several.',
    candidates: langs.map((lang) => ({ citation: 'c1', title: 'Asthma', lang })),
  })
const file = (path: string, content = path) => ({ path, file: new File([content], path) })

/** Path, state, the language that the file goes to, and the reason. */
async function plan(files: ReturnType<typeof file>[], matches: FileMatch[], choices = noChoices) {
  const planned = planFiles(await withContents(files, matches, 1), choices)
  return planned.map(({ path, state, to, reason }) => [path, state, to?.lang ?? '', reason].filter(Boolean).join(', '))
}

test('a matched file goes to its version; one that has a link or a file is left out until it may be replaced', async () => {
  const files = [file('a.pdf'), file('b.pdf'), file('c.pdf')]
  const matches = [
    match('a.pdf'),
    match('b.pdf', { citation: 'c2', has: 'link' }),
    match('c.pdf', { citation: 'c3', has: 'file' }),
  ]
  expect(await plan(files, matches)).toEqual([
    'a.pdf, ready, Spanish',
    'b.pdf, left, Spanish, The version has a link.',
    'c.pdf, left, Spanish, The version has a file.',
  ])
  expect(await plan(files, matches, { ...noChoices, replace: true })).toEqual([
    'a.pdf, ready, Spanish',
    'b.pdf, ready, Spanish, Replaces a link.',
    'c.pdf, ready, Spanish, Replaces a file.',
  ])
  expect(countReplacing(await withContents(files, matches, 1))).toBe(2)
})

test('item numbers tell versions in one language apart', async () => {
  const matches = [match('1.pdf', { ksbgNumber: 'ST1' }), match('2.pdf', { ksbgNumber: 'ST2' })]
  const files = [file('1.pdf'), file('2.pdf')]
  expect(await plan(files, matches)).toEqual(['1.pdf, ready, Spanish', '2.pdf, ready, Spanish'])
  const planned = planFiles(await withContents(files, matches, 1), noChoices)
  expect(planned.map(({ to }) => to?.ksbgNumber)).toEqual(['ST1', 'ST2'])
})

test('the same content for one version is sent once; different content is the decision of the person', async () => {
  const matches = ['a.pdf', 'copy/a.pdf'].map((name) => asked(name, ['Spanish']))
  expect(await plan([file('a.pdf', 'x'), file('copy/a.pdf', 'x')], matches)).toEqual([
    'a.pdf, ready, Spanish',
    'copy/a.pdf, same, The same content as a.pdf.',
  ])
  const differing = [file('a.pdf', 'x'), file('copy/a.pdf', 'y')]
  expect(await plan(differing, matches)).toEqual(['a.pdf, open, Several.', 'copy/a.pdf, open, Several.'])
  const chosen = { ...noChoices, chosen: { 'copy/a.pdf': 0, 'a.pdf': 'none' as const } }
  expect(await plan(differing, matches, chosen)).toEqual([
    'a.pdf, left, You have decided not to send it.',
    'copy/a.pdf, ready, Spanish',
  ])
})

test('no version gets two files, whatever is chosen', async () => {
  const files = [file('a.pdf'), file('b.pdf')]
  const matches = [match('a.pdf'), asked('b.pdf', ['Spanish', 'English'])]
  expect(await plan(files, matches, { ...noChoices, chosen: { 'b.pdf': 0 } })).toEqual([
    'a.pdf, ready, Spanish',
    'b.pdf, open, Spanish, Another file is chosen for this version.',
  ])
  expect(await plan(files, matches, { ...noChoices, chosen: { 'b.pdf': 1 } })).toEqual([
    'a.pdf, ready, Spanish',
    'b.pdf, ready, English',
  ])
})

test('what cannot be sent is left out with the reason, and does not decide about others', async () => {
  const names = ['empty.pdf', 'x.pdf.crdownload', 'big.pdf', 'gone.pdf', 'Thumbs.db', 'unknown.pdf']
  const files = [
    file('empty.pdf', ''),
    file('x.pdf.crdownload'),
    file('big.pdf', 'x'.repeat(2_097_152)),
    { path: 'gone.pdf', file: null },
    file('Thumbs.db'),
    file('unknown.pdf'),
  ]
  const matches = names.map((name, n) => {
    if (n < 4) return match(name, { citation: `c${n}` })
    return match(name, { state: n === 4 ? 'ignored' : 'unmatched', reason: 'Why.' })
  })
  const planned = planFiles(await withContents(files, matches, 1), noChoices)
  expect(planned.map(({ state, reason }) => `${state}: ${reason}`)).toEqual([
    'left: Empty. Perhaps it is not downloaded from the cloud yet.',
    'left: It is still being written or downloaded.',
    'left: It has 2 MB, more than the 1 MB that are allowed.',
    'left: It cannot be read on this device.',
    'ignored: Why.',
    'left: Why.',
  ])
  expect(countStates(planned)).toEqual({ ready: 0, open: 0, left: 5, same: 0, ignored: 1 })
  const pair = [asked('a.pdf', ['Spanish']), asked('b.pdf', ['Spanish'])]
  expect(await plan([file('a.pdf', 'x'), file('b.pdf', '')], pair)).toEqual([
    'a.pdf, ready, Spanish',
    'b.pdf, left, Empty. Perhaps it is not downloaded from the cloud yet.',
  ])
})
