// A packet for a family: the page on a phone in Spanish and Somali, its states, its QR code and its link.
import decodeQR from 'qr/decode.js'
import { addHandout, addPacket, deletePacket, pageOfPacket } from '../support/packets'
import { emptyFirstPage } from '../support/pages'
import { endSignIn, expect, expectAccessible, expectAccessibleInBothSchemes, signInOnly, test } from '../support/test'

/** In a browser that nobody is signed in to. */
test('a family reads a packet in Spanish or Somali, and missing versions are named', { tag: '@phone' }, async ({
  page,
  browser,
  baseURL,
}) => {
  await signInOnly(page, 'education-admin')
  const both = await addHandout(page, `Insulin at home ${Date.now()}`, ['English', 'Spanish', 'Somali'])
  const one = await addHandout(page, `Low blood sugar ${Date.now()}`, ['English', 'Spanish'])
  const packet = await addPacket(page, [both, one], { title: `New diabetes ${Date.now()}`, published: true })
  const context = await browser.newContext({ baseURL, viewport: page.viewportSize(), locale: 'es-US' })
  const family = await context.newPage()
  await family.goto(pageOfPacket(packet, 'so'))
  await expect(family.getByRole('heading', { level: 1, name: packet.title })).toBeVisible()
  const rows = family
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: family.getByRole('heading', { level: 2 }) })
  await expect(rows).toHaveCount(2)
  const view = rows.nth(0).getByRole('link', { name: /^Ver en Soomaali/ })
  await expect(view).toHaveAttribute('href', both.languages[2]?.url ?? '')
  await expect(rows.nth(1).getByText('Todavía no está en Soomaali')).toBeVisible()
  await expect(rows.nth(1).getByRole('link', { name: /^Ver en English/ })).toBeVisible()
  await expectAccessibleInBothSchemes(family)
  await family.getByLabel('Idioma', { exact: true }).selectOption('es')
  await expect(family).toHaveURL(/[?&]lang=es$/)
  await expect(family.getByRole('link', { name: /^Ver en Español/ })).toHaveCount(2)
  await expect(rows.nth(0).getByRole('link', { name: /^Soomaali/ })).toBeVisible()
  await family.reload()
  await expect(family.getByRole('link', { name: /^Ver en Español/ })).toHaveCount(2)
  // The page has no controls for staff.
  await expect(family.getByRole('button', { name: 'Agregar todo al pedido' })).toHaveCount(0)
  const width = family.viewportSize()?.width ?? 0
  expect(await family.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  const height =
    (
      await rows
        .nth(0)
        .getByRole('link', { name: /^Ver en Español/ })
        .boundingBox()
    )?.height ?? 0
  expect(height).toBeGreaterThanOrEqual(44)
  await context.close()
})

test('the QR code and the link open the packet in its language', async ({ page, server }) => {
  await signInOnly(page, 'visitor-nurse')
  const packet = await (async () => {
    const admin = await page.context().browser()?.newContext({ baseURL: server })
    const other = await admin?.newPage()
    if (!other) throw new Error('No browser')
    await signInOnly(other, 'education-admin')
    const handout = await addHandout(other, `At home ${Date.now()}`, ['English', 'Somali'])
    await admin?.close()
    return addPacket(page, [handout], { title: `For one family ${Date.now()}` })
  })()
  expect(packet.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/)
  await page.goto(pageOfPacket(packet, 'so'))
  await page.getByRole('button', { name: 'QR code' }).click()
  const dialog = page.getByRole('dialog', { name: 'QR code' })
  const image = dialog.getByRole('img', { name: `QR code of ${packet.title}` })
  await expect(image).toBeVisible()
  const { width, height, data } = await image.evaluate(async (img: HTMLImageElement) => {
    await img.decode()
    const context = new OffscreenCanvas(img.naturalWidth, img.naturalHeight).getContext('2d')
    context?.drawImage(img, 0, 0)
    const pixels = context?.getImageData(0, 0, img.naturalWidth, img.naturalHeight)
    return { width: img.naturalWidth, height: img.naturalHeight, data: [...(pixels?.data ?? [])] }
  })
  const target = decodeQR({ width, height, data: Uint8ClampedArray.from(data) })
  expect(target).toBe(`${server}${pageOfPacket(packet, 'so')}`)
  await expect(dialog.getByText(target)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'QR code' })).toBeFocused()
  // Anyone with the code can read the packet; the ID alone does not suffice.
  await endSignIn(page)
  await page.goto(target.replace(server, ''))
  await expect(page.getByRole('link', { name: /^View in Soomaali/ })).toBeVisible()
  expect((await page.request.get(`/api/packets/${packet.id}`)).status()).toBe(404)
})

test.describe('states', () => {
  test.use({ expectedConsole: /Failed to load resource|A call failed|Failed to fetch/ })

  test('deleted and unknown packets are explained, and lead to the search', { tag: ['@phone', '@only-phone'] }, async ({
    page,
  }) => {
    await signInOnly(page, 'education-admin')
    const packet = await addPacket(page, [await addHandout(page, `Withdrawn ${Date.now()}`)], { published: true })
    await deletePacket(page, packet.id)
    await page.goto(pageOfPacket(packet))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This packet is no longer available.')
    await expect(page.getByRole('link', { name: 'Search for handouts' })).toHaveAttribute('href', '/')
    await expectAccessible(page)
    await page.goto('/packet/nothing-like-this')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This packet was not found.')
    await expectAccessible(page)
  })

  test('without a connection a retry is offered', async ({ page }) => {
    await signInOnly(page, 'education-admin')
    const packet = await addPacket(page, [await addHandout(page, `Offline ${Date.now()}`)], { published: true })
    let fails = true
    await emptyFirstPage(page)
    await page.route('**/api/packets/**', (route) => (fails ? route.abort() : route.continue()))
    await page.goto(pageOfPacket(packet))
    await expect(page.getByText('The server could not be reached.')).toBeVisible()
    fails = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(packet.title)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })
})
