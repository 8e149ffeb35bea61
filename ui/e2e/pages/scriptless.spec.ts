// Without scripts: families search, page through results, remove a filter, open a citation and its file, and change the
// language of the screens, all by links and forms.
import type { Locator } from '@playwright/test'
import { encodeFilters } from '../../src/features/search/searchAddress'
import { pageOf } from '../support/catalogue'
import { addHandout, addHandouts, addPacket, pageOfPacket } from '../support/packets'
import { expect, gotoServed, signInOnly, test } from '../support/test'

test.use({ javaScriptEnabled: false })

test('families find a handout, open its Somali file and read in Spanish', { tag: ['@phone', '@only-phone'] }, async ({
  page,
  context,
}) => {
  await gotoServed(page, '/')
  await expect(page.getByRole('link', { name: /^Oromo/ })).toBeHidden()
  await page.getByRole('region', { name: 'Browse by language' }).locator('summary').click()
  await expect(page.getByRole('link', { name: /^(Afaan )?Oromo/ })).toBeVisible()

  await page.getByRole('textbox', { name: 'Search handouts' }).fill('care')
  await page.getByRole('textbox').press('Enter')
  await expect(page.getByText(/^Showing 1 to 10 of \d+ results for "care"/)).toBeVisible()
  await page.getByRole('link', { name: 'Next page' }).filter({ visible: true }).click()
  await expect(page.getByText(/^Showing 11 to 20 of/)).toBeVisible()

  const filters = encodeURIComponent(encodeFilters([{ languages: 'Somali' }, { audience: 'Parents' }]))
  await gotoServed(page, `/search?q=asthma&page=1&obsolete=false&filters=${filters}`)
  const count = page.getByText(/^Showing 1 to \d+ of \d+/)
  const filtered = await count.textContent()
  await page.getByRole('link', { name: /^Remove .*Somali/ }).click()
  await expect(page.getByRole('link', { name: /^Remove .*Somali/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^Remove .*Parents/ })).toBeVisible()
  expect(await count.textContent()).not.toBe(filtered)

  await page.getByRole('link', { name: 'Asthma action plan' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Asthma action plan' })).toBeVisible()
  await context.route('https://handouts.example.org/**', (route) => route.fulfill({ body: 'Qorshaha neefta' }))
  const [file] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: /^View and Print ?: Somali/ }).click(),
  ])
  await expect(file).toHaveURL(/action-plan-so\.pdf$/)
  await file.close()
  await expect(page.getByRole('main').getByRole('link', { name: 'education@example.org' })).toBeVisible()

  await page.getByRole('contentinfo').getByRole('link', { name: 'Español' }).click()
  await expect(page).toHaveURL(/\/citation\/asthma-action-plan$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page.getByRole('heading', { name: 'Idiomas' })).toBeVisible()
})

test('the line that offers help is aligned with the headings', { tag: '@phone' }, async ({ page }) => {
  await gotoServed(page, '/citation/asthma-action-plan')
  const start = async (locator: Locator) => (await locator.boundingBox())?.x
  const heading = await start(page.getByRole('heading', { name: 'Languages' }))
  expect(await start(page.getByRole('link', { name: 'education@example.org' }).locator('..'))).toBe(heading)
})

test('families find a packet by words and by department, page through and open it', {
  tag: ['@phone', '@only-phone'],
}, async ({ page, browser, baseURL }) => {
  const admin = await (await browser.newContext({ baseURL, javaScriptEnabled: true })).newPage()
  await signInOnly(admin, 'education-admin')
  const handouts = await addHandouts(admin, 2)
  const word = `scriptless${Date.now()}`
  for (let n = 0; n < 51; n++) {
    const department = n === 0 ? 'Audiology' : 'Orthopedics'
    await addPacket(admin, handouts, { title: `Going home ${word} ${n}`, department, published: true })
  }
  await admin.context().close()

  await gotoServed(page, '/packets')
  await expect(page.getByRole('combobox')).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Find a packet' }).fill(word)
  await page.getByRole('searchbox').press('Enter')
  await expect(page.getByText('51 packets')).toBeVisible()
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page.getByRole('link', { name: /^Going home/ })).toHaveCount(1)
  await page.locator('summary', { hasText: 'All departments' }).click()
  await page.getByRole('link', { name: 'Audiology' }).click()
  await expect(page.getByText('1 packet', { exact: true })).toBeVisible()
  await expect(page.getByText('2 handouts')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Soomaali' }).first()).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Español' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Paquetes' })).toBeVisible()
  await page.getByRole('link', { name: `Going home ${word} 0` }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Going home ${word} 0` })).toBeVisible()

  await gotoServed(page, `/packets?q=${word}&department=Nothing+of+ours`)
  await page.getByRole('link', { name: 'Mostrar todos los paquetes' }).click()
  await expect(page).toHaveURL(/\/packets$/)
})

test('QR codes are fetched only for paper', async ({ page, browser, baseURL }) => {
  const admin = await (await browser.newContext({ baseURL, javaScriptEnabled: true })).newPage()
  await signInOnly(admin, 'education-admin')
  const citation = await addHandout(admin, `On paper ${Date.now()}`, ['English', 'Spanish', 'Somali'])
  const packet = await addPacket(admin, [citation], { published: true })
  await admin.context().close()
  const codes: string[] = []
  page.on('request', (request) => /\/api\/(qr|citations\/.*qr\.png)/.test(request.url()) && codes.push(request.url()))
  for (const [path, count] of [
    [pageOf(citation), 3],
    [pageOfPacket(packet), 2],
  ] as const) {
    codes.length = 0
    await page.emulateMedia({ media: 'screen' })
    await gotoServed(page, path)
    await page.waitForLoadState('networkidle')
    expect(codes).toEqual([])
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => codes.length).toBe(count)
    await expect(page.locator('picture img').filter({ visible: true })).toHaveCount(count)
  }
})
