import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { AccessibilityEntry, Finding } from '../../api/maintenance/accessibility'
import { json, serve, show, userOf } from '../../testApp'
import AccessibilityPage from './AccessibilityPage'

const finding = (given: Partial<Finding>): Finding => ({
  finding: 'noText',
  count: null,
  pages: '2-10',
  blocking: true,
  note: null,
  ...given,
})

const entry = (given: Partial<AccessibilityEntry>): AccessibilityEntry => ({
  citation: 'fever',
  readableId: 'fever',
  title: 'Fever',
  department: 'Surgery',
  lang: 'English',
  ksbgNumber: null,
  url: 'https://handouts.example.org/file/fever/en',
  digest: 'a'.repeat(64),
  state: 'checked',
  reason: null,
  findings: [finding({}), finding({ finding: 'figuresWithoutText', count: 4, pages: null, blocking: false })],
  checked: '2026-01-05T03:00:12.000Z',
  opens: 12,
  ...given,
})

const counts = { noText: 1, figuresWithoutText: 1, failures: 1, blocking: 1, unreadable: 0, unchecked: 3, aside: 0 }

function open(files: AccessibilityEntry[], path = '/accessibility') {
  const asked = serve({
    'GET /api/user': userOf('nora'),
    'GET /api/departments': () => json([]),
    'GET /api/system/accessibility': () => json({ counts, found: files.length, files }),
    'POST /api/system/accessibility': () => new Response(null, { status: 204 }),
  })
  show(<AccessibilityPage />, 'nora', path)
  return { user: userEvent.setup(), asked }
}

test('findings are words with numbers, pages and criterion', async () => {
  open([entry({})])
  await screen.findByText('1 file')
  expect(screen.getByText(/Pages are pictures without text: pages 2-10/)).toBeTruthy()
  expect(screen.getByText(/Pictures without alternative text: 4/)).toBeTruthy()
  expect(screen.getAllByText('(WCAG 1.1.1)')).toHaveLength(2)
  await screen.findByRole('link', { name: 'Not checked (3)' })
  expect(screen.getByRole('link', { name: 'With findings (1)' })).toBeTruthy()
  expect(screen.getByRole('cell', { name: '12' }).hasAttribute('data-numeric')).toBe(true)
  expect(screen.queryByRole('link', { name: /Set aside/ })).toBeNull()
})

test('a file that could not be read shows the reason', async () => {
  open(
    [entry({ state: 'unreadable', reason: 'the PDF is damaged', findings: [] })],
    '/accessibility?finding=unreadable',
  )
  await screen.findByText('The file could not be read: the PDF is damaged')
})

test('a finding is set aside with its reason', async () => {
  const { user, asked } = open([entry({ findings: [finding({})] })])
  await user.click(await screen.findByRole('button', { name: /^Set aside/ }))
  await user.type(screen.getByRole('textbox', { name: /^Reason/ }), 'A poster')
  await user.click(screen.getByRole('button', { name: 'Set aside' }))
  await waitFor(() => expect(screen.queryByRole('textbox', { name: /^Reason/ })).toBeNull())
  expect(JSON.stringify(asked)).toContain('A poster')
})

test('a reason is required, and closing the form returns the focus', async () => {
  const { user, asked } = open([entry({ findings: [finding({})] })])
  const opener = () => screen.getByRole('button', { name: /^Set aside ?: Pages are pictures without text, Fever$/ })
  await screen.findByText('1 file')
  await user.click(opener())
  await user.keyboard(' {Enter}')
  expect(screen.getByText('Reason is required.')).toBeTruthy()
  expect(asked.some(({ call }) => call.startsWith('POST'))).toBe(false)
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(opener())
})

test('restoring a finding that was set aside is sent once, and keeps the focus', async () => {
  const { asked } = open([entry({ findings: [finding({ note: 'A poster' })] })])
  const restore = await screen.findByRole('button', { name: /^Restore/ })
  restore.focus()
  // Two clicks before the button is rendered as busy.
  act(() => {
    restore.click()
    restore.click()
  })
  await waitFor(() => expect(asked.filter(({ call }) => call === 'GET /api/system/accessibility')).toHaveLength(2))
  const sent = asked.filter(({ call }) => call.startsWith('POST'))
  expect(sent.map(({ body }) => body)).toEqual([{ digest: 'a'.repeat(64), finding: 'noText', note: '' }])
  expect(document.activeElement).toBe(restore)
})
