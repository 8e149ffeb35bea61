import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { json, serve, show, userOf } from '../../testApp'
import ReviewPage from './ReviewPage'
import { reviewEntry } from './reviewEntry.fixture'

/** Opens the page with 60 overdue citations; reviewed ones leave the list. */
function open() {
  const all = Array.from({ length: 60 }, (_, n) => reviewEntry({ id: `c${n + 1}` }))
  const reviewed = new Set<string>()
  const answers: Parameters<typeof serve>[0] = {
    'GET /api/user': userOf('nora'),
    'GET /api/system/reviews': () => {
      const citations = all.filter(({ id }) => !reviewed.has(id))
      const counts = { current: reviewed.size, due: 0, overdue: citations.length, never: 0 }
      return json({ counts, found: citations.length, citations: citations.slice(0, 50), reviewers: ['Ada Byron'] })
    },
  }
  for (const { id } of all) {
    answers[`POST /api/citations/${id}/review`] = () => {
      reviewed.add(id)
      return json({}, 200, { etag: '"0-2"' })
    }
  }
  const asked = serve(answers)
  show(<ReviewPage />, 'nora', '/review')
  return { user: userEvent.setup(), asked }
}
const rowOf = (id: string) => screen.getByRole('link', { name: `Handout ${id}` }).closest('tr') as HTMLElement
const review = (id: string) => within(rowOf(id)).getByRole('button', { name: `Reviewed: Handout ${id}` })

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

test('a reviewed citation keeps its row, and is sent with the entity tag that was shown', async () => {
  const { user, asked } = open()
  await screen.findByText('60 handouts')
  await user.click(review('c2'))
  await within(rowOf('c2')).findByText('Reviewed today')
  const rows = screen.getAllByRole('row').slice(1, 4)
  expect(rows.map((row) => within(row).getAllByRole('link')[0]?.textContent)).toEqual([
    'Handout c1',
    'Handout c2',
    'Handout c3',
  ])
  const sent = asked.filter(({ call }) => call.startsWith('POST'))
  expect(sent.map(({ call, body, headers }) => [call, body, headers.get('if-match')])).toEqual([
    ['POST /api/citations/c2/review', {}, '"0-1"'],
  ])
})

test('the next page after a review starts with the remaining citations and omits none', async () => {
  const { user } = open()
  await screen.findByText('60 handouts')
  for (const id of ['c1', 'c3']) {
    await user.click(review(id))
    await within(rowOf(id)).findByText('Reviewed today')
  }
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  await screen.findByText('58 handouts')
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Handout c1' })).toBeNull())
  // The citations of the second page have moved up.
  await screen.findByRole('link', { name: 'Handout c52' })
  expect(rowOf('c2')).toBeTruthy()
})
