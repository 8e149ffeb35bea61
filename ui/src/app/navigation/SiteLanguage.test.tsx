import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { useScreenLanguage } from '../../i18n/language'
import { useBrowserChoice } from '../../session/preferredLanguage'
import { configOf, json, serve, showWith } from '../../testApp'
import { SiteLanguage } from './SiteLanguage'

const language = (value: string, tag: string, name: string, count: number) => ({ value, tag, name, dir: 'ltr', count })
const catalogue = [
  language('English', 'en', 'English', 9),
  language('Spanish', 'es', 'Español', 5),
  language('Somali', 'so', 'Soomaali', 3),
]
const chosen = () => useBrowserChoice.getState().language

beforeEach(async () => {
  useBrowserChoice.setState({ language: null, offersEnded: false, fromSite: null })
  await act(() => useScreenLanguage.setState({ tag: 'en', texts: null }))
  document.documentElement.lang = 'en'
})

async function open() {
  serve({ 'GET /api/languages': () => json(catalogue) })
  const { client } = showWith(configOf(false), <SiteLanguage />, '/')
  await waitFor(() => expect(client.isFetching()).toBe(0))
  return userEvent.setup()
}
const press = (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(screen.getByRole('button', { name }))

test('the preferred language follows the site language, and this can be undone', async () => {
  const user = await open()
  await press(user, 'Español')
  const line = await screen.findByText(/^También verá los materiales en/)
  expect(line.querySelector('bdi')?.lang).toBe('es')
  expect(chosen()).toBe('es')
  await press(user, 'Deshacer')
  expect(chosen()).toBeNull()
  expect(screen.queryByText(/^También verá/)).toBeNull()
  expect(document.activeElement?.textContent).toBe('Español')
})

test('switching back to English clears the preferred language that Spanish had set', async () => {
  const user = await open()
  await press(user, 'Español')
  await screen.findByText(/^También verá/)
  await press(user, 'English')
  await screen.findByText('No language is selected.')
  expect(chosen()).toBeNull()
  await press(user, 'Undo')
  expect(chosen()).toBe('es')
})

test.each([null, 'es'])('an explicitly chosen language stays; set by the site before: %s', async (fromSite) => {
  useBrowserChoice.setState({ language: 'so', fromSite })
  const user = await open()
  await press(user, 'Español')
  await waitFor(() => expect(document.documentElement.lang).toBe('es'))
  expect(chosen()).toBe('so')
  expect(screen.queryByText(/^También verá/)).toBeNull()
})

test('the last of two quick choices is shown, although the texts of the first arrive later', async () => {
  await open()
  const choose = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  choose('Español')
  choose('English')
  const { default: others } = await import('messages:others')
  await act(async () => {
    await others.es?.()
    await new Promise((resolve) => setTimeout(resolve))
  })
  expect(useScreenLanguage.getState().tag).toBe('en')
  expect(document.documentElement.lang).toBe('en')
})
