import home from 'messages:en/home'
import navigation from 'messages:en/navigation'
import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { chooseScreenLanguage, languageCookie, loadPageLanguage, useScreenLanguage } from './language'
import { EnglishOnly, useLangAttribute, useText } from './useText'

function Sample() {
  const t = useText(navigation)
  const s = useText(home)
  return (
    <>
      <p lang={useLangAttribute()('es')}>{t('order', { count: 1234 })}</p>
      <p>{s.rich('contact', { mail: () => <a href="mailto:help@example.org">help@example.org</a> })}</p>
    </>
  )
}

const spanish = { tag: 'es', name: 'Español', dir: 'ltr' } as const

afterEach(() => {
  useScreenLanguage.setState({ tag: 'en', texts: null })
  document.documentElement.lang = 'en'
})

test('texts change as soon as another language is chosen; the page and the cookie are updated', async () => {
  render(<Sample />)
  expect(screen.getByText('Order (1,234)').lang).toBe('es')
  expect(screen.getByText(/For help, contact/).textContent).toBe('For help, contact help@example.org')
  await act(() => chooseScreenLanguage(spanish))
  expect(screen.getByText('Pedido (1,234)').lang).toBe('')
  expect(screen.getByRole('link', { name: 'help@example.org' }).parentElement?.textContent).toMatch(
    /^Si necesita ayuda/,
  )
  expect(document.documentElement.lang).toBe('es')
  expect(document.cookie).toContain('handout_language=es')
})

test('under https the language cookie is bound to the host', () => {
  expect(languageCookie('es', 'https:')).toMatch(/^__Host-handout_language=es; Path=\/; .*; Secure$/)
  expect(languageCookie('es', 'http:')).toMatch(/^handout_language=es; Path=\/; .*SameSite=Lax$/)
})

test('screens for staff stay in English', async () => {
  await act(() => chooseScreenLanguage(spanish))
  render(
    <EnglishOnly value={true}>
      <Sample />
    </EnglishOnly>,
  )
  expect(screen.getByText('Order (1,234)').lang).toBe('es')
})

test('a regional form uses the texts of its language; a page without texts falls back to English', async () => {
  document.documentElement.lang = 'es-MX'
  await loadPageLanguage()
  expect(useScreenLanguage.getState()).toMatchObject({ tag: 'es-MX', texts: { shell: { signIn: 'Iniciar sesión' } } })
  document.documentElement.lang = 'tlh'
  useScreenLanguage.setState({ tag: 'en', texts: null })
  await loadPageLanguage()
  expect([document.documentElement.lang, useScreenLanguage.getState().tag]).toEqual(['en', 'en'])
})
