import { describe, expect, test } from 'vitest'
import { type KnownLanguage, placeFiles } from './placeFiles'

const languages: KnownLanguage[] = [
  { value: 'English', tag: 'en', name: 'English' },
  { value: 'Spanish', tag: 'es', name: 'Español' },
  { value: 'Somali', tag: 'so', name: 'Soomaali' },
  { value: 'Arabic', tag: 'ar', name: 'العربية' },
  { value: 'Simplified Chinese', tag: 'zh-Hans', name: '简体中文' },
  { value: 'Traditional Chinese', tag: 'zh-Hant', name: '繁體中文' },
  { value: 'Haitian Creole', tag: 'ht', name: 'Kreyòl ayisyen' },
  { value: 'Karen (S’gaw)', tag: null, name: 'Karen (S’gaw)' },
  { value: 'Italian', tag: 'it', name: 'Italiano' },
]
const row = (lang: string, ksbgNumber = '') => ({ lang, ksbgNumber })
const rows = [
  row('English', 'KSBG1042'),
  row('Spanish', 'KSBG1043'),
  row('Somali', 'KSBG/12:3'),
  row('Arabic'),
  row('Simplified Chinese'),
  row('Traditional Chinese'),
  row('Haitian Creole', '1044'),
  row('Karen (S’gaw)', 'KSBG104.1'),
]

/** The language of the row of one file. */
const placeOf = (name: string, given = rows) => {
  const [placed] = placeFiles([name], given, languages)
  return placed?.row == null ? null : given[placed.row]?.lang
}

describe('by item number', () => {
  test.each([
    ['KSBG1043.pdf', 'Spanish'],
    ['ksbg-1043 fiebre final.pdf', 'Spanish'],
    ['Fever KSBG 1043.PDF', 'Spanish'],
    ['KSBG-12-3.docx', 'Somali'],
    ['1043.pdf', 'Spanish'],
    ['1044 v2.pdf', 'Haitian Creole'],
    ['KSBG104.1', 'Karen (S’gaw)'],
    ['KSBG104.1.pdf', 'Karen (S’gaw)'],
    // Part of a longer number, a number in a date, and digits beside other words are no item numbers.
    ['KSBG10431.pdf', null],
    ['AKSBG1043.pdf', null],
    ['fever 1043.pdf', null],
    ['KSBG1042 KSBG1043.pdf', null],
    ['KSBG1043.pdf.pdf', 'Spanish'],
  ])('%s: %s', (name, expected) => expect(placeOf(name)).toBe(expected))

  test('a number that several rows have needs the language', () => {
    const shared = [row('English', 'KSBG1'), row('Spanish', 'KSBG1')]
    expect(placeOf('KSBG1.pdf', shared)).toBeNull()
    expect(placeOf('KSBG1_es.pdf', shared)).toBe('Spanish')
  })
  test('a number and a language of two rows do not decide', () => {
    expect(placeOf('KSBG1042 Spanish.pdf')).toBeNull()
  })
  test('the number with its letters counts, not the one that its digits are', () => {
    expect(placeOf('1042.pdf', [row('English', 'KSBG1042'), row('Somali', '1042')])).toBe('Somali')
  })
})

describe('by language', () => {
  test.each([
    ['Fever in Spanish.pdf', 'Spanish'],
    ['fever-ESPANOL.pdf', 'Spanish'],
    ['fiebre (español).pdf', 'Spanish'],
    ['fever_árabe.pdf', 'Arabic'],
    ['حمى العربية.pdf', 'Arabic'],
    ['fever 简体中文.pdf', 'Simplified Chinese'],
    ['fever_chinese-simplified.pdf', null],
    ['fever simplified chinese.pdf', 'Simplified Chinese'],
    ['Fever Haitian-Creole.mp3', 'Haitian Creole'],
    ['fever karen sgaw.pdf', 'Karen (S’gaw)'],
    ['fever Karen (S’gaw).pdf', 'Karen (S’gaw)'],
    ['fever_es.pdf', 'Spanish'],
    ['fever-spa.pdf', 'Spanish'],
    ['fever.so.pdf', 'Somali'],
    ['fever (ar).pdf', 'Arabic'],
    ['fever [es] 2026.pdf', 'Spanish'],
    ['fever_es_v2.pdf', 'Spanish'],
    ['fever_zh-TW.pdf', 'Traditional Chinese'],
    ['fever_zh_hans.pdf', 'Simplified Chinese'],
    ['fever_es-MX.pdf', 'Spanish'],
    // Neither similar names nor words that happen to be codes, and a name of several languages is no language.
    ['fever Spanich.pdf', null],
    ['fever Spanishly.pdf', null],
    ['What to do so it heals.pdf', null],
    ['Do it.pdf', null],
    ['so-called fever.pdf', null],
    ['fever zh.pdf', null],
    ['fever_zh.pdf', null],
    ['fever Chinese.pdf', null],
    ['English-Spanish fever.pdf', null],
    ['fever.pdf', null],
    ['.pdf', null],
    ['', null],
  ])('%s: %s', (name, expected) => expect(placeOf(name)).toBe(expected))

  test('a name of one language twice is one language', () => {
    expect(placeOf('Spanish fever_es.pdf')).toBe('Spanish')
  })
  test('a name in NFD is the same name', () => {
    expect(placeOf('fiebre Español.pdf'.normalize('NFD'))).toBe('Spanish')
  })
  test('two rows of one language are not decided by it', () => {
    expect(placeOf('fever Somali.pdf', [row('Somali', 'A1'), row('Somali', 'A2')])).toBeNull()
    expect(placeOf('A2 Somali.pdf', [row('Somali', 'A1'), row('Somali', 'A2')])).toBe('Somali')
  })
  test('Chinese is the only Chinese row', () => {
    expect(placeOf('fever_zh.pdf', [row('English'), row('Simplified Chinese')])).toBe('Simplified Chinese')
  })
  test('a language that no row has is named', () => {
    expect(placeFiles(['fever_it.pdf', 'fever Italian.pdf', 'fever.pdf'], rows, languages)).toEqual([
      { row: null, missing: ['Italian'] },
      { row: null, missing: ['Italian'] },
      { row: null, missing: [] },
    ])
  })
})

test('two files for one row are both left to the person', () => {
  const placed = placeFiles(['fever_es.pdf', 'fever_es.docx', 'fever_so.pdf'], rows, languages)
  expect(placed.map((one) => one.row)).toEqual([null, null, 2])
})

test('twelve files land on their rows', () => {
  const twelve = [
    'English',
    'Spanish',
    'Somali',
    'Arabic',
    'Simplified Chinese',
    'Traditional Chinese',
    'Haitian Creole',
  ]
  const names = twelve.map((lang) => `Fever at home - ${lang}.pdf`)
  expect(placeFiles(names.reverse(), rows, languages).map((one) => one.row)).toEqual([6, 5, 4, 3, 2, 1, 0])
})
