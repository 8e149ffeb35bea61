import { act, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useBackgroundFailure } from '../lib/page/backgroundFailure'
import { configOf, json, noAnswer, serve, show, userOf } from '../testApp'
import { readDraft, writeDraft } from './drafts'
import { followOtherTabs } from './otherTabs'
import { useLeaving } from './person/leaving'
import { announceSignOut } from './person/signOut'
import SessionSync, { readSynced, storeSynced } from './SessionSync'
import { addToOrder, claimSession, clearSession, toggleFavorite, useSession } from './store'

const sleep = { id: 'sleep', title: 'Sleep' }
const asthma = { id: 'asthma', title: 'Asthma' }
const line = {
  id: 'asthma',
  itemNum: 'KSBG1',
  lang: 'Somali',
  readableId: 'asthma',
  title: 'Asthma',
  url: null,
  printingSpecs: null,
}
const failure = () => useBackgroundFailure.getState().kind
const favorites = () => useSession.getState().favorites.map(({ id }) => id)
const saved = () => json(undefined, 204)
const quiet = () => vi.spyOn(console, 'error').mockImplementation(() => {})

/** Mounted as in the shell. */
function Synced() {
  useEffect(followOtherTabs, [])
  return <SessionSync />
}

beforeEach(() => {
  localStorage.clear()
  clearSession()
  useBackgroundFailure.setState({ kind: null })
  useLeaving.setState({ leaving: false })
})

test('the first sync in a browser merges the session of the server with what was added before the response', async () => {
  claimSession('nora')
  toggleFavorite(sleep)
  const asked = serve({
    'GET /api/user': userOf('nora', { favorites: [asthma], order: [] }),
    'POST /api/user/session': saved,
  })
  show(<Synced />, 'nora')
  await waitFor(() => expect(favorites()).toEqual(['asthma', 'sleep']))
  await waitFor(() => expect(asked.some(({ call }) => call === 'POST /api/user/session')).toBe(true))
  expect(asked.find(({ call }) => call === 'POST /api/user/session')?.body).toEqual({
    favorites: [asthma, sleep],
    order: [],
    base: { favorites: [asthma], order: [] },
  })
})

test("another person's cart is never shown or sent", async () => {
  claimSession('nora')
  addToOrder(line)
  claimSession('uriel')
  const asked = serve({ 'GET /api/user': userOf('uriel', { favorites: [sleep], order: [] }) })
  show(<Synced />, 'uriel')
  await waitFor(() => expect(favorites()).toEqual(['sleep']))
  expect(useSession.getState().order).toEqual([])
  expect(readSynced('nora')).toBeNull()
  expect(asked.every(({ call }) => call === 'GET /api/user')).toBe(true)
})

test('a change that cannot be sent stays, is reported, and is sent later', async () => {
  quiet()
  claimSession('nora')
  let fails = true
  const asked = serve({
    'GET /api/user': userOf('nora'),
    'POST /api/user/session': (request) => (fails ? noAnswer(request) : saved()),
  })
  vi.useFakeTimers({ shouldAdvanceTime: true })
  show(<Synced />, 'nora')
  await waitFor(() => expect(readSynced('nora')).not.toBeNull())
  act(() => toggleFavorite(sleep))
  await waitFor(() => expect(failure()).toBe('save'))
  expect(favorites()).toEqual(['sleep'])
  fails = false
  await vi.advanceTimersByTimeAsync(5_000)
  await waitFor(() => expect(readSynced('nora')?.favorites).toEqual([sleep]))
  expect(failure()).toBeNull()
  expect(asked.filter(({ call }) => call === 'POST /api/user/session')).toHaveLength(2)
  vi.useRealTimers()
})

test('a response from before a save of another tab removes nothing', async () => {
  claimSession('nora')
  toggleFavorite(sleep)
  const withSleep = userOf('nora', { favorites: [sleep], order: [] })
  let answers = 0
  serve({
    'GET /api/user': (request) => {
      answers += 1
      if (answers > 1) return withSleep(request)
      // The other tab's save is acknowledged while this older response is in transit.
      storeSynced('nora', { favorites: [sleep], order: [] }, Date.now() + 1)
      return userOf('nora')(request)
    },
  })
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const seen: string[][] = []
  const stop = useSession.subscribe(() => seen.push(favorites()))
  show(<Synced />, 'nora')
  await waitFor(() => expect(answers).toBe(2))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(favorites()).toEqual(['sleep'])
  expect(seen.every((ids) => ids.includes('sleep'))).toBe(true)
  stop()
  vi.useRealTimers()
})

test('an expired sign-in loses nothing and is not a failed refresh', async () => {
  quiet()
  claimSession('nora')
  const asked = serve({ 'GET /api/user': userOf('nora'), 'POST /api/user/session': () => json({}, 401) })
  show(<Synced />, 'nora')
  await waitFor(() => expect(readSynced('nora')).not.toBeNull())
  act(() => addToOrder(line))
  await waitFor(() => expect(asked.some(({ call }) => call === 'POST /api/user/session')).toBe(true))
  expect(useSession.getState().order).toHaveLength(1)
  expect(failure()).toBeNull()
})

test('a sign-out in another tab hides the page at once, and nothing is stored any more', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  claimSession('nora')
  serve({ 'GET /api/user': userOf('nora'), 'GET /api/config': () => json(configOf(false)) })
  show(<Synced />, 'nora')
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'signed-out', newValue: '1' }))
  })
  expect(useLeaving.getState().leaving).toBe(true)
  expect(writeDraft('nora', 'order', { typed: true })).toBe(false)
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/'))
})

test('signing out deletes the data of the person, but not the drafts of others', () => {
  claimSession('nora')
  toggleFavorite(sleep)
  localStorage.setItem('draft:nora:order', '{}')
  localStorage.setItem('draft:uriel:order', '{"kept":true}')
  announceSignOut()
  expect(Object.keys(localStorage).filter((key) => key.includes('nora'))).toEqual([])
  expect(localStorage.getItem('session')).not.toContain('Sleep')
  expect(readDraft('uriel', 'order')).toEqual({ kept: true })
})

test('a page that Back restores after a sign-out is reloaded', () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  serve({ 'GET /api/user': userOf('nora') })
  show(<Synced />, 'nora')
  const back = () => {
    const event = new Event('pageshow') as Event & { persisted: boolean }
    Object.defineProperty(event, 'persisted', { value: true })
    act(() => {
      window.dispatchEvent(event)
    })
  }
  back()
  expect(reload).not.toHaveBeenCalled()
  localStorage.setItem('signed-out', '2')
  back()
  expect(reload).toHaveBeenCalled()
  expect(useLeaving.getState().leaving).toBe(true)
})
