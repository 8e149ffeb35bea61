// The screen language: chosen in the footer, stored for later pages, and complete on the screens of families.
import type { Page } from '@playwright/test'
import { searchFor } from './support/catalogue'
import { changeStateByColleague, dayAhead, person } from './support/orders'
import { gatherOrder, startWithoutOrder } from './support/staff'
import { expect, expectAccessible, signIn, signInOnly, test } from './support/test'

const chooseSpanish = (page: Page) => page.getByRole('contentinfo').getByRole('button', { name: 'Español' }).click()

/** English texts of a page that are not marked as English. */
const englishIn = (page: Page) =>
  page.evaluate(() => {
    const words =
      /\b(the|and|view|order|print|date|information|language|search|sign|show|number|title|quantity|required|cancel|answer)\b/i
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement?.matches('script')) continue
      const around = node.parentElement?.closest('[lang]')?.getAttribute('lang')
      if (around === 'es' && words.test(node.textContent ?? '')) found.push(node.textContent ?? '')
    }
    return found
  })

test('Spanish is chosen in the footer, at once and without a reload, titles and status line included', {
  tag: ['@phone', '@only-phone'],
}, async ({ page, context }) => {
  await page.goto('/')
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await chooseSpanish(page)
  await expect(page.getByRole('heading', { name: 'Encuentre materiales educativos' })).toBeVisible()
  await expect(page).toHaveTitle('Materiales educativos para pacientes y familias')
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page.getByRole('contentinfo').getByRole('button', { name: 'Español' })).toHaveAttribute(
    'aria-current',
    'true',
  )
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
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

test('on a phone the Spanish name of the product stays clear of the controls beside it', {
  tag: ['@phone', '@only-phone'],
}, async ({ page }) => {
  await page.goto('/')
  await chooseSpanish(page)
  const name = page.getByRole('link', { name: 'Materiales educativos para pacientes y familias' })
  const clearance = await name.locator('span').evaluate((words) => {
    const range = document.createRange()
    range.selectNodeContents(words)
    const next = words.closest('a')?.nextElementSibling?.getBoundingClientRect().left ?? 0
    return next - range.getBoundingClientRect().right
  })
  expect(clearance).toBeGreaterThanOrEqual(0)
  expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThanOrEqual(72)
})

test('in Spanish no part of the families’ screens is in English, and dates have the month in words', {
  tag: '@phone',
}, async ({ page, request }) => {
  const { hits } = await searchFor(request, { q: 'asthma action plan' })
  await page.goto(`/citation/${hits.hit[0]?.fields.readable_id}`)
  await chooseSpanish(page)
  await expect(page.getByRole('heading', { name: 'Resumen' })).toBeVisible()
  // Texts that stay English are marked as English.
  expect(await englishIn(page)).toEqual([])
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
  await chooseSpanish(page)
  // Without a preferred language, which would come first.
  await page.getByRole('button', { name: 'Deshacer' }).click()
  const results = page.getByRole('region', { name: 'Resultados' })
  const line = await results
    .getByText(/^Inglés, .*Somalí/)
    .first()
    .innerText()
  const [first, ...others] = line.split(', ')
  expect(first).toBe('Inglés')
  expect(others).toEqual(alphabet(others))
  await page.goto(`/citation/${hits.hit[0]?.fields.readable_id}`)
  await expect(page.getByRole('rowheader').first()).toContainText('Inglés')
  const names = await page.getByRole('rowheader').locator('> bdi').allInnerTexts()
  expect(names.length).toBeGreaterThan(5)
  expect(names[0]).toBe('Inglés')
  expect(names.slice(1)).toEqual(alphabet(names.slice(1)))
})

test('people who order in Spanish see everything in Spanish, including the timeline and the errors', {
  tag: ['@phone', '@only-phone'],
}, async ({ page, browser, server }) => {
  await signInOnly(page, 'unit-clerk')
  await startWithoutOrder(page)
  await gatherOrder(page)
  await chooseSpanish(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pedir materiales educativos')
  await expect(page).toHaveTitle(/^Pedido/)
  await page.getByRole('spinbutton', { name: /somalí$/i }).fill('0')
  await expect(page.getByText('De 1 a 10,000.')).toBeVisible()
  await page.getByRole('spinbutton').fill('1200')
  await page.getByRole('button', { name: 'Enviar pedido' }).click()
  await expect(page.getByText('Fecha en que se necesita: este dato es obligatorio.')).toBeVisible()
  await expectAccessible(page)
  expect(await englishIn(page)).toEqual([])
  for (const [label, text] of [
    ['Teléfono', '555 0100'],
    ['Departamento', 'Asma'],
    ['Punto de correo interno', 'MB 12'],
    ['Fecha en que se necesita', dayAhead(60)],
    ['Centro de costos', '1234'],
  ] as const)
    await page.getByLabel(label).fill(text)
  await page.getByRole('button', { name: 'Enviar pedido' }).click()
  const dialog = page.getByRole('dialog', { name: '¡Listo!' })
  const number = await dialog.getByText(/^\d\d-\d{6}$/).innerText()
  await dialog.getByRole('link', { name: 'Mis pedidos' }).click()
  const worker = await person(browser, server, 'copy-center')
  await changeStateByColleague(worker.request, number, { state: 'waiting', note: '¿En qué papel?' })
  await page.reload()
  const own = page.getByRole('article', { name: `Pedido ${number}` })
  await expect(own.getByText('Pregunta para usted')).toBeVisible()
  await expect(own).toContainText('1,200 × ')
  const day = new Intl.DateTimeFormat('es', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(dayAhead(60)))
  await expect(own).toContainText(day)
  await own.getByText('Historial').first().click()
  await expectAccessible(page)
  expect(await englishIn(page)).toEqual([])
  await own.getByRole('textbox', { name: /^Su respuesta/ }).fill('En papel blanco')
  await own.getByRole('button', { name: 'Enviar respuesta' }).click()
  await expect(own.getByText('Recibido', { exact: true }).first()).toBeVisible()
  await own.getByRole('button', { name: `Cancelar el pedido ${number}` }).click()
  const asked = page.getByRole('dialog', { name: `¿Cancelar el pedido ${number}?` })
  await asked.getByRole('button', { name: 'Cancelar el pedido' }).click()
  await expect(own.getByText('Cancelado', { exact: true }).first()).toBeVisible()
  await page.getByRole('contentinfo').getByRole('button', { name: 'English', exact: true }).click()
  await startWithoutOrder(page)
})

test('screens for staff stay English and are marked as such', async ({ page }) => {
  await signIn(page, 'education-admin')
  await chooseSpanish(page)
  await page.goto('/review')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Review')
  expect(await heading.evaluate((element) => element.closest('[lang]')?.getAttribute('lang'))).toBe('en')
  await expectAccessible(page)
})

test('a failure to load a language is shown and changes nothing', async ({ page }) => {
  await page.route('**/assets/messages-es-*', (route) => route.abort())
  await page.goto('/')
  await chooseSpanish(page)
  await expect(page.getByRole('alert')).toHaveText(/could not be loaded/)
  await expect(page.getByRole('heading', { name: 'Find handouts' })).toBeVisible()
  await page.unroute('**/assets/messages-es-*')
})
test.use({ expectedConsole: /Failed to load resource|The language could not be loaded/ })
