import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { configQuery } from '../api/config'
import { type CatalogueLanguage, indexLanguages, languagesQuery } from '../api/languages'
import { LanguageOffer } from '../parts/language/LanguageOffer'
import { configOf } from '../testApp'
import {
  offeredLanguages,
  useBrowserChoice,
  useChoosePreferredLanguage,
  usePreferredLanguage,
} from './preferredLanguage'
import { useSession } from './store'

const language = (value: string, tag: string | null, name: string, count = 1): CatalogueLanguage => ({
  value,
  tag,
  name,
  dir: 'ltr',
  count,
})

const catalogue = [
  language('English', 'en', 'English', 9),
  language('Spanish', 'es', 'Español', 5),
  language('Somali', 'so', 'Soomaali', 3),
  language('Spanish (Mexico)', 'es', 'Español', 2),
  language('Klingon', null, 'Klingon'),
  language('Karen', 'ksw', 'ကညီကျိာ်', 0),
]

beforeEach(() => {
  useBrowserChoice.setState({ language: null, offersEnded: false, fromSite: null })
  useSession.setState({ owner: null, favorites: [], order: [], language: null })
})

function Sample() {
  const chosen = usePreferredLanguage()
  const choose = useChoosePreferredLanguage()
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <>
      <p>{`Reads ${chosen?.name ?? 'anything'}`}</p>
      <button type="button" onClick={() => choose('so')}>
        Choose
      </button>
      <h2 ref={heading} tabIndex={-1}>
        Results
      </h2>
      <LanguageOffer onLeave={() => heading.current?.focus()} />
    </>
  )
}

function show(signedIn: boolean) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(configQuery.queryKey, configOf(signedIn))
  client.setQueryData(languagesQuery.queryKey, catalogue)
  render(
    <QueryClientProvider client={client}>
      <Sample />
    </QueryClientProvider>,
  )
  return client
}

test('each language with a tag and materials is choosable once, and is found in any case and regional form', () => {
  const { choosable, byValue, byTag } = indexLanguages(catalogue)
  expect(choosable.map(({ tag, count }) => [tag, count])).toEqual([
    ['en', 9],
    ['es', 7],
    ['so', 3],
  ])
  expect(byValue('spanish ')?.tag).toBe('es')
  expect(byTag('es-MX')?.value).toBe('Spanish')
})

test("the browser's languages are offered in its order, except English", () => {
  const { choosable } = indexLanguages(catalogue)
  expect(offeredLanguages(['so-SO', 'en-US', 'es'], choosable).map(({ tag }) => tag)).toEqual(['so', 'es'])
  expect(offeredLanguages(['en', 'ksw', 'tlh'], choosable)).toEqual([])
})

test("a visitor's choice stays in the browser, and that of the account does not change it", async () => {
  const user = userEvent.setup()
  const client = show(false)
  await user.click(screen.getByRole('button', { name: 'Choose' }))
  expect(screen.getByText('Reads Soomaali')).toBeTruthy()
  expect(localStorage.getItem('reader-language')).toContain('"language":"so"')
  act(() => void client.setQueryData(configQuery.queryKey, configOf(true)))
  expect(await screen.findByText('Reads anything')).toBeTruthy()
  act(() => useSession.setState({ language: 'es' }))
  expect(screen.getByText('Reads Español')).toBeTruthy()
  act(() => void client.setQueryData(configQuery.queryKey, configOf(false)))
  expect(await screen.findByText('Reads Soomaali')).toBeTruthy()
})

test('the offer shows own names, sets a language with one click, and can be dismissed permanently', async () => {
  const user = userEvent.setup()
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-US', 'so'])
  show(false)
  expect(screen.getByRole('button', { name: 'Soomaali' }).firstElementChild?.getAttribute('lang')).toBe('so')
  await user.click(screen.getByRole('button', { name: 'Stop suggesting languages' }))
  expect(screen.queryByRole('button', { name: 'Soomaali' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('heading'))
  expect(localStorage.getItem('reader-language')).toContain('"offersEnded":true')
  act(() => useBrowserChoice.setState({ offersEnded: false }))
  await user.click(screen.getByRole('button', { name: 'Soomaali' }))
  expect(screen.getByText('Reads Soomaali')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Soomaali' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('heading'))
})
