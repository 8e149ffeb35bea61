// The citation form and the header with keyboard and screen reader: names, focus, open lists and menus, high zoom.
import { findCitation } from '../support/catalogue'
import { resizeWidth } from '../support/layout'
import { expect, expectAccessible, isPhone, signInOnly, test } from '../support/test'

test.beforeEach(({ page }) => signInOnly(page, 'education-admin'))

test('open lists, the menu and the summary are accessible', { tag: ['@phone', '@only-phone'] }, async ({ page }) => {
  test.slow()
  await page.goto('/')
  await page.getByRole('button', { name: 'Admin Tools' }).click()
  await expect(page.getByRole('menuitem', { name: 'Add Resource' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Add Resource' }).click()
  const keywords = page.getByRole('combobox', { name: 'Keywords' })
  await keywords.click()
  await expect(page.getByRole('option').first()).toBeInViewport()
  await expectAccessible(page)
  await keywords.fill('nothing like this')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Subject Heading' }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('link', { name: 'Language is required.' })).toBeVisible()
  await expectAccessible(page)
})

test('a missing language is shown with an icon, in red, and associated with its control', async ({ page }) => {
  await page.goto('/citation/add')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const add = page.getByRole('button', { name: '+ Add New' })
  await expect(add).toHaveAccessibleDescription('Language is required.')
  const error = page.locator('#field-languages-error')
  await expect(error.locator('svg')).toBeVisible()
  const colorOf = (locator: typeof error) => locator.evaluate((element) => getComputedStyle(element).color)
  expect(await colorOf(error)).toBe(await colorOf(page.locator('#field-title-error')))
  await page.getByRole('link', { name: 'Language is required.' }).click()
  await expect(add).toBeFocused()
})

test('language rows have names of their own, and the focus follows what is added and removed', async ({ page }) => {
  await page.goto('/citation/add')
  const add = page.getByRole('button', { name: '+ Add New' })
  for (const row of [1, 2, 3]) {
    await add.click()
    await expect(page.getByRole('combobox', { name: `Language (row ${row})` })).toBeFocused()
  }
  await page.getByRole('combobox', { name: 'Language (row 2)' }).fill('Somali')
  await page.getByRole('option', { name: 'Somali', exact: true }).click()
  await expect(page.getByLabel('URL (row 2: Somali)')).toBeVisible()
  await page.getByRole('button', { name: 'Remove Somali, row 2' }).click()
  await expect(page.getByRole('button', { name: 'Remove language, row 2' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove language, row 1' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(add).toBeFocused()
})

test('Cancel leads to a page whose heading has the focus', async ({ page }) => {
  const { id, title } = await findCitation(page.request, '')
  await page.goto(`/citation/edit/${id}`)
  await page.getByLabel('Notes').fill('Not saved')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('the title names what is edited, and stays', async ({ page }) => {
  const { id, title } = await findCitation(page.request, '')
  await page.goto(`/citation/edit/${id}`)
  await expect(page.getByLabel('Notes')).toBeVisible()
  await expect(page).toHaveTitle(`Editing — ${title}`)
  await page.getByLabel('Notes').fill('x')
  await expect(page).toHaveTitle(`Editing — ${title}`)
})

test('forms fit narrow windows', { tag: ['@phone', '@only-phone'] }, async ({ page }) => {
  const { id } = await findCitation(page.request, '')
  for (const path of [`/citation/edit/${id}`, '/order', '/import_export', '/my_orders']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Loading...')
    for (const width of [320, 390, 768]) {
      await resizeWidth(page, width)
      const used = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(used, `${path} at ${width}`).toBeLessThanOrEqual(width)
    }
  }
})

test('the skip link is large enough to be touched', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/')
  const skip = page.getByRole('link', { name: 'Skip to the page' })
  await skip.focus()
  expect((await skip.boundingBox())?.height).toBeGreaterThanOrEqual(44)
})

test('at 400 % zoom the header leaves room for the page, and its links fold', async ({ page }) => {
  // 1280 by 1024 pixels at 400 %.
  await page.setViewportSize({ width: 320, height: 256 })
  await page.goto('/order')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const height = (await page.getByRole('banner').boundingBox())?.height ?? 0
  expect(height).toBeLessThanOrEqual(256 * 0.27)
  await expect(page.getByRole('button', { name: 'Sign Out', exact: true })).toBeHidden()
  const menu = page.getByRole('button', { name: 'Menu' })
  await expect(menu).toHaveAttribute('aria-expanded', 'false')
  await menu.click()
  await expect(page.getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('button', { name: 'Sign Out', exact: true })).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})

test('at 320 pixels the links fold, so that the header takes one row', { tag: ['@phone', '@only-phone'] }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/manage_lookups')
  await expect(page.getByRole('table')).toBeVisible()
  expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThanOrEqual(64)
  const menu = page.getByRole('button', { name: 'Menu' })
  const before = await menu.boundingBox()
  await menu.click()
  await expect(page.getByRole('button', { name: 'Admin Tools' })).toBeVisible()
  expect(await menu.boundingBox(), 'the button stays where it was pressed').toEqual(before)
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Search' })).toBeVisible()
  await page.getByRole('button', { name: 'Admin Tools' }).click()
  await page.getByRole('menuitem', { name: 'Import and Export' }).click()
  await expect(page).toHaveURL('/import_export')
  await expect(page.getByRole('button', { name: 'Sign Out', exact: true })).toBeHidden()
  const file = page.getByLabel('Excel, OpenDocument, CSV or JSON Lines file')
  expect((await file.boundingBox())?.height, 'the file button is as large as others').toBeGreaterThanOrEqual(40)
})

test('the delete button of a language row is in its corner, apart from the other controls', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/citation/add')
  await page.getByRole('button', { name: '+ Add New' }).click()
  const row = page.getByRole('listitem').filter({ has: page.getByLabel('URL (row 1)') })
  const bin = await row.getByRole('button', { name: /^Remove/ }).boundingBox()
  const language = await row.getByRole('combobox').boundingBox()
  const url = await row.getByLabel('URL (row 1)').boundingBox()
  if (!bin || !language || !url) throw new Error('The row is missing.')
  expect(bin.y, 'the delete button is not on a line of its own').toBeLessThan(url.y + url.height)
  const apart = bin.y + bin.height <= language.y + 1 || bin.x >= language.x + language.width
  expect(apart, 'the delete button covers no field').toBe(true)
})

test('a control that removes itself moves the focus to another', async ({ page }) => {
  const citation = await findCitation(page.request, '')
  await page.request.post('/api/user/session', {
    data: { favorites: [{ id: citation.id, title: citation.title }], order: [] },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  await page.evaluate(() => localStorage.clear())
  await page.goto('/')
  await page.getByRole('button', { name: /^Favorite:/ }).click()
  await expect(page.getByRole('region', { name: 'Favorites' })).toBeHidden()
  await expect(page.locator('body')).not.toBeFocused()
})

test('language rows have one header, their URLs open, and recently saved values come first', {
  tag: '@phone',
}, async ({ page }) => {
  const citation = await findCitation(page.request, '', ({ languages }) => languages.length > 1)
  await page.goto(`/citation/edit/${citation.id}`)
  const first = citation.languages[0]
  const open = page.getByRole('link', { name: `Open (row 1: ${first?.lang}) (opens in a new tab)` })
  await expect(open).toHaveAttribute('href', first?.url ?? '')
  const url = page.getByLabel(`URL (row 1: ${first?.lang})`)
  await url.fill('no address')
  await expect(open).toHaveCount(0)
  await url.fill(first?.url ?? '')
  await expect(open).toBeVisible()
  await expectAccessible(page)
  // What follows is about wide screens, or does not depend on the size.
  if (isPhone(page)) return
  // One header over all rows; each field still has its label.
  await expect(page.getByText('Revision Date', { exact: true }).first()).toBeVisible()
  const shown = await page
    .getByText('Pages', { exact: true })
    .evaluateAll((labels) => labels.filter((label) => label.getBoundingClientRect().height > 1).length)
  expect(shown).toBe(1)
  const subject = page.getByRole('combobox', { name: 'Subject Heading' })
  await subject.fill('Sleep')
  await page.getByRole('option', { name: 'Sleep', exact: true }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByRole('button', { name: /^Ok/ }).click()
  await page.goto('/citation/add')
  await subject.click()
  await expect(page.getByRole('option').first()).toHaveText('SleepRecent')
  await expectAccessible(page)
})
