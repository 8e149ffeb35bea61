import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { orderQuery } from '../../../api/orders/copyCenter'
import type { OrderState } from '../../../lib/orderTransitions'
import { json, serve, show } from '../../../testApp'
import { TransitionForm } from './TransitionForm'

const number = '26-000001'
const lines = [{ line: 1, title: 'Fever', lang: 'Spanish', quantity: 40, sent: 0 }]

function Page() {
  const { data } = useQuery(orderQuery(number))
  return data ? <TransitionForm order={data} onChanged={() => {}} /> : null
}

/** The form of a received order that a colleague sets to `meanwhile` before the person's own change arrives. */
async function open(meanwhile: OrderState) {
  let state: OrderState = 'received'
  const asked = serve({
    'GET /api/user': () => json({ admin: false, roles: ['copy-center'], session: { favorites: [], order: [] } }),
    [`GET /api/orders/${number}`]: () => json({ number, state, version: 1, lines, events: [] }),
    [`POST /api/orders/${number}/state`]: () => {
      state = meanwhile
      return json({ title: 'Changed' }, 412)
    },
  })
  show(<Page />, 'nora', '/orders')
  const user = userEvent.setup()
  await user.type(await screen.findByRole('textbox', { name: /Note/ }), 'On the big printer')
  return { user, posts: () => asked.filter(({ call }) => call.startsWith('POST')).length }
}
const selected = () =>
  screen.queryAllByRole('radio', { checked: true }).map((radio) => radio.parentElement?.textContent)

test('after a change by somebody else that makes it another transition, nothing is selected, and the note stays', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
  const { user, posts } = await open('ready')
  expect(selected()).toEqual(['Printing'])
  await user.click(screen.getByRole('button', { name: 'Set to printing' }))
  const button = await screen.findByRole('button', { name: 'Change state' })
  expect(document.activeElement).toBe(button)
  expect(selected()).toEqual([])
  expect((screen.getByRole('textbox', { name: /Note/ }) as HTMLTextAreaElement).value).toBe('On the big printer')
  expect(scrolled.mock.contexts).toContain(
    screen.getByText('Somebody else has changed this order.').closest('[role=alert]')?.parentElement,
  )

  await user.click(button)
  await screen.findByText('Choose the new state.')
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Sent' }))
  expect(posts()).toBe(1)
  await user.click(screen.getByRole('radio', { name: 'Sent' }))
  expect(screen.queryByText('Choose the new state.')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Set to sent' }))
  await waitFor(() => expect(posts()).toBe(2))
})

test('the selected transition stays when the order still offers it', async () => {
  const { user } = await open('waiting')
  await user.click(screen.getByRole('button', { name: 'Set to printing' }))
  await screen.findByText('Somebody else has changed this order.')
  await waitFor(() => expect(screen.getByRole('radio', { name: 'Back to received' })).toBeTruthy())
  expect(selected()).toEqual(['Printing'])
})

test('the message and the note stay when somebody else has closed the order', async () => {
  const { user } = await open('cancelled')
  await user.click(screen.getByRole('button', { name: 'Set to printing' }))
  await screen.findByText('Somebody else has changed this order.')
  await screen.findByText(/^This order is closed/)
  expect((screen.getByRole('textbox', { name: /Note/ }) as HTMLTextAreaElement).value).toBe('On the big printer')
})
