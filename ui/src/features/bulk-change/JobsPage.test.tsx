import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { json, serve, show, userOf } from '../../testApp'
import { JobsPage } from './Jobs'

const bulk = { change: { add: { tags: ['Winter'] } }, by: 'Nora Vance', citations: 40, done: 40, unchanged: 0 }
const bulkJob = (id: string, rest: object) => ({
  id,
  type: 'Bulk Change',
  config: [],
  complete: true,
  start: '2026-01-05T10:00:00.000Z',
  changed: 40,
  error: null,
  ...rest,
})
const left = [{ id: 'b', title: 'Handout b', reason: 'Keywords is required, and nothing would be left in it.' }]

function open(answers: Parameters<typeof serve>[0]) {
  const asked = serve({ 'GET /api/user': userOf('nora'), ...answers })
  show(<JobsPage />, 'nora', '/jobs')
  return { user: userEvent.setup(), asked }
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

test('every kind of job shows its change and its result', async () => {
  const { user, asked } = open({
    'GET /api/system/jobs': () =>
      json([
        bulkJob('running', { complete: false, changed: 5, bulk: { ...bulk, done: 5, refused: 0, left: [] } }),
        bulkJob('done', { bulk: { ...bulk, change: { remove: { keywords: ['Hot'] } }, refused: 1, left } }),
        bulkJob('undone', {
          bulk: { ...bulk, change: { set: { obsolete: true } }, refused: 0, left: [], undoneBy: 'x' },
        }),
        bulkJob('idle', {
          changed: 0,
          bulk: { ...bulk, change: { set: { tags: [] } }, unchanged: 40, refused: 0, left: [] },
        }),
        bulkJob('rename', { type: 'Batch Update', config: [{ type: 'tags', oldValue: 'A', newValue: 'B' }] }),
        bulkJob('delete', {
          type: 'Batch Update',
          changed: 3,
          config: [{ type: 'publisher_name', oldValue: 'Old Press' }],
        }),
        bulkJob('several', {
          type: 'Batch Update',
          config: [
            { type: 'departments', oldValue: 'Surgery', newValue: 'Surgery', contact: 'Nora Vance' },
            { type: 'departments', oldValue: 'Eyes', newValue: 'Eyes', contact: null },
          ],
        }),
        bulkJob('review', { type: 'Review', review: { action: 'reviewed', citations: 2, done: 2, left: [] } }),
      ]),
    'POST /api/system/jobs/done/undo': () =>
      json({ status: 409, title: 'No', detail: 'It has been undone already.' }, 409),
  })
  const entry = (name: RegExp) => within(screen.getByRole('heading', { name }).closest('li') as HTMLElement)
  await screen.findByRole('heading', { name: /^Add Winter to Tags/ })
  expect(entry(/^Add Winter/).getByText('5 of 40 handouts done.')).toBeTruthy()
  expect(entry(/^Add Winter/).getByText(/ AM, by Nora Vance$| PM, by Nora Vance$/)).toBeTruthy()
  expect(entry(/^Add Winter/).queryByRole('button')).toBeNull()
  expect(entry(/^Remove Hot from Keywords/).getByText(/nothing would be left in it\./)).toBeTruthy()
  expect(entry(/^Mark as obsolete/).getByText('Undone by another job.')).toBeTruthy()
  expect(entry(/^Mark as obsolete/).queryByRole('button')).toBeNull()
  expect(entry(/^Leave Tags empty/).getByText('0 handouts changed. 40 handouts already had these values.')).toBeTruthy()
  expect(entry(/^Leave Tags empty/).queryByRole('button')).toBeNull()
  expect(entry(/^Rename 'A' to 'B' in Tags/).getByText('40 handouts changed.')).toBeTruthy()
  expect(entry(/^Delete 'Old Press' from Publisher/).getByText('3 handouts changed.')).toBeTruthy()
  expect(entry(/^Batch Update: 2 values/).getByText("Set the contact of 'Surgery' to Nora Vance")).toBeTruthy()
  expect(entry(/^Batch Update: 2 values/).getByText("Remove the contact of 'Eyes'")).toBeTruthy()
  expect(entry(/^Mark as reviewed/).getByText('2 of 2 handouts done.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Undo: Remove Hot from Keywords' }))
  expect(await screen.findByText(/It has been undone already\./)).toBeTruthy()
  expect(asked.filter(({ call }) => call.startsWith('POST'))).toHaveLength(1)
})

test('no jobs, and jobs that cannot be loaded', async () => {
  let answer = json({ status: 400, title: 'No' }, 400)
  const { user } = open({ 'GET /api/system/jobs': () => answer })
  expect(await screen.findByText('The jobs could not be loaded.')).toBeTruthy()
  answer = json([])
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(/No jobs in the last day\./)).toBeTruthy()
})
