import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { serve, show, userOf } from '../testApp'
import { OrderButton } from './OrderButton'
import { clearSession, useSession } from './store'

const item = {
  id: 'c1',
  itemNum: null,
  lang: 'English',
  readableId: 'fever',
  title: 'Fever',
  url: null,
  printingSpecs: null,
}

beforeEach(() => {
  clearSession()
  serve({ 'GET /api/user': userOf('nora') })
})

const link = () => screen.findByRole('link', { name: /^In Order/ })

test('the second press of a double click does not follow the link that replaces the button', async () => {
  show(<OrderButton item={item} />, 'nora', '/citation/fever')
  const user = userEvent.setup()
  await user.dblClick(await screen.findByRole('button', { name: /^Add to Order/ }))
  expect(document.activeElement).toBe(await link())
  await user.keyboard('{Enter}')
  fireEvent.click(await link(), { detail: 1 })
  expect(window.location.pathname).toBe('/citation/fever')
  expect(useSession.getState().order.map(({ quantity }) => quantity)).toEqual([1])
})

test('a later press follows the link', async () => {
  show(<OrderButton item={item} />, 'nora', '/citation/fever')
  await userEvent.click(await screen.findByRole('button', { name: /^Add to Order/ }))
  const replaced = await link()
  await vi.waitFor(() => {
    fireEvent.click(replaced, { detail: 1 })
    expect(window.location.pathname).toBe('/order')
  })
})
