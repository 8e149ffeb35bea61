import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { call } from '../../api/client'
import { Problem } from '../../api/problem'
import { continueCalls } from '../../lib/page/interruptedCalls'
import { configOf, json, serve, showWith } from '../../testApp'
import { ForeignResponse } from './ScreenFailure'

afterEach(() => continueCalls(false))

const respond = (body: string | null, status: number, contentType?: string) =>
  new Response(body, { status, headers: contentType ? { 'content-type': contentType } : {} })

/** A redirect to another host, as browsers return one that they do not follow. */
const redirect = () => Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' })

const login = '<!doctype html><title>Sign in</title>'
const read = () => call('GET /user/orders')
const send = () => call('POST /user/orders/{id}/reply', { params: { id: '26-000001' }, body: { note: 'Blue.' } })
const store = () => call('POST /system/links/check', { body: { citation: '1', url: '/' }, content: 'nothing' })
const routes = ['GET /api/user/orders', 'POST /api/user/orders/26-000001/reply', 'POST /api/system/links/check']

test.each<[string, () => Response, () => Promise<unknown>]>([
  ['a redirect to another host', redirect, send],
  ['a redirect to another host, for a read', redirect, read],
  ['a login page with 200', () => respond(login, 200, 'text/html; charset=utf-8'), send],
  ['a login page with 401', () => respond(login, 401, 'text/html'), send],
  ['the page of a firewall', () => respond(login, 403, 'text/html'), send],
  ['an empty 401', () => respond(null, 401), send],
  ['an empty 200', () => respond('', 200), send],
  ['204 where content is expected', () => respond(null, 204), send],
  ['a text', () => respond('OK', 200, 'text/plain'), read],
  ['a login page where nothing is expected', () => respond(login, 200, 'text/html'), store],
  ['the page of a captive portal', () => respond(login, 511, 'text/html'), read],
])('%s is not taken for a response, and the call waits until it is tried again', async (_, foreign, start) => {
  const state = { isForeign: true }
  const answer = () => {
    if (state.isForeign) return foreign()
    return start === store ? json(undefined, 204) : json({ number: '26-000001' })
  }
  const asked = serve(Object.fromEntries(routes.map((route) => [route, answer])))
  showWith(configOf(true), <ForeignResponse />, '/order')
  const result = start()
  const text = (await screen.findByRole('alert')).textContent
  expect(text).toContain("Your network's own sign-in may have ended. What you typed is still here.")
  const link = screen.getByRole('link', { name: 'Open in a new tab to sign in' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/', '_blank'])
  const user = userEvent.setup()
  const before = asked.length
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(asked.length).toBeGreaterThan(before))
  await screen.findByRole('alert')
  state.isForeign = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await result).toEqual(start === store ? undefined : { number: '26-000001' })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a call that is given up fails without blaming the connection', async () => {
  serve({ 'POST /api/user/orders/26-000001/reply': () => respond(login, 200, 'text/html') })
  showWith(configOf(true), <ForeignResponse />, '/order')
  const result = send().catch((error: unknown) => error)
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Dismiss' }))
  const problem = (await result) as Problem
  expect(problem).toBeInstanceOf(Problem)
  expect(problem.text).toContain("Your network's own sign-in may have ended")
  expect(problem.needsSignIn).toBe(false)
})

test.each<[string, () => Response, number]>([
  ['a server that is down behind its proxy', () => respond(login, 502, 'text/html'), 502],
  ['a proxy to which a body is too large', () => respond(login, 413, 'text/html'), 413],
  ['our own 401', () => json({ detail: 'Please sign in first.' }, 401), 401],
  ['our own 404', () => json({ detail: 'No citation found.' }, 404), 404],
])('%s is the failure that it is', async (_, response, status) => {
  serve({ 'POST /api/user/orders/26-000001/reply': response })
  showWith(configOf(true), <ForeignResponse />, '/order')
  const problem = (await send().catch((error: unknown) => error)) as Problem
  expect(problem.status).toBe(status)
  expect(screen.queryByRole('alert')).toBeNull()
})
