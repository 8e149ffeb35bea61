import { useMutation, useQuery } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from '../../api/client'
import { configQuery, useConfig } from '../../api/config'
import { configOf, json, noAnswer, replicaConfigOf, serve, showWith } from '../../testApp'
import { Shell } from '../Shell'
import Replica from './Replica'

const detail = 'This server is for reading. Please go to https://primary.example.org.'
const refused = () => json({ title: 'Service Unavailable', detail, primary: 'https://primary.example.org' }, 503)
const minuteMs = 60_000

/** Shows a page of a replica at this path; a test may change the configuration later. */
function open(replica: { ageSeconds: number; stale: boolean }, page = <p>The page</p>, path = '/citation/asthma') {
  const Page = () => (
    <Suspense>
      {useConfig()?.replica && <Replica />}
      {page}
    </Suspense>
  )
  return showWith(replicaConfigOf(replica), <Page />, path)
}

function Ask() {
  const { isError } = useQuery({
    queryKey: ['record'],
    queryFn: () => call('GET /citations/{id}', { params: { id: 'asthma' }, query: { asOf: '2026-01-05' } }),
  })
  return <p>{isError ? 'No record' : 'Asking'}</p>
}

function Save() {
  const { mutate } = useMutation({ mutationFn: () => call('POST /citations', { body: {} as never }) })
  return (
    <button type="button" onClick={() => mutate()}>
      Save
    </button>
  )
}

const configRequests = (calls: { call: string }[]) => calls.filter(({ call }) => call === 'GET /api/config').length

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
})

test('a stale replica shows the time of its data', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 22, 14, 17), toFake: ['Date', 'setInterval', 'clearInterval'] })
  serve({})
  open({ ageSeconds: 12 * 60, stale: true })
  const line = screen.getByText(/The catalogue shown here is from/)
  expect(line.textContent?.replace(/\s/g, ' ')).toBe(
    'The catalogue shown here is from 2:05 PM (12 minutes ago). Newer changes may be missing.',
  )
  expect(line.closest('[role], [aria-live]')).toBeNull()
})

test('a fresh replica shows no notice', () => {
  serve({})
  const { container } = open({ ageSeconds: 3, stale: false })
  expect(container.textContent).toBe('The page')
})

test('the age is polled once a minute, and a failed poll does not change the notice', async () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 22, 14, 0), toFake: ['Date', 'setInterval', 'clearInterval'] })
  let answer = () => json(replicaConfigOf({ ageSeconds: 400, stale: true }))
  const calls = serve({ 'GET /api/config': () => answer() })
  open({ ageSeconds: 3, stale: false })
  const afterMinute = () => act(() => vi.advanceTimersByTimeAsync(minuteMs))
  expect(configRequests(calls)).toBe(0)
  await afterMinute()
  expect(configRequests(calls)).toBe(1)
  expect(await screen.findByText(/\(6 minutes ago\)/)).toBeTruthy()
  answer = () => noAnswer(calls[0] as never)
  await afterMinute()
  expect(await screen.findByText(/\(7 minutes ago\)/)).toBeTruthy()
  answer = () => json(replicaConfigOf({ ageSeconds: 3, stale: false }))
  await afterMinute()
  expect(configRequests(calls)).toBe(3)
  await waitFor(() => expect(screen.queryByText(/The catalogue shown here/)).toBeNull())
})

test('when a primary serves this URL again, the notice disappears and polling stops', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  const calls = serve({ 'GET /api/config': () => json(configOf(false)) })
  open({ ageSeconds: 400, stale: true })
  await act(() => vi.advanceTimersByTimeAsync(minuteMs))
  await waitFor(() => expect(screen.queryByText(/The catalogue shown here/)).toBeNull())
  const before = configRequests(calls)
  await act(() => vi.advanceTimersByTimeAsync(5 * minuteMs))
  expect(configRequests(calls)).toBe(before)
})

test('a page that only the primary has links to it there', async () => {
  serve({ 'GET /api/citations/asthma': refused })
  open({ ageSeconds: 3, stale: false }, <Ask />)
  const link = await screen.findByRole('link', { name: 'main catalogue' })
  expect(link.getAttribute('href')).toBe('https://primary.example.org/citation/asthma')
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('link')).toBeNull()
})

test('a save that only the primary can do links to it, until the person goes to another page', async () => {
  serve({ 'POST /api/citations': refused })
  const { go } = open({ ageSeconds: 3, stale: false }, <Save />)
  expect(screen.queryByRole('link')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('The catalogue is read-only here.')).toBeTruthy()
  go('/other')
  expect(screen.queryByText('The catalogue is read-only here.')).toBeNull()
})

test('a call that was refused before the configuration named a replica shows the notice', async () => {
  const config = replicaConfigOf({ ageSeconds: 3, stale: false })
  serve({ 'POST /api/citations': refused, 'GET /api/config': () => json(config) })
  const Page = () => (
    <Suspense>
      {useConfig()?.replica && <Replica />}
      <Save />
    </Suspense>
  )
  const { client } = showWith(configOf(true), <Page />, '/citation/add')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(client.getMutationCache().getAll()[0]?.state.status).toBe('error'))
  await act(() => client.refetchQueries(configQuery))
  const link = await screen.findByRole('link', { name: 'main catalogue' })
  expect(link.getAttribute('href')).toBe('https://primary.example.org/citation/add')
})

test('another error is ignored', async () => {
  serve({ 'POST /api/citations': () => json({ title: 'Service Unavailable', detail: 'Busy.' }, 503) })
  const { client } = open({ ageSeconds: 3, stale: false }, <Save />)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(client.getMutationCache().getAll()[0]?.state.status).toBe('error'))
  expect(screen.queryByText(/read-only/)).toBeNull()
})

test('a primary is not polled and shows no notice', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  const calls = serve({})
  showWith(configOf(false), <Shell />, '/profile')
  await act(() => vi.advanceTimersByTimeAsync(5 * minuteMs))
  expect(configRequests(calls)).toBe(0)
  expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/login?return=%2Fprofile')
})

test('on a replica the sign-in link leads to the primary', async () => {
  serve({})
  showWith(replicaConfigOf({ ageSeconds: 3, stale: false }), <Shell />, '/profile')
  expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe(
    'https://primary.example.org/login?return=%2Fprofile',
  )
})
