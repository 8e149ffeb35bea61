import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { configOf, json, noAnswer, serve, showWith } from '../../testApp'
import type { ReportSubject } from './ReportProblem'
import { ReportProblem } from './ReportProblem'

const versions = [
  { lang: 'English', tag: 'en' },
  { lang: 'Spanish', tag: 'es' },
]
const fever: ReportSubject = { kind: 'citation', id: 'fever', title: 'Fever', versions }
const packet: ReportSubject = { kind: 'packet', id: 'going-home', title: 'Going home', versions }

/** The dialog is loaded as a separate script. */
const lazily = { timeout: 10_000 }

async function open(answer: () => Response, subjects: [ReportSubject, ...ReportSubject[]] = [fever]) {
  const asked = serve({ 'POST /api/reports': (call) => (answer === offline ? noAnswer(call) : answer()) })
  showWith(configOf(false), <ReportProblem subjects={subjects} language="es" />, '/citation/fever')
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Report a problem' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Report a problem' }, lazily))
  const sent = () => asked.filter(({ call }) => call === 'POST /api/reports').map(({ body }) => body)
  return { user, dialog, sent }
}
const created = () => json({ id: '1', at: '' }, 201)
const offline = () => new Response()
const refused =
  (status: number, more: object = {}) =>
  () =>
    json({ status, detail: 'No.', ...more }, status)

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

test('two taps send a report, about the version in the preferred language', async () => {
  const { user, dialog, sent } = await open(created)
  await user.click(dialog.getByRole('button', { name: 'Something in it is wrong' }))
  expect(await dialog.findByText('Thank you. Your report was sent.')).toBeTruthy()
  expect(sent()).toEqual([{ citation: 'fever', lang: 'Spanish', kind: 'wrong', text: null, email: null }])
  await waitFor(() =>
    expect(document.activeElement?.textContent).toBe(dialog.getAllByRole('button', { name: 'Close' })[0]?.textContent),
  )
})

test('something else needs a text, and the error is beside its field', async () => {
  const { user, dialog, sent } = await open(created)
  await user.click(dialog.getByRole('button', { name: 'Something else' }))
  const text = dialog.getByRole('textbox', { name: 'Tell us more' })
  expect(document.activeElement).toBe(text)
  await user.type(dialog.getByRole('textbox', { name: /^Your email/ }), 'nobody')
  await user.click(dialog.getByRole('button', { name: 'Send report' }))
  expect(await dialog.findByText('Please write what is wrong.')).toBeTruthy()
  expect(text.getAttribute('aria-invalid')).toBe('true')
  expect(dialog.getByText('Please check the email address, or leave it empty.')).toBeTruthy()
  expect(sent()).toEqual([])
  await user.type(text, 'The fold is missing.')
  await user.type(dialog.getByRole('textbox', { name: /^Your email/ }), '@example.org')
  await user.click(dialog.getByRole('button', { name: 'Send report' }))
  await dialog.findByText('Thank you. Your report was sent.')
  expect(sent()).toMatchObject([{ kind: 'other', text: 'The fold is missing.', email: 'nobody@example.org' }])
})

test.each([
  ['too many', refused(429), /Many reports are arriving right now/],
  ['no connection', offline, /Check your connection, then send it again/],
  ['a server error', refused(500), /Send it again in a moment/],
  ['a handout that is gone', refused(422, { errors: [{ field: 'citation', message: 'x' }] }), /no longer here/],
])('after %s, a hint is shown and the input stays', async (_, answer, words) => {
  const { user, dialog, sent } = await open(answer)
  await user.click(dialog.getByRole('button', { name: 'Write more' }))
  await user.click(dialog.getByRole('radio', { name: 'It is out of date' }))
  await user.type(dialog.getByRole('textbox', { name: /^Tell us more/ }), 'From 2019.')
  await user.click(dialog.getByRole('button', { name: 'Send report' }))
  expect((await dialog.findByRole('alert')).textContent).toMatch(words)
  expect(sent()).toMatchObject([{ kind: 'outdated', text: 'From 2019.' }])
  expect((dialog.getByRole('textbox', { name: /^Tell us more/ }) as HTMLTextAreaElement).value).toBe('From 2019.')
})

test('a replica links to the same page of its primary', async () => {
  const { user, dialog } = await open(refused(503, { primary: 'https://primary.example.org' }))
  await user.click(dialog.getByRole('button', { name: 'The link does not work' }))
  const link = await dialog.findByRole('link', { name: 'main catalogue' })
  expect(link.getAttribute('href')).toBe('https://primary.example.org/citation/fever')
})

test('the server may reject an address that looked valid', async () => {
  const { user, dialog } = await open(refused(422, { errors: [{ field: 'email', message: 'Unknown host' }] }))
  await user.click(dialog.getByRole('button', { name: 'It is hard to understand' }))
  expect(await dialog.findByText('Please check the email address, or leave it empty.')).toBeTruthy()
})

test('a dialog that was closed by mistake keeps its input', async () => {
  const { user, dialog } = await open(created)
  await user.click(dialog.getByRole('button', { name: 'Write more' }))
  await user.type(dialog.getByRole('textbox', { name: /^Tell us more/ }), 'Half a sen')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Report a problem' }))
  const text = await screen.findByRole('textbox', { name: /^Tell us more/ })
  expect((text as HTMLTextAreaElement).value).toBe('Half a sen')
})

test('from a packet, the report is about it or one of its handouts', async () => {
  const { user, dialog, sent } = await open(created, [packet, { ...fever, versions: versions.slice(0, 1) }])
  await user.selectOptions(dialog.getByLabelText('Handout'), 'Fever')
  expect(dialog.queryByLabelText('Language of the handout')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'The link does not work' }))
  await dialog.findByText('Thank you. Your report was sent.')
  expect(sent()).toMatchObject([{ citation: 'fever', lang: 'English' }])
})
