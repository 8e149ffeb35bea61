import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ProblemReport } from '../../api/reports'
import { json, serve, show, userOf } from '../../testApp'
import ReportsPage from './ReportsPage'

const report = (fields: Partial<ProblemReport>): ProblemReport => ({
  id: '1',
  citation: 'a',
  packet: null,
  readableId: 'fever',
  title: 'Fever',
  department: 'Surgery',
  obsolete: false,
  lang: 'es',
  language: 'Spanish',
  kind: 'wrong',
  text: 'See <b>page 2</b> and https://x.example.org/',
  email: 'parent@example.org',
  screenLanguage: 'es',
  at: '2026-11-23T08:50:00Z',
  state: 'open',
  events: [],
  ...fields,
})
const packet = report({
  id: '2',
  citation: null,
  packet: 'p',
  readableId: 'going-home',
  title: 'Going home',
  kind: 'link',
  text: null,
  email: null,
})
const event = { by: 'Ada Ames', at: '2026-11-23T10:00:00Z', note: 'Replaced.', mailed: true }

/** Opens the page with two open reports. */
function open({ reports = [report({}), packet], fails = false, mailsReplies = true } = {}) {
  const asked = serve({
    'GET /api/user': userOf('nora'),
    'GET /api/system/reports': () =>
      json({ counts: { open: reports.length, closed: 7 }, found: reports.length, mailsReplies, reports }),
    'POST /api/system/reports/1': ({ body }) => {
      if (fails) return json({ detail: 'No.' }, 500)
      const { state } = body as Pick<ProblemReport, 'state'>
      return json(report({ state, events: [{ ...event, state }] }))
    },
  })
  show(<ReportsPage />, 'nora', '/reports')
  return {
    user: userEvent.setup(),
    sent: () => asked.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body),
  }
}
const entry = (title: string) => screen.getByRole('link', { name: title }).closest('li') as HTMLElement

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

test('the text of visitors is shown as it is, and every report links to its page', async () => {
  open()
  await screen.findByText('2 reports')
  expect(screen.getByText('See <b>page 2</b> and https://x.example.org/')).toBeTruthy()
  const links = within(entry('Fever')).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/citation/fever', '/citation/edit/a'])
  expect(within(entry('Fever')).getByText('Wants an answer: parent@example.org')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Going home' }).getAttribute('href')).toBe('/packet/going-home')
  expect(within(entry('Going home')).getByText('No text was written.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open (2)' }).getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole('link', { name: 'Closed (7)' }).getAttribute('href')).toBe('/reports?state=closed')
})

test('an obsolete citation and a deleted packet are marked as such', async () => {
  open({ reports: [report({ obsolete: true }), { ...packet, obsolete: true }] })
  await screen.findByText('2 reports')
  expect(within(entry('Fever')).getByText('Obsolete')).toBeTruthy()
  expect(within(entry('Going home')).getByText('Deleted')).toBeTruthy()
  expect(within(entry('Going home')).queryByText('Obsolete')).toBeNull()
})

test('a report is closed with a note that is emailed, stays in place, and is reopened', async () => {
  const { user, sent } = open()
  await user.click(await screen.findByRole('button', { name: 'Close the report about Fever' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Close this report?' }))
  expect(dialog.getByText(/Your note is emailed to parent@example.org/)).toBeTruthy()
  await user.type(dialog.getByLabelText('Note'), ' Replaced. ')
  await user.click(dialog.getByRole('button', { name: 'Close and email the note' }))
  await within(entry('Fever')).findByText(/^Closed by Ada Ames/)
  expect(within(entry('Fever')).getByText(/Emailed as a reply/)).toBeTruthy()
  expect(screen.getByText('2 reports, 1 changed while the list was open')).toBeTruthy()
  await user.click(within(entry('Fever')).getByRole('button', { name: 'Reopen the report about Fever' }))
  await within(entry('Fever')).findByRole('button', { name: 'Close the report about Fever' })
  expect(sent()).toEqual([
    { state: 'closed', note: 'Replaced.' },
    { state: 'open', note: null },
  ])
})

test('without an address nothing is emailed, and the note stays after a failure', async () => {
  const { user } = open({ reports: [report({ email: null })], fails: true })
  await user.click(await screen.findByRole('button', { name: 'Close the report about Fever' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/no email address was left/)).toBeTruthy()
  await user.type(dialog.getByLabelText('Note'), 'Replaced.')
  await user.click(dialog.getByRole('button', { name: 'Close report' }))
  await dialog.findByText('The report was not closed.')
  expect((dialog.getByLabelText('Note') as HTMLTextAreaElement).value).toBe('Replaced.')
})

test('an empty list suggests what to do', async () => {
  open({ reports: [] })
  await waitFor(() => expect(screen.getByText(/^No open reports here/)).toBeTruthy())
})

test('without a mail server the dialog does not promise to email the note', async () => {
  const { user } = open({ mailsReplies: false })
  await user.click(await screen.findByRole('button', { name: 'Close the report about Fever' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Close this report?' }))
  expect(dialog.getByText(/To reply, write to parent@example.org yourself/)).toBeTruthy()
  await user.type(dialog.getByLabelText('Note'), 'Replaced.')
  expect(dialog.getByRole('button', { name: 'Close report' })).toBeTruthy()
})

test('the events are listed: closed, reopened, and notes in between', async () => {
  const done = (state: ProblemReport['state'], minute: number, note: string | null) => ({
    ...event,
    state,
    at: `2026-11-23T10:0${minute}:00Z`,
    note,
    mailed: false,
  })
  const events = [done('open', 1, 'Asked.'), done('closed', 2, null), done('closed', 3, 'Sure.'), done('open', 4, null)]
  open({ reports: [report({ events })] })
  await screen.findByText('1 report')
  const words = within(entry('Fever')).getAllByText(/ by Ada Ames,/)
  expect(words.map(({ textContent }) => textContent?.split(' by ')[0])).toEqual(['Note', 'Closed', 'Note', 'Reopened'])
})
