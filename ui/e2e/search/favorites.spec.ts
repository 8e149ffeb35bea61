// Favorites on the home view: pages of the list, two with the same title, and the focus after a removal.
import type { Page } from '@playwright/test'
import { searchFor } from '../support/catalogue'
import { addCitation } from '../support/citations'
import { expectFocusKept } from '../support/layout'
import { expect, isPhone, signInOnly, test } from '../support/test'

const favorites = (page: Page) => page.getByRole('region', { name: 'Favorites' })
const links = (page: Page) => favorites(page).getByRole('listitem').getByRole('link')

/** Gives the person these favorites and nothing else. */
async function setFavorites(page: Page, list: { id: string; title: string }[]) {
  const headers = { 'sec-fetch-site': 'same-origin' }
  await page.request.post('/api/user/session', { headers, data: { favorites: list, order: [] } })
  if (page.url() !== 'about:blank') await page.evaluate(() => localStorage.clear())
  await page.goto('/')
  await expect(links(page)).toHaveCount(Math.min(5, list.length))
}

async function known(page: Page, count: number) {
  const { hits } = await searchFor(page.request, { q: 'child' })
  return hits.hit
    .slice(0, count)
    .map(({ id, fields }) => ({ id: id.split(':')[1] ?? '', title: fields.title[0] ?? '' }))
}

// One account per viewport size, because both use the same server concurrently.
const account = (page: Page) => (isPhone(page) ? 'unit-clerk' : 'visitor-nurse')

test('favorites keep their page after Back, and after a reload', async ({ page }) => {
  await signInOnly(page, account(page))
  await setFavorites(page, await known(page, 8))
  await favorites(page).getByRole('button', { name: 'Next page' }).click()
  await expect(favorites(page).getByText('Showing 6 to 8 of 8 results')).toBeVisible()
  await expect(favorites(page).getByRole('paragraph').filter({ hasText: 'Page 2' })).toBeFocused()
  await links(page).first().click()
  await expect(page.getByRole('region', { name: 'Languages' })).toBeVisible()
  await page.goBack()
  await expect(favorites(page).getByText('Showing 6 to 8 of 8 results')).toBeVisible()
  await page.reload()
  await expect(favorites(page).getByText('Showing 6 to 8 of 8 results')).toBeVisible()
})

test('a removed favorite moves the focus to the next one, the last one to the heading', async ({ page }) => {
  await signInOnly(page, account(page))
  await setFavorites(page, await known(page, 3))
  const stars = favorites(page).getByRole('button', { name: /^Favorite:/ })
  await stars.nth(1).click()
  await expect(stars).toHaveCount(2)
  await expect(stars.nth(1)).toBeFocused()
  await stars.nth(1).click()
  await expect(stars).toHaveCount(1)
  await expect(stars.first()).toBeFocused()
  await stars.first().click()
  await expect(favorites(page)).toBeHidden()
  await expectFocusKept(page, 'the last favorite')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('two favorites with one title are two choices of the search box', async ({ page }) => {
  await signInOnly(page, 'education-admin')
  const title = `Twins ${Date.now()}`
  const twins = [await addCitation(page, { title }), await addCitation(page, { title })]
  await setFavorites(
    page,
    twins.map(({ id }) => ({ id, title })),
  )
  await page.getByRole('combobox').fill(title)
  const group = page.getByRole('group', { name: 'Favorites' })
  await expect(group.getByRole('option')).toHaveCount(2)
  await page.getByRole('combobox').press('ArrowDown')
  await page.getByRole('combobox').press('ArrowDown')
  await page.getByRole('combobox').press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
})

test.describe('when they cannot be saved', () => {
  test.use({ expectedConsole: /Failed to load resource|could not be saved/ })

  test('the failure is shown, and the favorite is saved automatically later', async ({ page }) => {
    await signInOnly(page, account(page))
    await setFavorites(page, [])
    const [one] = await known(page, 1)
    let failing = true
    await page.route('**/api/user/session', (route) => (failing ? route.abort() : route.continue()))
    await page.goto(`/citation/${one?.id}`)
    const star = page.getByRole('button', { name: /^Favorite:/ })
    await star.click()
    const line = page.getByText('Your favorites and order list could not be saved.')
    await expect(line).toBeVisible()
    await expect(star).toHaveAttribute('aria-pressed', 'true')
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect(line).toBeInViewport()
    failing = false
    await expect(line).toBeHidden()
    const user = await (await page.request.get('/api/user')).json()
    expect(user.session.favorites).toHaveLength(1)
  })
})
