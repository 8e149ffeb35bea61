import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { json, noAnswer, serve, show } from '../testApp'
import { ReplacedByField } from './CitationField'

const hit = (id: string, title: string, numbers: string[]) => ({
  id: `citation:${id}`,
  fields: { title: [title], ksbg_numbers: numbers, languages: [], obsolete: 'false', readable_id: id },
  highlights: {},
})
const found = {
  'GET /api/search': () =>
    json({
      hits: {
        found: 3,
        start: 0,
        hit: [
          hit('own', 'Asthma, old', ['KSBG1']),
          hit('one', 'Asthma action plan', ['KSBG2', 'KSBG3', 'KSBG4']),
          hit('two', 'Asthma triggers', ['KSBG7']),
        ],
      },
      facets: {},
    }),
}

let chosen = ''
function Field({ start = '', error }: { start?: string; error?: string }) {
  const [value, setValue] = useState(start)
  chosen = value
  return (
    <ReplacedByField
      label="Replaced by"
      id="field-replacedBy"
      own="own"
      error={error}
      value={value}
      onChange={setValue}
    />
  )
}
const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Replaced by' })

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

test('a handout is found by typing, chosen by keyboard, and cleared; it is never its own replacement', async () => {
  const asked = serve(found)
  const user = userEvent.setup()
  show(<Field />, 'nora', '/citation/edit/own')
  await user.click(box())
  await screen.findByText('Type a title or an item number.')
  await user.type(box(), 'asth')
  await screen.findByRole('option', { name: /Asthma triggers\s*KSBG7/ })
  expect(screen.queryByRole('option', { name: /Asthma, old/ })).toBeNull()
  expect(screen.getByRole('option', { name: /action plan\s*KSBG2 and 2 more/ })).toBeTruthy()
  await user.keyboard('{ArrowDown}{Enter}')
  // The first match is highlighted at once, and the first ArrowDown stays there.
  expect(chosen).toBe('one')
  await waitFor(() => expect(box().value).toBe('Asthma action plan'))
  expect(asked.map(({ call }) => call)).toEqual(['GET /api/search'])
  await user.click(screen.getByRole('button', { name: 'Clear Replaced by' }))
  expect(chosen).toBe('')
  expect(box().value).toBe('')
  expect(document.activeElement).toBe(box())
})

test('a stored replacement is shown by its title, and stays when a typed text is left', async () => {
  serve({ ...found, 'GET /api/citations/one': () => json({ id: 'one', title: 'Asthma action plan' }) })
  const user = userEvent.setup()
  show(<Field start="one" />, 'nora', '/citation/edit/own')
  await waitFor(() => expect(box().value).toBe('Asthma action plan'))
  await user.clear(box())
  await user.type(box(), 'something')
  await user.tab()
  expect(box().value).toBe('Asthma action plan')
  expect(chosen).toBe('one')
})

test('an empty result and a failed search are shown, and an error belongs to the field', async () => {
  serve({ 'GET /api/search': () => json({ hits: { found: 0, start: 0, hit: [] }, facets: {} }) })
  const user = userEvent.setup()
  show(<Field error="A citation cannot replace itself." />, 'nora', '/citation/edit/own')
  const described = box().getAttribute('aria-describedby')?.split(' ')[0] ?? ''
  expect(document.getElementById(described)?.textContent).toBe('A citation cannot replace itself.')
  await user.type(box(), 'zzz')
  await screen.findByText('Nothing found')
  serve({ 'GET /api/search': noAnswer })
  await user.type(box(), 'y')
  await screen.findByText('The search failed. Change the text to try again.', {}, { timeout: 8_000 })
}, 15_000)
