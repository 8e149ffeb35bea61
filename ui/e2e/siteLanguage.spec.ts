// The language of the screens: chosen in the footer, kept for the pages to come, and complete where families go.
import type { Page } from '@playwright/test'
import { searchFor } from './support/catalogue'
import { expect, expectAccessible, signIn, test } from './support/test'

const chooseSpanish = (page: Page) => page.getByRole('contentinfo').getByRole('button', { name: 'Español' }).click()

test('Spanish is chosen in the footer, at once and without a reload, titles and status line included', async ({
  page,
  context,
}) => {
  await page.goto('/')
  await page.evaluate(() => Object.assign(window, { kept: true }))
  await chooseSpanish(page)
  await expect(page.getByRole('heading', { name: 'Encuentre materiales educativos' })).toBeVisible()
  await expect(page).toHaveTitle('Materiales educativos para pacientes y familias')
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page.getByRole('contentinfo').getByRole('button', { name: 'Español' })).toHaveAttribute(
    'aria-current',
    'true',
  )
  expect(await page.evaluate(() => 'kept' in window)).toBe(true)
  const [cookie] = (await context.cookies()).filter(({ name }) => name === 'handout_language')
  expect(cookie).toMatchObject({ value: 'es', path: '/', sameSite: 'Lax' })
  await page.getByRole('combobox').fill('asthma')
  await page.getByRole('button', { name: 'Buscar', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: /^1 a 10 de \d+ resultados de «asthma»$/ })).toHaveCount(1)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Asthma action plan', exact: true }).click()
  await expect(page).toHaveTitle('Asthma action plan | Educación para pacientes')
  await expect(page.getByRole('heading', { name: 'Información general' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'English', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'General Information' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('in Spanish nothing of the families’ screens stays English, and days have their month in words', async ({
  page,
  request,
}) => {
  const { hits } = await searchFor(request, { q: 'asthma action plan' })
  await page.goto(`/citation/${hits.hit[0]?.fields.readable_id}`)
  await chooseSpanish(page)
  await expect(page.getByRole('heading', { name: 'Resumen' })).toBeVisible()
  // What is left in English says so.
  const english = await page.evaluate(() => {
    const words = /\b(the|and|view|order|print|date|information|language|search|sign|show)\b/i
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const around = node.parentElement?.closest('[lang]')?.getAttribute('lang')
      if (around === 'es' && words.test(node.textContent ?? '')) found.push(node.textContent ?? '')
    }
    return found
  })
  expect(english).toEqual([])
  await expect(page.getByText(/^\d+ (ene|feb|mar|abr|may|jun|jul|ago|sept|oct|nov|dic) \d{4}$/).first()).toBeVisible()
})

test('handouts follow the site into Spanish, with a line that undoes it', async ({ page }) => {
  await page.goto('/search?q=asthma')
  await chooseSpanish(page)
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByText('También verá los materiales en Español.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Idioma de los materiales: Español' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Ver en Español/ }).first()).toBeVisible()
  await expectAccessible(page)
  await footer.getByRole('button', { name: 'Deshacer' }).click()
  await expect(page.getByRole('button', { name: 'Idioma de los materiales', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Ver en Español/ })).toHaveCount(0)
  await expect(footer.getByRole('button', { name: 'Español' })).toBeFocused()
})

test('in Spanish lists of languages are sorted by their Spanish names', async ({ page, request }) => {
  const { hits } = await searchFor(request, { q: 'asthma action plan' })
  const alphabet = (names: string[]) => [...names].sort(new Intl.Collator('es').compare)
  await page.goto('/search?q=asthma')
  await page.getByRole('button', { name: 'Español' }).click()
  const results = page.getByRole('region', { name: 'Resultados' })
  const line = await results
    .getByText(/^Inglés, .*Somalí/)
    .first()
    .innerText()
  const [first, ...others] = line.split(', ')
  expect(first).toBe('Inglés')
  expect(others).toEqual(alphabet(others))
  await page.goto(`/citation/${hits.hit[0]?.fields.readable_id}`)
  const names = await page.getByRole('rowheader').locator('bdi:first-child').allInnerTexts()
  expect(names.length).toBeGreaterThan(5)
  expect(names[0]).toBe('Inglés')
  expect(names.slice(1)).toEqual(alphabet(names.slice(1)))
})

test('screens for staff stay English and say so', async ({ page }) => {
  await signIn(page, 'education-admin')
  await chooseSpanish(page)
  await page.getByRole('link', { name: /^Pedido/ }).click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Order Education Materials')
  expect(await heading.evaluate((element) => element.closest('[lang]')?.getAttribute('lang'))).toBe('en')
  await expectAccessible(page)
})

test('a language that cannot be loaded says so and leaves everything as it is', async ({ page }) => {
  await page.route('**/assets/messages-es-*', (route) => route.abort())
  await page.goto('/')
  await chooseSpanish(page)
  await expect(page.getByRole('alert')).toHaveText(/could not be loaded/)
  await expect(page.getByRole('heading', { name: 'Find education materials' })).toBeVisible()
  await page.unroute('**/assets/messages-es-*')
})
test.use({ expectedConsole: /Failed to load resource|The language could not be loaded/ })
