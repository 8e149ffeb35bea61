import { expect, test } from 'vitest'
import { emptyForm, emptyRow, type FormValues, mergeRevisions, toCitation } from './formValues'
import { formErrors, formFieldName, listErrors, missing, validate } from './validation'

const stored = [
  { lang: 'English', revisionDate: '2022-01-01T00:00:00.000Z' },
  { lang: 'English', revisionDate: '2024-01-01T00:00:00.000Z' },
]
const days = (entered: string, lang = 'English') =>
  mergeRevisions(stored, [{ ...emptyRow, lang, revisionDate: entered }]).map(
    (r) => `${r.lang} ${r.revisionDate.slice(0, 10)}`,
  )

test('an older date replaces the latest, a newer one is appended, an empty one changes nothing', () => {
  expect(days('2023-05-05')).toEqual(['English 2022-01-01', 'English 2023-05-05'])
  expect(days('2025-05-05')).toEqual(['English 2022-01-01', 'English 2024-01-01', 'English 2025-05-05'])
  expect(days('2024-01-01')).toEqual(['English 2022-01-01', 'English 2024-01-01'])
  expect(days('')).toEqual(['English 2022-01-01', 'English 2024-01-01'])
  expect(days('2020-01-01', 'Somali')).toEqual(['English 2022-01-01', 'English 2024-01-01', 'Somali 2020-01-01'])
})

test('every required field that is empty is named by its label, in order', () => {
  const messages = missing(emptyForm).map(({ message }) => message)
  expect(messages).toHaveLength(16)
  expect(messages[0]).toBe('Title is required.')
  expect(messages).toContain('Language is required.')
  expect(messages.at(-1)).toBe('Dept. Review Date is required.')
  expect(missing({ ...emptyForm, languages: [emptyRow] })).toContainEqual({
    name: 'languages.0.lang',
    id: 'field-languages-0-lang',
    message: 'Language is required.',
  })
})

test('a year has four digits', () => {
  const languages = [{ ...emptyRow, lang: 'Somali', revisionDate: '122024-01-01' }]
  const errors = formErrors({ ...emptyForm, publishDate: '122024-01-01', languages })
  expect(errors).toContainEqual({
    name: 'publishDate',
    id: 'field-publishDate',
    message: 'Publication Date: the year must have four digits.',
  })
  expect(errors).toContainEqual({
    name: 'languages.0.revisionDate',
    id: 'field-languages-0-revisionDate',
    message: 'Revision Date: the year must have four digits.',
  })
})

test('a date that the citation has is valid until it is changed', () => {
  const original = {
    publishDate: '0024-05-01T00:00:00.000Z',
    deptReviewDate: '2204-01-01T00:00:00.000Z',
    revisionDates: [{ lang: 'Somali', revisionDate: '1850-01-01T00:00:00.000Z' }],
  }
  const values = {
    ...emptyForm,
    publishDate: '0024-05-01',
    deptReviewDate: '2204-01-01',
    languages: [{ ...emptyRow, lang: 'Somali', revisionDate: '1850-01-01' }],
  }
  const dateErrors = (values: FormValues, stored: typeof original | null) =>
    formErrors(values, stored).flatMap(({ name, message }) => (/Date$/.test(name) ? [message] : []))
  expect(dateErrors(values, original)).toEqual([])
  const all = [
    'Publication Date: the year must be 1900 or later.',
    'Dept. Review Date: the date is in the future.',
    'Revision Date: the year must be 1900 or later.',
  ]
  expect(dateErrors(values, null)).toEqual(all)
  expect(dateErrors({ ...values, publishDate: '2204-01-01' }, original)).toEqual([
    'Publication Date: the date is more than 2 years ahead.',
  ])
})

test('errors of the server are assigned to form fields', () => {
  expect(formFieldName('publisher.name')).toBe('publisher')
  expect(formFieldName('languages[2].url')).toBe('languages.2.url')
  expect(formFieldName('codes[2].code')).toBe('codes.2.code')
  expect(formFieldName('codes')).toBe('codes')
  expect(formFieldName('keywords[1]')).toBe('keywords')
})

test('fields that the form does not show are sent unchanged', () => {
  const original = { id: 'a', legacyId: 'L1', revisionDates: [] } as never
  expect(toCitation({ ...emptyForm, title: ' T ', assessment: '-1' }, original)).toMatchObject({
    id: 'a',
    legacyId: 'L1',
    title: 'T',
    assessment: -1,
    publisher: null,
  })
})

test('pages are a whole number from 1 to 2,000, or not known', () => {
  const errorOf = (pages: string) =>
    formErrors({ ...emptyForm, languages: [{ ...emptyRow, lang: 'Somali', pages }] }).find(
      ({ id }) => id === 'field-languages-0-pages',
    )?.message
  for (const pages of ['', ' ', '1', '2000', ' 4 ']) expect(errorOf(pages)).toBeUndefined()
  for (const pages of ['0', '2001', '-1', '1.5', '1e3', 'two']) {
    expect(errorOf(pages)).toBe('Pages: a whole number from 1 to 2,000.')
  }
  const languages = [{ ...emptyRow, lang: 'Somali', pages: ' 4 ' }, emptyRow]
  expect(toCitation({ ...emptyForm, languages }, undefined).languages.map(({ pages }) => pages)).toEqual([4, null])
})

test('a review cycle is a whole number of months from 1 to 1,200, or the usual one', () => {
  const errorOf = (reviewCycleMonths: string) =>
    formErrors({ ...emptyForm, reviewCycleMonths }).find(({ id }) => id === 'field-reviewCycleMonths')
  for (const months of ['', ' ', '1', '1200', ' 24 ']) expect(errorOf(months)).toBeUndefined()
  for (const months of ['0', '1201', '1.5', '-1', 'a year']) {
    expect(errorOf(months)?.message).toBe('Review Cycle in Months: a whole number from 1 to 1,200.')
  }
  expect(toCitation({ ...emptyForm, reviewCycleMonths: ' 24 ' }, undefined).reviewCycleMonths).toBe(24)
  expect(toCitation(emptyForm, undefined).reviewCycleMonths).toBeNull()
})

test('react-hook-form holds the errors, and they are listed in the order of the form', async () => {
  const languages = [emptyRow, { ...emptyRow, lang: 'Somali', pages: 'many' }]
  const { errors } = await validate({ ...emptyForm, title: 'Fever', languages }, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  })
  const ids = listErrors(errors).map(({ id }) => id)
  expect(ids.slice(0, 2)).toEqual(['field-authors', 'field-publisher'])
  expect(ids).toContain('field-languages-0-lang')
  expect(ids).toContain('field-languages-1-pages')
  expect(ids.indexOf('field-languages-0-lang')).toBeLessThan(ids.indexOf('field-abstract'))
})

test('a row needs a code, and at most 50 codes are allowed', () => {
  const row = (code: string) => ({ system: 'rxnorm' as const, code, display: '' })
  const errorsOf = (codes: readonly string[]) =>
    formErrors({ ...emptyForm, codes: codes.map(row) })
      .filter(({ name }) => name.startsWith('codes'))
      .map(({ id, message }) => `${id}: ${message}`)
  expect(errorsOf(['435', ' '])).toEqual(['field-codes-1-code: Code is required.'])
  expect(errorsOf(Array(50).fill('435'))).toEqual([])
  expect(errorsOf(Array(51).fill('435'))).toEqual(['field-codes: At most 50 codes are allowed.'])
})
