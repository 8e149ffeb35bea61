import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { DuplicateGroup } from '../../api/overview'
import { json, serve, show, userOf } from '../../testApp'
import DuplicatesPage from './DuplicatesPage'

const citation = (id: string) => ({
  id,
  readableId: `${id}-readable`,
  title: `Fever ${id}`,
  department: id === 'a' ? 'Surgery' : null,
  itemNumbers: id === 'a' ? ['KSBG7', 'KSBG8'] : [],
})

function open(groups: DuplicateGroup[]) {
  serve({
    'GET /api/user': userOf('nora'),
    'GET /api/system/duplicates': () => json({ found: groups.length, groups }),
  })
  show(<DuplicatesPage />, 'nora', '/duplicates')
}

test('a group says what is the same, and leads to each citation and its form', async () => {
  open([
    {
      same: [
        { kind: 'title', text: 'Fever at home' },
        { kind: 'address', text: 'https://x.example.org/fever.pdf' },
      ],
      count: 2,
      citations: [citation('a'), citation('b')],
    },
    { same: [{ kind: 'itemNumber', text: 'KSBG7' }], count: 30, citations: [citation('c')] },
  ])
  await screen.findByText('2 groups')
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual([
    'Same title',
    'Same address',
    'Same item number',
  ])
  const row = screen.getByRole('link', { name: 'Fever a' }).closest('li') as HTMLElement
  expect(row.textContent).toBe('Fever aKSBG7 · KSBG8 · SurgeryEdit')
  expect(screen.getByRole('link', { name: 'Fever b' }).closest('li')?.textContent).toBe('Fever bb-readableEdit')
  const links = within(row).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/citation/a-readable', '/citation/edit/a'])
  expect(screen.getByText('and 29 more, which the CSV file names')).toBeTruthy()
})

test('without duplicates it says so', async () => {
  open([])
  await screen.findByText(/^No two citations share/)
})
