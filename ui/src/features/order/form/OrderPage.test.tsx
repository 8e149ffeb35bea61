import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { chooseScreenLanguage, useScreenLanguage } from '../../../i18n/language'
import { dateLimitsOf } from '../../../lib/dates/dateLimits'
import { today } from '../../../lib/dates/dates'
import { addToOrder, claimSession, clearSession, useSession } from '../../../session/store'
import { json, noAnswer, serve, show, userOf } from '../../../testApp'
import OrderPage from './OrderPage'

const line = {
  id: 'asthma',
  itemNum: 'KSBG1',
  lang: 'Somali',
  readableId: 'asthma',
  title: 'Asthma',
  url: null,
  printingSpecs: null,
}

async function fill(user: ReturnType<typeof userEvent.setup>) {
  for (const [label, text] of [
    ['Phone Number', '555 0100'],
    ['Department', 'Clinic'],
    ['Mail Stop', 'MB 1'],
    ['Date Required', dateLimitsOf('dateRequired', today(new Date())).max],
    ['Cost Center', '12'],
  ] as const) {
    await user.type(screen.getByLabelText(label, { exact: false, selector: 'input' }), text)
  }
}
const phone = () => screen.getByLabelText<HTMLInputElement>('Phone Number', { exact: false })
const submit = () => screen.getByRole('button', { name: 'Submit Order' })
const ordersIn = (asked: ReturnType<typeof serve>) => asked.filter(({ call }) => call === 'POST /api/user/order')
const keyOf = (asked: { headers: Headers } | undefined) => asked?.headers.get('idempotency-key')

beforeEach(() => {
  localStorage.clear()
  clearSession()
  claimSession('nora')
  addToOrder(line)
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

test('the input survives a reload, for its owner only', async () => {
  const user = userEvent.setup()
  serve({ 'GET /api/user': userOf('nora') })
  const first = show(<OrderPage />, 'nora')
  await user.type(phone(), '555 0100')
  first.unmount()
  const other = show(<OrderPage />, 'uriel')
  expect(phone().value).toBe('')
  other.unmount()
  show(<OrderPage />, 'nora')
  expect(phone().value).toBe('555 0100')
})

test('phone, department, mail stop and cost center come from the last order; a draft is not prefilled', async () => {
  const user = userEvent.setup()
  const order = { phoneNumber: '555 0142', department: 'Day Surgery', mailStop: 'MB 7', costCenter: '40120' }
  serve({
    'GET /api/user': userOf('nora'),
    'GET /api/user/orders': () =>
      json([
        { ...order, id: '2', number: '26-000002', specialInstructions: 'Folded', dateRequired: '2026-01-24' },
        { ...order, id: '1', number: '26-000001', phoneNumber: '555 9999' },
      ]),
  })
  const value = (label: string) =>
    screen.getByLabelText<HTMLInputElement>(label, { exact: false, selector: 'input' }).value
  const first = show(<OrderPage />, 'nora')
  await screen.findByText(/those of your last order \(26-000002\)/)
  expect(['Phone Number', 'Department', 'Mail Stop', 'Cost Center', 'Date Required'].map(value)).toEqual([
    '555 0142',
    'Day Surgery',
    'MB 7',
    '40120',
    '',
  ])
  await user.clear(phone())
  first.unmount()
  show(<OrderPage />, 'nora')
  await waitFor(() => expect(value('First Name')).toBe('Nora'))
  expect(phone().value).toBe('')
  expect(screen.queryByText(/those of your last order/)).toBeNull()
})

test('an order without a response is sent again with the same key; once received, cart and draft are empty', async () => {
  const user = userEvent.setup()
  let answers = false
  const asked = serve({
    'GET /api/user': userOf('nora'),
    'POST /api/user/order': (request) =>
      answers ? json({ id: 'o1', number: '26-000007', dateOfOrder: '2026-01-05' }, 201) : noAnswer(request),
  })
  const first = show(<OrderPage />, 'nora')
  await fill(user)
  await user.click(submit())
  await screen.findByText('Your order was not sent.')
  expect(phone().value).toBe('555 0100')
  expect(useSession.getState().order).toHaveLength(1)
  first.unmount()
  answers = true
  show(<OrderPage />, 'nora')
  await user.click(submit())
  await screen.findByRole('dialog', { name: 'Success!' })
  expect(useSession.getState().order).toEqual([])
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
  const keys = ordersIn(asked).map(keyOf)
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
})

test('the next order has a new key', async () => {
  const user = userEvent.setup()
  const asked = serve({
    'GET /api/user': userOf('nora'),
    'POST /api/user/order': () => json({ id: 'o1', number: '26-000007', dateOfOrder: '2026-01-05' }, 201),
  })
  for (const _ of ['first', 'second']) {
    act(() => {
      clearSession()
      claimSession('nora')
      addToOrder(line)
    })
    const view = show(<OrderPage />, 'nora')
    await fill(user)
    await user.click(submit())
    await screen.findByRole('dialog', { name: 'Success!' })
    view.unmount()
  }
  const [one, two] = ordersIn(asked).map(keyOf)
  expect(one).not.toBe(two)
})

test('a cart that could not be loaded is not shown as empty', async () => {
  const user = userEvent.setup()
  clearSession()
  claimSession('nora')
  let fails = true
  serve({ 'GET /api/user': (request) => (fails ? json({}, 500) : userOf('nora')(request)) })
  show(<OrderPage />, 'nora')
  await screen.findByText('Your order list could not be loaded.')
  expect(screen.queryByText(/No materials selected/)).toBeNull()
  fails = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.getByText(/No materials selected/)).toBeTruthy())
})

