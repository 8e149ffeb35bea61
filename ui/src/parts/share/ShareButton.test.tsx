import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { configOf, serve, showWith } from '../../testApp'
import { ShareButton } from './ShareButton'
// What the button loads on demand is loaded before, so that the time limits of the test do not include it.
import './ShareMenu'

const share = vi.fn<(data?: ShareData) => Promise<void>>()

beforeEach(() => {
  share.mockReset()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'share')
  vi.restoreAllMocks()
})

const failing = (name: string) => () => Promise.reject(Object.assign(new Error(name), { name }))

function show(withSheet = true) {
  serve({})
  if (withSheet) Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  showWith(configOf(false), <ShareButton title="Asma" address="https://h.example.org/i/KSBG1" />, '/citation/a')
  return screen.getByRole('button', { name: 'Share' })
}

test('the share sheet gets the title and the address; the focus returns when it is closed without a choice', async () => {
  share.mockImplementation(failing('AbortError'))
  const button = show()
  await userEvent.setup().click(button)
  expect(share).toHaveBeenCalledWith({ title: 'Asma', text: 'Asma', url: 'https://h.example.org/i/KSBG1' })
  await waitFor(() => expect(document.activeElement).toBe(button))
  expect(screen.queryByRole('menu')).toBeNull()
})

test('a second press while the sheet is open is ignored, and a failure opens the menu', async () => {
  const user = userEvent.setup()
  share.mockImplementation(failing('InvalidStateError'))
  const button = show()
  await user.click(button)
  expect(screen.queryByRole('menu')).toBeNull()
  share.mockImplementation(failing('DataError'))
  await user.click(button)
  expect(await screen.findByRole('menu', { name: 'Share' })).toBeTruthy()
})

test('without a sheet the menu copies the link or opens a mail; a text message is for phones', async () => {
  const user = userEvent.setup()
  const button = show(false)
  await user.click(button)
  await screen.findByRole('menu', { name: 'Share' })
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Copy link', 'Email'])
  expect(screen.getByRole('menuitem', { name: 'Email' }).getAttribute('href')).toMatch(/^mailto:\?subject=Asma&body=/)
  await user.click(screen.getByRole('menuitem', { name: 'Copy link' }))
  expect(await navigator.clipboard.readText()).toBe('https://h.example.org/i/KSBG1')
  await waitFor(() => expect(document.activeElement).toBe(button))
})
