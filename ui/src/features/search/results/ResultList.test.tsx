import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import type { Hit } from '../../../api/catalogue/search'
import type { ChoosableLanguage } from '../../../api/languages'
import { ResultList, shownItemNumber } from './ResultList'

const hit = {
  id: 'citation:c1',
  fields: {
    title: ['Asthma action plan'],
    languages: ['Spanish', 'Arabic', 'English'],
    obsolete: 'true',
    ksbg_numbers: ['n/a', 'KSBG1042', 'KSBG1043'],
    readable_id: 'asthma-action-plan',
  },
  highlights: { abstract: 'Keep *asthma* under control <img src=x onerror=alert(1)> 2 \\* 2' },
}

function show(shown: Hit = hit, preferred: ChoosableLanguage | null = null) {
  const client = new QueryClient()
  client.setQueryData(['config'], { signIn: { signedIn: false } })
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <ResultList hits={[shown]} q="asthma" preferred={preferred} stale={false} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test('a result links to its readable URL and shows its properties', () => {
  show()
  expect(screen.getByRole('link', { name: 'Asthma action plan' }).getAttribute('href')).toBe(
    '/citation/asthma-action-plan',
  )
  expect(screen.getByText('Obsolete')).toBeTruthy()
  expect(screen.getByText('KSBG1042').closest('p')?.textContent).toBe('KSBG1042 English, Arabic, Spanish')
})

test('found words are marked, and nothing else of the snippet becomes markup', () => {
  const { container } = show()
  expect([...container.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['asthma'])
  expect(container.querySelector('img')).toBeNull()
  expect(container.textContent).toContain('<img src=x onerror=alert(1)> 2 * 2')
})

const somali: ChoosableLanguage = { value: 'Somali', tag: 'so', name: 'Soomaali', dir: 'ltr', count: 3 }

test('the version in the preferred language opens from the row, by its own name', () => {
  const version = { lang: 'Somali', tag: 'so', dir: 'ltr', url: 'https://example.org/so.pdf', ksbgNumber: 'KSBG1044' }
  show({ ...hit, version }, somali)
  const link = screen.getByRole('link', { name: /^View in Soomaali ?: Asthma action plan/ })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([version.url, '_blank'])
  expect(screen.getByText('Soomaali').lang).toBe('so')
})

test('a row shows that it lacks a version in that language, and has no link if the version has no file', () => {
  const { container } = show(hit, somali)
  expect(container.textContent).toContain('Not in Soomaali yet')
  const version = { lang: 'Somali', tag: 'so', url: null, ksbgNumber: null }
  expect(show({ ...hit, version }, somali).container.textContent).toContain('Available in Soomaali')
  expect(screen.queryByRole('link', { name: /View in/ })).toBeNull()
})

test('a visitor sees no star', () => {
  show()
  expect(screen.queryByRole('button')).toBeNull()
})

test.each([
  [['12', 'KSBG7'], 'x', 'KSBG7'],
  [['KSBG1', 'KSBG2'], 'ksbg2', 'KSBG2'],
  [['1042', 'KSBG-1', ''], 'x', undefined],
])('of %j the number shown for %s is %s', (numbers, q, expected) => expect(shownItemNumber(numbers, q)).toBe(expected))

test('the number of the version that a row shows comes before the others', () => {
  expect(shownItemNumber(['KSBG1', 'KSBG2'], 'fever', 'KSBG2')).toBe('KSBG2')
  expect(shownItemNumber(['KSBG1', 'KSBG2'], 'ksbg1', 'KSBG2')).toBe('KSBG1')
  expect(shownItemNumber(['KSBG1'], 'fever', '12')).toBe('KSBG1')
})

test('a result found only in the handout text is marked, in the language of the handout', () => {
  const highlights = { abstract: 'In the handout: … beba *agua* …' }
  const { container } = show({ ...hit, match: 'text', textLang: 'Spanish', highlights })
  expect(screen.getByText('Found in the handout')).toBeTruthy()
  const snippet = container.querySelector('p[dir="auto"]') as HTMLElement
  expect([snippet.textContent, snippet.querySelector('mark')?.textContent]).toEqual(['… beba agua …', 'agua'])
})

test('a result found in its abstract is not marked', () => {
  show({ ...hit, highlights: { abstract: 'In the handout: about *asthma*' } })
  expect(screen.queryByText('Found in the handout')).toBeNull()
  expect(screen.getByText(/^In the handout: about/)).toBeTruthy()
})

const arabic = { lang: 'Arabic', tag: 'ar', dir: 'rtl', title: 'خطة عمل الربو', url: null, ksbgNumber: null }

test('the title of the version is shown in its language, and that of the catalogue below it', () => {
  show({ ...hit, version: arabic }, { value: 'Arabic', tag: 'ar', name: 'العربية', dir: 'rtl', count: 3 })
  const link = screen.getByRole('link', { name: arabic.title })
  expect([link.lang, link.closest('h2')?.dir]).toEqual(['ar', 'rtl'])
  const below = screen.getByText('Asthma action plan')
  expect([below.tagName, below.lang]).toEqual(['P', ''])
})

test('without a preferred language the version whose title was found is shown too', () => {
  show({ ...hit, version: arabic })
  expect(screen.getByRole('link', { name: arabic.title })).toBeTruthy()
})

test('a version that is called as the citation is shows the title once', () => {
  show({ ...hit, version: { ...arabic, title: 'Asthma action plan' } })
  expect(screen.getAllByText('Asthma action plan')).toHaveLength(1)
})
