import { expect, test } from 'vitest'
import { reportedVersions } from './ReportProblem'
import { defaultVersion, isEmail, type ReportValues, textError, toReport } from './reportForm'

const [english, spanish, own] = [
  { lang: 'English', tag: 'en' },
  { lang: 'Spanish', tag: 'es-MX' },
  { lang: 'Our own', tag: null },
]
const values: ReportValues = { about: 'a', kind: 'wrong', lang: 'Spanish', text: ' Page 2 ', email: '' }

test('the preferred language is preselected, or the only one', () => {
  expect(defaultVersion([english, spanish], 'es')).toBe('Spanish')
  expect(defaultVersion([english, own], 'so')).toBe('')
  expect(defaultVersion([english, own], null)).toBe('')
  expect(defaultVersion([spanish], null)).toBe('Spanish')
})

test('each language is offered once', () => {
  expect(reportedVersions([english, spanish, english])).toEqual([english, spanish])
})

test('a report has what was entered, and no language that its handout lacks', () => {
  const handout = { kind: 'citation' as const, id: 'a', title: 'A', versions: [english, spanish] }
  expect(toReport(handout, values)).toEqual({
    citation: 'a',
    lang: 'Spanish',
    kind: 'wrong',
    text: 'Page 2',
    email: null,
  })
  expect(toReport({ ...handout, kind: 'packet', versions: [english] }, values)).toMatchObject({
    packet: 'a',
    lang: null,
  })
})

test('a text is required for something else, and has at most 1,000 characters', () => {
  expect(textError(' ', 'other')).toBe('textRequired')
  expect(textError('', 'link')).toBeUndefined()
  expect(textError('😀'.repeat(1_000), 'other')).toBeUndefined()
  expect(textError('x'.repeat(1_001), 'link')).toBe('textTooLong')
})

test('only what cannot be an email address is rejected', () => {
  expect(['', ' a@b.org ', 'ñ@ü.example'].map(isEmail)).toEqual([true, true, true])
  expect(['a', 'a@', 'a b@c.org'].map(isEmail)).toEqual([false, false, false])
})