test('a double click sends one order, and its number is shown', async () => {
  const user = userEvent.setup()
  const asked = serve({
    'GET /api/user': userOf('nora'),
    'POST /api/user/order': () => json({ id: 'o1', number: '26-000007', dateOfOrder: '2026-01-05' }, 201),
  })
  show(<OrderPage />, 'nora')
  await fill(user)
  await user.dblClick(submit())
  const dialog = await screen.findByRole('dialog', { name: 'Success!' })
  expect(dialog.textContent).toContain('26-000007')
  expect(new Set(ordersIn(asked).map(keyOf)).size).toBe(1)
})

test('if the pages are known, line and total are estimated from the printing specs', async () => {
  serve({
    'GET /api/user': userOf('nora'),
    'GET /api/citations/asthma': () => json({ id: 'asthma', languages: [{ lang: 'Somali', pages: 4 }] }),
    'GET /api/citations/fever': () => json({ id: 'fever', languages: [{ lang: 'Somali', pages: null }] }),
  })
  clearSession()
  claimSession('nora')
  addToOrder({ ...line, printingSpecs: 'Color' }, 10)
  addToOrder({ ...line, id: 'fever', title: 'Fever' }, 10)
  show(<OrderPage />, 'nora')
  expect((await screen.findByText('Estimated total:')).textContent).toContain('$6.80')
  expect(screen.getByText('4 pages, color')).toBeTruthy()
  expect(screen.getByText('Unknown')).toBeTruthy()
  expect(screen.getByText(/Does not include 1 item whose number of pages is unknown/)).toBeTruthy()
})

test('errors of the server are shown as sent in English, and translated in a language that is chosen later', async () => {
  const user = userEvent.setup()
  const errors = [
    { field: 'orders[0].id', message: "'Asthma' is obsolete and can no longer be ordered. Please remove it." },
    { field: 'costCenter', message: 'This is too long.' },
  ]
  serve({
    'GET /api/user': userOf('nora'),
    'POST /api/user/order': () => json({ title: 'Unprocessable', detail: 'Not allowed.', errors }, 422),
  })
  show(<OrderPage />, 'nora')
  await fill(user)
  await user.click(submit())
  expect(await screen.findByText(/obsolete and can no longer be ordered/)).toBeTruthy()
  expect(screen.getByText('This is too long.')).toBeTruthy()
  await act(() => chooseScreenLanguage({ tag: 'es', name: 'Español', dir: 'ltr' }))
  expect(screen.getByText('Su pedido no se envió.')).toBeTruthy()
  expect(screen.getByText('Asthma, Somali: ya no se puede pedir. Quítelo, por favor.')).toBeTruthy()
  expect(screen.getByText('Este dato no se aceptó. Revíselo, por favor.')).toBeTruthy()
  expect(screen.queryByText(/too long|obsolete/)).toBeNull()
  act(() => useScreenLanguage.setState({ tag: 'en', texts: null }))
})

test('a line that another tab adds while the order is sent stays in the cart', async () => {
  const user = userEvent.setup()
  serve({
    'GET /api/user': userOf('nora'),
    'POST /api/user/order': () => {
      addToOrder({ ...line, id: 'fever', title: 'Fever' })
      return json({ id: 'o1', number: '26-000007', dateOfOrder: '2026-01-05' }, 201)
    },
  })
  show(<OrderPage />, 'nora')
  await fill(user)
  await user.click(submit())
  await screen.findByRole('dialog', { name: 'Success!' })
  expect(useSession.getState().order.map(({ id }) => id)).toEqual(['fever'])
})

test('an order is sent from a page without https, where randomUUID is missing', async () => {
  const user = userEvent.setup()
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const asked = serve({
    'GET /api/user': userOf('nora'),
    'POST /api/user/order': () => json({ id: 'o1', number: '26-000007', dateOfOrder: '2026-01-05' }, 201),
  })
  show(<OrderPage />, 'nora')
  await fill(user)
  await user.click(submit())
  await screen.findByRole('dialog', { name: 'Success!' })
  expect(keyOf(ordersIn(asked)[0])).toMatch(/^\d+(-\d+){3}$/)
})

test('while a quantity is invalid, neither its line nor the order shows an estimate', async () => {
  const user = userEvent.setup()
  serve({
    'GET /api/user': userOf('nora'),
    'GET /api/citations/asthma': () => json({ id: 'asthma', languages: [{ lang: 'Somali', pages: 4 }] }),
  })
  show(<OrderPage />, 'nora')
  await screen.findByText('Estimated total:')
  const quantity = screen.getByRole('spinbutton', { name: /^Quantity/ })
  await user.clear(quantity)
  expect(screen.queryByText(/4 pages/)).toBeNull()
  expect(screen.queryByText('Estimated total:')).toBeNull()
  await user.type(quantity, '2')
  expect(screen.getByText(/4 pages/)).toBeTruthy()
  expect(screen.getByText('Estimated total:')).toBeTruthy()
})
