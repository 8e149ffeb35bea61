// The citation page: its parts, the QR dialog, and unknown addresses.
import { config, findCitation, pageOf } from '../support/catalogue'
import { expect, expectAccessible, test } from '../support/test'

test('a result leads to its citation with all its fields', async ({ page }) => {
  await page.goto('/search?q=asthma')
  const link = page.getByRole('region', { name: 'Results' }).getByRole('heading').getByRole('link').first()
  const title = (await link.textContent()) ?? ''
  await link.click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toContainText(title)
  await expect(heading).toBeFocused()
  await expect(page).toHaveTitle(`${title} | Patient Education`)
  await expect(page.getByRole('heading', { name: 'Abstract' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Language versions' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'General Information' })).toBeVisible()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await expectAccessible(page)
})

test('the QR dialog shows the code and copies the address', { tag: ['@phone', '@only-phone'] }, async ({
  page,
  request,
  context,
  server,
}) => {
  const { hospital } = await config(request)
  const citation = await findCitation(
    request,
    `publisher_name:'${hospital.name.replace(/'/g, "\\'")}'`,
    ({ languages, obsolete }) =>
      !obsolete && languages.length > 0 && languages.every(({ url, ksbgNumber }) => url && ksbgNumber),
  )
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server })
  await page.goto(pageOf(citation))
  const button = page.getByRole('button', { name: /^QR Code/ }).first()
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'QR Code' })
  const image = dialog.getByRole('img')
  await expect(image).toBeVisible()
  expect(await image.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth))).toBe(192)
  const typed = await dialog.getByText(/\/i\/\w+$/).textContent()
  expect((await request.get(typed ?? '')).url()).toBe(new URL(pageOf(citation), server).href)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()

  await button.click()
  await dialog.getByRole('button', { name: 'Copy Url' }).click()
  await expect(dialog).toBeHidden()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(citation.languages.map(({ url }) => url)).toContain(copied)

  await button.click()
  await dialog.getByRole('button', { name: 'Copy Image' }).click()
  await expect(dialog).toBeHidden()
  const types = await page.evaluate(async () => (await navigator.clipboard.read()).flatMap((item) => item.types))
  expect(types).toContain('image/png')
})

test('where images cannot be copied, the QR code is downloaded', async ({ page, request }) => {
  const { hospital } = await config(request)
  const citation = await findCitation(
    request,
    `publisher_name:'${hospital.name.replace(/'/g, "\\'")}'`,
    ({ languages }) => Boolean(languages[0]?.url),
  )
  await page.addInitScript(() => {
    Object.defineProperty(window, 'ClipboardItem', { value: undefined })
  })
  await page.goto(pageOf(citation))
  await page
    .getByRole('button', { name: /^QR Code/ })
    .first()
    .click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Image' }).click()
  expect((await download).suggestedFilename()).toBe('qrcode.png')
})

test('a material of the copy center can be ordered after signing in', async ({ page, request }) => {
  const citation = await findCitation(request, "where_to_obtain:'Copy Center'", ({ obsolete }) => !obsolete)
  await page.goto(pageOf(citation))
  await expect(page.getByRole('link', { name: /^View/ }).first()).toHaveAttribute('target', '_blank')
  await page
    .getByRole('button', { name: /^Add to Order/ })
    .first()
    .click()
  await page.waitForURL((url) => !url.pathname.startsWith('/citation/'))
})

test('an obsolete material is marked and cannot be ordered', async ({ page, request }) => {
  const citation = await findCitation(request, '', ({ obsolete }) => obsolete)
  await page.goto(pageOf(citation))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Obsolete')
  await expect(page.getByRole('button', { name: /^Add to Order/ })).toHaveCount(0)
  await expectAccessible(page)
})

test.describe('unknown addresses', () => {
  test.use({ expectedConsole: /status of 404|A call failed/ })

  test('an unknown citation is not found', async ({ page }) => {
    await page.goto('/citation/not-in-the-catalogue')
    await expect(page.getByText('No citation found.')).toBeVisible()
    await expect(page).toHaveTitle('No citation found')
    await expectAccessible(page)
  })

  test('any other address shows that it is unknown, with a link home', async ({ page }) => {
    await page.goto('/nowhere/at/all')
    await expect(page.getByText('Sorry! That page was not found.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Click to return home.' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })

  test('an unknown item number can be searched for', { tag: ['@phone', '@only-phone'] }, async ({ page }) => {
    await page.goto('/i/KSBG-1x/es')
    await expect(page.getByText('Sorry! That page was not found.')).toBeVisible()
    await expect(page.getByRole('searchbox')).toHaveValue('KSBG-1x')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL('/search?q=KSBG-1x')
  })
})

test('nothing overflows sideways, down to 320 px', { tag: ['@phone', '@only-phone'] }, async ({ page, request }) => {
  const citation = await findCitation(request, '', ({ languages }) => languages.length > 3)
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of ['/', '/search?q=asthma', pageOf(citation)]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320)
  }
})
