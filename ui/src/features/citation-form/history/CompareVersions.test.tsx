import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Citation } from '../../../api/catalogue/citations'
import type { CitationVersion } from '../../../api/catalogue/editing'
import { CompareVersions, compareVersions, fieldLabel } from './History'

const base = {
  id: 'one',
  readableIds: [],
  title: 'Fever',
  authors: [],
  keywords: [],
  tags: ['A', 'B'],
  audience: [],
  obsolete: false,
  languages: [{ lang: 'English', ksbgNumber: 'C1', url: 'https://x.example.org/a', pages: 1 }],
  revisionDates: [],
  abstract: 'Give one dose daily.',
  assessment: 1,
} as unknown as Citation

const version = (number: number, fields: Partial<Citation>): CitationVersion => ({
  version: number,
  when: `2026-01-0${number}T12:00:00.000Z`,
  who: 'Nora',
  action: 'changed',
  changed: [],
  citation: { ...base, ...fields },
})

const versions = [
  version(3, { abstract: 'Give two doses daily.', obsolete: true }),
  version(2, { tags: ['B', 'C'] }),
  version(1, {}),
]

const show = () => render(<CompareVersions versions={versions} />)
const rows = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
const choose = (label: string, number: number) =>
  fireEvent.change(screen.getByRole('combobox', { name: label }), { target: { value: String(number) } })

test('the current version is compared with the previous one; equal fields are hidden until requested', () => {
  show()
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Field',
    'Version 2',
    'Version 3 (current)',
  ])
  expect(screen.getByRole('status').textContent).toBe('3 fields differ.')
  expect(rows()).toEqual(['Tags', 'Obsolete', 'Abstract'])
  fireEvent.click(screen.getByRole('checkbox', { name: 'Show all fields' }))
  expect(rows()).toHaveLength(30)
  const notes = screen.getByRole('row', { name: /^Notes/ })
  expect(
    within(notes)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['None', 'None'])
})

test('two versions are chosen in any order, and the older one comes first', () => {
  show()
  choose('First version', 3)
  choose('Second version', 1)
  expect(screen.getAllByRole('columnheader')[1]?.textContent).toBe('Version 1')
  expect(rows()).toEqual(['Obsolete', 'Abstract'])
  choose('Second version', 3)
  expect(screen.getByText('Choose two different versions.')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})

test('changed words of a text and changed lines of a list are marked, for screen readers too', () => {
  show()
  const marked = (tag: string) => [...document.querySelectorAll(tag)].map(({ textContent }) => textContent)
  expect(marked('del')).toEqual(['removed: C', 'removed: No', 'removed: one dose'])
  expect(marked('ins')).toEqual(['added: A', 'added: Yes', 'added: two doses'])
})

test('every field of a citation except its IDs is compared', () => {
  const citation: Required<{ [Field in keyof Citation]: true }> = {
    id: true,
    readableIds: true,
    title: true,
    authors: true,
    publisher: true,
    materialFormat: true,
    keywords: true,
    keySubjectHeading: true,
    whereToObtain: true,
    tags: true,
    publishDate: true,
    printingSpecs: true,
    obsolete: true,
    languages: true,
    revisionDates: true,
    abstract: true,
    audience: true,
    reviewedBy: true,
    deptSubmittedBy: true,
    assessment: true,
    famReview: true,
    productionSpecialist: true,
    originator: true,
    deptReviewDate: true,
    notes: true,
    legacyId: true,
    folder: true,
    paperColors: true,
    codes: true,
    replacedBy: true,
    reviewCycleMonths: true,
    accessibleFormats: true,
  }
  const compared = compareVersions(base, base).map(({ field }) => field)
  expect(Object.keys(citation).filter((field) => !compared.includes(field))).toEqual(['id', 'readableIds'])
  expect(fieldLabel('revisionDates')).toBe('Revision dates')
})

test('a list in another order differs at the moved entries', () => {
  const tags = compareVersions(base, { ...base, tags: ['B', 'A'] }).find(({ field }) => field === 'tags')
  expect(tags?.differs).toBe(true)
  expect(tags?.after.flat().map(({ changed }) => changed)).toEqual([true, true])
})
