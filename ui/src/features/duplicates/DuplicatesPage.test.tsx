import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { DuplicateGroup } from '../../api/maintenance/overview'
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

test('a group shows what its citations share, and links to each citation and its form', async () => {
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
    'Same URL',
    'Same item number',
  ])
  const row = screen.getByRole('link', { name: 'Fever a' }).closest('li') as HTMLElement
  expect(row.textContent).toBe('Fever aKSBG7 · KSBG8 · Surgery EditKeep this one')
  expect(screen.getByRole('link', { name: 'Fever b' }).closest('li')?.textContent).toBe(
    'Fever bb-readable EditKeep this one',
  )
  const links = within(row).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/citation/a-readable', '/citation/edit/a'])
  expect(screen.getByText('and 29 more in the CSV file')).toBeTruthy()
})

test('shared values are highlighted', async () => {
  open([
    { same: [{ kind: 'itemNumber', text: 'ksbg 7' }], count: 2, citations: [citation('a'), citation('b')] },
    { same: [{ kind: 'title', text: 'FEVER c' }], count: 2, citations: [citation('c'), citation('b')] },
  ])
  await screen.findByText('2 groups')
  expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['KSBG7', 'Fever c'])
})

const full = (id: string, languages: string[]) => ({
  ...citation(id),
  languages: languages.map((lang) => ({ lang, ksbgNumber: null, url: null })),
})

/** A group of two, and the server's job that makes one of them obsolete; `left` are those that it skips. */
function openPair(left: { id: string; title: string; reason: string }[] = []) {
  const jobs: { complete: boolean }[] = []
  const state = { isSlow: false }
  const job = (id: string, undoes: string | null) => {
    const changed = 1 - left.length
    const bulk = { by: 'Nora', change: {}, citations: 1, done: 1, left, refused: left.length, unchanged: 0, undoes }
    const added = {
      id,
      type: 'Bulk Change',
      config: [],
      start: '',
      changed,
      complete: !state.isSlow,
      error: null,
      bulk,
    }
    jobs.unshift(added)
    return json(added, 202)
  }
  const asked = serve({
    'GET /api/user': userOf('nora'),
    'GET /api/system/duplicates': () =>
      json({
        found: 1,
        groups: [{ same: [{ kind: 'title', text: 'Fever' }], count: 2, citations: [citation('a'), citation('b')] }],
      }),
    'GET /api/citations/a': () => json(full('a', ['English']), 200, { etag: '"0-7"' }),
    'GET /api/citations/b': () => json(full('b', ['English', 'Somali']), 200, { etag: '"0-8"' }),
    'GET /api/system/jobs': () => json(jobs),
    'POST /api/system/bulk': () => job('1', null),
    'POST /api/system/jobs/1/undo': () => job('2', '1'),
  })
  show(<DuplicatesPage />, 'nora', '/duplicates')
  return { asked, jobs, state, user: userEvent.setup() }
}

test('keeping one makes the other obsolete with the entity tag that was shown, and can be undone', async () => {
  const { asked, user } = openPair()
  await user.click(await screen.findByRole('button', { name: /^Keep this one: Fever a/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Keep "Fever a"?' })
  await within(dialog).findByText('Only here: Somali.')
  await user.click(within(dialog).getByRole('button', { name: 'Keep this one' }))
  await screen.findByText('1 handout now obsolete, replaced by the one you kept.')
  const sent = asked.find(({ call }) => call === 'POST /api/system/bulk')
  expect(sent?.body).toEqual({
    citations: [{ id: 'b', etag: '"0-8"' }],
    change: { set: { obsolete: true, replacedBy: 'a' } },
    preview: false,
  })
  const rowOf = (name: string) => screen.getByRole('link', { name }).closest('li')?.textContent
  expect(rowOf('Fever a')).toContain('Kept')
  expect(rowOf('Fever b')).toContain('Obsolete')
  await screen.findByRole('button', { name: 'Reload the list' })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('Undone: 1 handout restored.')
  expect(rowOf('Fever b')).not.toContain('Obsolete')
  expect(screen.getAllByRole('button', { name: /^Keep this one:/ })).toHaveLength(2)
})

test('a citation that was changed meanwhile is skipped, and the group shows the reason', async () => {
  const { user } = openPair([{ id: 'b', title: 'Fever b', reason: 'It was changed meanwhile.' }])
  await user.click(await screen.findByRole('button', { name: /^Keep this one: Fever a/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Keep "Fever a"?' })
  await within(dialog).findByText('Only here: Somali.')
  await user.click(within(dialog).getByRole('button', { name: 'Keep this one' }))
  await screen.findByText(/It was changed meanwhile\./)
  expect(screen.queryByText('Kept')).toBeNull()
  expect(screen.getAllByRole('button', { name: /^Keep this one:/ })).toHaveLength(2)
})

test('after the dialog is closed, the group shows that the others are being made obsolete', async () => {
  const { jobs, state, user } = openPair()
  state.isSlow = true
  await user.click(await screen.findByRole('button', { name: /^Keep this one: Fever a/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Keep "Fever a"?' })
  await within(dialog).findByText('Only here: Somali.')
  await user.click(within(dialog).getByRole('button', { name: 'Keep this one' }))
  await user.keyboard('{Escape}')
  await screen.findByText('Making the others obsolete…')
  expect(screen.queryByText('Undoing…')).toBeNull()
  for (const job of jobs) job.complete = true
  await screen.findByText('1 handout now obsolete, replaced by the one you kept.', undefined, { timeout: 5_000 })
  expect(screen.queryByText('Making the others obsolete…')).toBeNull()
})

test('an empty list is explained', async () => {
  open([])
  await screen.findByText(/^No handouts share/)
})
