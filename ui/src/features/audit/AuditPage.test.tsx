import { readFileSync } from 'node:fs'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { AuditEntry } from '../../api/maintenance/audit'
import { json, serve, show, userOf } from '../../testApp'
import AuditPage, { actionWords } from './AuditPage'

const row = (fields: Partial<AuditEntry>): AuditEntry => ({
  number: 2,
  at: '2026-11-23T08:50:07.123Z',
  actor: 'https://idp.example.org|nora',
  name: 'Nora Vance',
  role: 'admin',
  client: '192.0.2.1',
  action: 'citation.change',
  object: 'citation/fever',
  outcome: 'ok',
  request: 'abc',
  tagBefore: 'x-1',
  tagAfter: 'x-2',
  count: 1,
  detail: '',
  previous: 'p',
  hash: 'h',
  ...fields,
})
const refused = row({
  number: 1,
  actor: '',
  role: 'visitor',
  action: 'access.refuse_more',
  object: '',
  outcome: 'refused',
  tagBefore: '',
  tagAfter: '',
  count: 980,
})
const { name: _, ...nameless } = refused

/** Opens the audit trail with these rows. */
function open(path: string, rows: AuditEntry[] = [row({}), nameless], found = rows.length) {
  const urls: string[] = []
  serve({
    'GET /api/user': userOf('iris'),
    'GET /api/system/audit': () => json({ found, rows, actions: ['server.start', 'citation.add', 'citation.change'] }),
  })
  const answers = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (url.startsWith('/api/system/audit')) urls.push(url)
    return answers(url, init)
  })
  show(<AuditPage />, 'iris', path)
  return { user: userEvent.setup(), urls }
}

test('a row shows who did what, from where and with which outcome', async () => {
  open('/audit')
  await screen.findByText('2 rows')
  const [, change, refusal] = screen.getAllByRole('row')
  const inChange = within(change as HTMLElement)
  expect(inChange.getByRole('rowheader').textContent).toBe('Handout changed citation.change')
  for (const text of ['Nora Vance', 'https://idp.example.org|nora', 'citation/fever', '192.0.2.1', 'ETag before: x-1'])
    expect(inChange.getByText(text)).toBeTruthy()
  const inRefusal = within(refusal as HTMLElement)
  expect(inRefusal.getByText('refused')).toBeTruthy()
  expect(inRefusal.getByText('980 times')).toBeTruthy()
})

test('filters are in the URL, in the call and in the downloads', async () => {
  const { user, urls } = open('/audit?action=citation&page=2', undefined, 60)
  await screen.findByText('60 rows')
  expect(urls.at(-1)).toBe('/api/system/audit?action=citation&start=50')
  const choice = screen.getByLabelText('Action')
  expect(
    within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'All actions',
    'Handout: all actions',
    'Handout added',
    'Handout changed',
    'Server: all actions',
    'Server started',
  ])
  await user.type(screen.getByLabelText(/^Person/), ' Nora {Enter}')
  await vi.waitFor(() => expect(urls.at(-1)).toBe('/api/system/audit?actor=Nora&action=citation&start=0'))
  expect(window.location.search).toBe('?actor=Nora&action=citation')
  const links = ['Download as CSV', 'Download as Excel', 'Download as JSON Lines'].map((name) =>
    screen.getByRole('link', { name }).getAttribute('href'),
  )
  const download = '/api/system/audit/download?actor=Nora&action=citation&format='
  expect(links).toEqual([`${download}csv`, `${download}xlsx`, `${download}jsonl`])
})

test('an empty list suggests changing the filters', async () => {
  open('/audit', [])
  await screen.findByText('No rows match. Change the filters.')
})

test('each action of the server has words', () => {
  const source = readFileSync('../src/model/audit/event.rs', 'utf8')
  const names = /pub enum Action \{(.*?)\n {4}\}/s.exec(source)?.[1] ?? ''
  const actions = [...names.matchAll(/= "([a-z_.]+)"/g)].map(([, action = '']) => action)
  expect(actions).toContain('citation.change')
  expect(actions.filter((action) => actionWords(action) === action)).toEqual([])
})
