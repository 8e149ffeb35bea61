import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { configQuery } from '../../api/config'
import type { Packet, PacketItem } from '../../api/packets'
import { useSession } from '../../session/store'
import { configOf, json, noAnswer, serve, show, showWith, userOf } from '../../testApp'
import PacketPage from './PacketPage'

const version = (lang: string, tag: string, name: string) => ({
  lang,
  tag,
  name,
  dir: 'ltr' as const,
  url: `https://x.example.org/${tag}`,
  ksbgNumber: `K-${tag}`,
})
const [english, somali] = [version('English', 'en', 'English'), version('Somali', 'so', 'Soomaali')]
const item = (citation: string, fields: Partial<PacketItem>): PacketItem => ({
  citation,
  readableId: citation,
  title: `The ${citation}`,
  obsolete: false,
  whereToObtain: 'Copy Center',
  printingSpecs: null,
  languages: [english],
  note: null,
  replaces: null,
  replacement: null,
  ...fields,
})
const packet: Packet = {
  id: 'p',
  readableId: 'going-home',
  code: null,
  title: 'Going home',
  description: null,
  department: null,
  needsLook: null,
  published: true,
  owned: false,
  editable: false,
  items: [item('a', { languages: [english, somali] }), item('b', {})],
  languages: [
    { tag: 'en', name: 'English', dir: 'ltr', count: 2 },
    { tag: 'so', name: 'Soomaali', dir: 'ltr', count: 1 },
  ],
  updated: '2026-11-23T16:10:00.000Z',
}
/** The dialog is loaded as a separate script. */
const lazily = { timeout: 10_000 }

const call = 'GET /api/packets/going-home'

/** Opens the page, signed in or not. */
function open(answer: Parameters<typeof serve>[0][string], person?: string) {
  serve({ [call]: answer, 'GET /api/user': userOf('nora') })
  const view = person
    ? show(<PacketPage />, person, '/packet/:id')
    : showWith(configOf(false), <PacketPage />, '/packet/:id')
  view.go('/packet/going-home?lang=so')
  return { user: userEvent.setup(), ...view }
}
/** The row of each handout; its sheet, which is only printed, has no links. */
const rows = () => screen.getAllByRole('link', { name: /^The / }).map((link) => link.closest('li'))

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

test('each handout is offered in the language of the URL; if it lacks that, another one is offered', async () => {
  open(() => json(packet))
  await screen.findByRole('link', { name: 'The a' })
  const [first, second] = rows()
  if (!first || !second) throw new Error('There are no rows')
  expect(
    within(first)
      .getByRole('link', { name: /^View in Soomaali/ })
      .getAttribute('href'),
  ).toBe(somali.url)
  expect(within(first).getByRole('link', { name: /^English/ })).toBeTruthy()
  expect(within(second).getByText(/^Not in/).textContent).toBe('Not in Soomaali yet')
  expect(within(second).getByRole('link', { name: /^View in English/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add all to order' })).toBeNull()
})

test('another language is selected without another request', async () => {
  const { user } = open(() => json(packet))
  await user.selectOptions(await screen.findByLabelText('Language'), 'English (2 of 2)')
  expect(screen.getAllByRole('link', { name: /^View in English/ })).toHaveLength(2)
  expect(new URLSearchParams(window.location.search).get('lang')).toBe('en')
})

test.each([
  [404, 'This packet was not found.'],
  [410, 'This packet is no longer available.'],
])('the response %i is explained', async (status, heading) => {
  open(() => json({ status }, status))
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Search for handouts' })).toBeTruthy()
})

test('a call without a response can be retried', async () => {
  let fails = true
  const { user } = open((asked) => (fails ? noAnswer(asked) : json(packet)))
  await screen.findByText('The server could not be reached.')
  fails = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findAllByRole('heading', { level: 1, name: 'Going home' })).toBeTruthy()
})

test('all handouts are added to the order, with one quantity and a choice where the language is missing', async () => {
  const { user } = open(() => json(packet), 'nora')
  await user.click(await screen.findByRole('button', { name: 'Add all to order' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add all to order' }, lazily))
  const quantity = dialog.getByLabelText('Quantity of each handout')
  await user.clear(quantity)
  await user.type(quantity, '0')
  await user.click(dialog.getByRole('button', { name: 'Add 2 handouts' }))
  expect(dialog.getByText('From 1 to 10,000.')).toBeTruthy()
  await user.clear(quantity)
  await user.type(quantity, '12')
  await user.selectOptions(dialog.getByLabelText('Language of The b'), 'Leave out')
  await user.click(dialog.getByRole('button', { name: 'Add 1 handout' }))
  await waitFor(() => expect(window.location.pathname).toBe('/order'))
  expect(useSession.getState().order).toMatchObject([{ id: 'a', lang: 'Somali', itemNum: 'K-so', quantity: 12 }])
})

test('the open dialog keeps its input when the sign-in expires', async () => {
  const { user, client } = open(() => json(packet), 'nora')
  await user.click(await screen.findByRole('button', { name: 'Add all to order' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add all to order' }, lazily))
  const quantity = dialog.getByLabelText<HTMLInputElement>('Quantity of each handout')
  await user.type(quantity, '2')
  act(() => void client.setQueryData(configQuery.queryKey, configOf(false)))
  await waitFor(() => expect(screen.queryByText('Make a copy')).toBeNull())
  expect(quantity.isConnected && quantity.value).toBe('12')
})

test('a handout has the title of its version in the language of the page, on the printed sheet too', async () => {
  const titled = { ...somali, title: 'Guriga tagista' }
  open(() => json({ ...packet, items: [item('a', { languages: [english, titled] })] }))
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByText(titled.title)).toBeNull()
  await userEvent.setup().selectOptions(await screen.findByLabelText('Language'), 'so')
  expect((await screen.findByRole('link', { name: titled.title })).lang).toBe('so')
  expect(screen.getAllByText(titled.title)).toHaveLength(2)
  expect(screen.getAllByText('The a').map(({ tagName }) => tagName)).toEqual(['P', 'P'])
})
