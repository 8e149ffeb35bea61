// Without scripts: families search, page through, remove a filter, open a citation and its file, and change the language of the
// screens, all by links and forms.
import type { Locator } from '@playwright/test'
import { encodeFilters } from '../../src/features/search/searchAddress'
import { expect, gotoServed, test } from '../support/test'

test.use({ javaScriptEnabled: false })

test('families find a handout, open its Somali file and read in Spanish', { tag: '@phone' }, async ({
  page,
  context,
}) => {
  await gotoServed(page, '/')
  await expect(page.getByRole('link', { name: /^Oromo/ })).toBeHidden()
  await page.getByRole('region', { name: 'Browse by language' }).locator('summary').click()
  await expect(page.getByRole('link', { name: /^(Afaan )?Oromo/ })).toBeVisible()

  await page.getByRole('textbox', { name: 'Search education materials' }).fill('care')
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

test('the line that offers help begins where the headings do', { tag: '@phone' }, async ({ page }) => {
  await gotoServed(page, '/citation/asthma-action-plan')
  const start = async (locator: Locator) => (await locator.boundingBox())?.x
  const heading = await start(page.getByRole('heading', { name: 'Languages' }))
  expect(await start(page.getByRole('link', { name: 'education@example.org' }).locator('..'))).toBe(heading)
})
