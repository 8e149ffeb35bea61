import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { StatusLine } from '../../../components/feedback/Notice'
import { chooseScreenLanguage, useScreenLanguage } from '../../../i18n/language'
import { clearSession, useSession } from '../../../session/store'
import { json, serve, show, userOf } from '../../../testApp'
import { OrderButton } from './LanguageTable'

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

test('the second click of a double click does not follow the link that replaces the button; a press does at once', async () => {
  show(<OrderButton item={item} />, 'nora', '/citation/fever')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: /^Add to Order/ }))
  const link = await screen.findByRole('link', { name: /^In Order/ })
  expect(document.activeElement).toBe(link)
  fireEvent.click(link, { detail: 2 })
  expect(window.location.pathname).toBe('/citation/fever')
  expect(useSession.getState().order.map(({ quantity }) => quantity)).toEqual([1])
  await user.keyboard('{Enter}')
  expect(window.location.pathname).toBe('/order')
})

test('a Spanish page names the language in Spanish', async () => {
  serve({
    'GET /api/user': userOf('nora'),
    'GET /api/languages': () => json([{ value: 'Somali', tag: 'so', name: 'Soomaali', dir: 'ltr', count: 1 }]),
  })
  await act(() => chooseScreenLanguage({ tag: 'es', name: 'Español', dir: 'ltr' }))
  const page = (
    <>
      <OrderButton item={{ ...item, lang: 'Somali' }} />
      <StatusLine />
    </>
  )
  show(page, 'nora', '/citation/fever')
  await userEvent.click(await screen.findByRole('button', { name: /: Somalí$/ }))
  expect(screen.getByRole('link', { name: /: Somalí$/ })).toBeTruthy()
  expect(screen.getByRole('status').textContent).toContain('Somalí')
  act(() => useScreenLanguage.setState({ tag: 'en', texts: null }))
})
