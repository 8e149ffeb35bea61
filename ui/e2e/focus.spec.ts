// Every control that disappears when it is used moves the focus to the next sensible place.
import type { Page } from '@playwright/test'
import { findCitation, pageOf } from './support/catalogue'
import { expect, isPhone, signInOnly, test } from './support/test'

const count = (page: Page) => page.getByRole('region', { name: 'Results' }).getByText(/^(Showing|No matching)/)
const filters = encodeURIComponent(btoa('[{"languages":"English"},{"languages":"Spanish"},{"audience":"Parents"}]'))
const chips = (page: Page) => page.getByRole('button', { name: /^Remove filter / })

test('a removed chip moves the focus to the next one, the last one and Clear All to the count', async ({ page }) => {
  await page.goto(`/search?q=asthma&filters=${filters}`)
  await expect(count(page)).toBeVisible()
  await page.getByRole('button', { name: 'Remove filter Languages: English' }).click()
  await expect(chips(page)).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Remove filter Languages: Spanish' })).toBeFocused()
  await page.getByRole('button', { name: 'Remove filter Audience: Parents' }).click()
  await expect(chips(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Remove filter Languages: Spanish' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(chips(page)).toHaveCount(0)
  await expect(count(page)).toBeFocused()

  await page.goto(`/search?q=asthma&filters=${filters}`)
  await expect(count(page)).toBeVisible()
  await page.getByRole('button', { name: 'Clear All' }).click()
  await expect(chips(page)).toHaveCount(0)
  await expect(count(page)).toBeFocused()
})

test('Show more, Show fewer and a filter that is removed keep the focus', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/search?q=child')
  await expect(count(page)).toBeVisible()
  if (isPhone(page)) await page.getByRole('button', { name: /^Filters/ }).click()
  await page.getByRole('button', { name: 'Keywords', exact: true }).click()
  const group = page.getByRole('group', { name: 'Keywords' })
  await group.getByRole('button', { name: 'Show more of Keywords' }).click()
  await expect(group.getByRole('button', { name: 'Show fewer of Keywords' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(group.getByRole('button', { name: 'Show more of Keywords' })).toBeFocused()
  await page.keyboard.press('Enter')
  const last = group.getByRole('checkbox').last()
  await last.check()
  await expect(page).toHaveURL(/filters=/)
  await group.getByRole('button', { name: 'Show fewer of Keywords' }).click()
  const chosen = group.getByRole('checkbox', { checked: true })
  await chosen.focus()
  const name = (await chosen.evaluate((box) => box.closest('label')?.textContent)) ?? ''
  await page.keyboard.press('Space')
  await expect(page).not.toHaveURL(/filters=/)
  await expect(group.getByRole('checkbox', { name: name.replace(/ \([\d,]+\)$/, '') })).toBeFocused()
})

test('the suggestions without a result move the focus to what they find', async ({ page }) => {
  const some = { hits: { found: 2, start: 0, hit: [] }, facets: {} }
  await page.route(/\/api\/search\?.*record=false/, (route) => route.fulfill({ json: some }))
  await page.goto(`/search?q=qqxxyyzz&filters=${filters}`)
  await page.getByRole('button', { name: 'Search without filters' }).click()
  await expect(page).not.toHaveURL(/filters=/)
  await expect(count(page)).toBeFocused()
  await page.getByRole('button', { name: 'Search obsolete handouts too (2 results)' }).click()
  await expect(page).toHaveURL(/obsolete=true/)
  await expect(count(page)).toBeFocused()
})

test('Add to Order moves the focus to In Order', async ({ page, request }) => {
  const citation = await findCitation(
    request,
    "where_to_obtain:'Copy Center'",
    ({ obsolete, languages }) => !obsolete && languages.length > 1,
  )
  await signInOnly(page, isPhone(page) ? 'unit-clerk' : 'visitor-nurse')
  await page.goto(pageOf(citation))
  const add = page.getByRole('button', { name: /^Add to Order/ }).first()
  const lang = /: (.*)$/.exec((await add.textContent()) ?? '')?.[1] ?? 'none'
  await add.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: new RegExp(`^In Order.*${lang}$`) })).toBeFocused()
})

test('dialogs start at their first useful control, not at Close', async ({ page, request }) => {
  const { hospital } = await (await request.get('/api/config')).json()
  const citation = await findCitation(
    request,
    `publisher_name:'${hospital.name.replace(/'/g, "\\'")}'`,
    ({ languages }) => Boolean(languages[0]?.url),
  )
  await page.goto(pageOf(citation))
  const code = page.getByRole('button', { name: /^QR Code/ }).first()
  await code.click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(code).toBeFocused()
})
