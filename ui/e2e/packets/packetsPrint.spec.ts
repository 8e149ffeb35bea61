// A printed packet: one sheet, with readable QR codes of the packet and of each handout.
import type { Page } from '@playwright/test'
import type { Citation } from '../../src/api/catalogue/citations'
import type { Packet } from '../../src/api/packets'
import { addHandout, addHandouts, addPacket, pageOfPacket } from '../support/packets'
import { codesOf, sheetsOf } from '../support/pdf'
import { expect, signInOnly, test } from '../support/test'

/** The packet as PDF, printed once its codes are loaded. */
async function printed(page: Page, packet: Packet, count: number, format: 'A4' | 'Letter') {
  await page.goto(pageOfPacket(packet, 'es'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(packet.title)
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  const images = page.locator('article img')
  await expect(images).toHaveCount(count + 1)
  await Promise.all((await images.all()).map((image) => image.evaluate((img: HTMLImageElement) => img.decode())))
  return page.pdf({ format })
}

const decoded = (url: string) => decodeURIComponent(url.replace(/\+/g, ' '))

/** The URLs in the codes: the packet in Spanish, and the Spanish version of each handout. */
const targets = (packet: Packet, handouts: readonly Citation[], server: string) =>
  [
    `${server}${pageOfPacket(packet, 'es')}`,
    ...handouts.map(
      ({ id, languages }) =>
        `${server}/qrredirect?id=${id}&url=${languages.find(({ lang }) => lang === 'Spanish')?.url}`,
    ),
  ].sort()

for (const count of [1, 6, 20]) {
  test(`a packet of ${count} takes one sheet, with every code`, async ({ page, server }) => {
    test.slow()
    await signInOnly(page, 'education-admin')
    const handouts = await addHandouts(page, count)
    const packet = await addPacket(page, handouts, {
      title: `On the wall ${Date.now()}`,
      description: 'For the first days at home. Keep it where everybody can find it.',
      published: true,
    })
    for (const format of ['A4', 'Letter'] as const) {
      const pdf = await printed(page, packet, count, format)
      expect(sheetsOf(pdf), format).toBe(1)
      expect(codesOf(pdf).map(decoded).sort(), format).toEqual(targets(packet, handouts, server).map(decoded))
    }
  })
}

test('paper has hospital, titles and item numbers; each code is at least 20 mm wide, and nothing else is printed', async ({
  page,
}) => {
  await signInOnly(page, 'education-admin')
  const title = `A plan for home, for school and for the nights when nobody sleeps, with a page to fill in together ${Date.now()}`
  const long = await addHandout(page, title, ['English', 'Spanish'])
  const packet = await addPacket(page, [long, await addHandout(page, `Only English ${Date.now()}`)], {
    title: `السكري من النوع الأول ${Date.now()}`,
    published: true,
  })
  await printed(page, packet, 2, 'A4')
  await page.emulateMedia({ media: 'print' })
  const article = page.getByRole('article')
  await expect(article.getByText(/ Patient and Family Education$/)).toBeVisible()
  await expect(article.getByRole('heading', { level: 1, name: packet.title })).toHaveCount(1)
  const rows = article.getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(0)).toContainText(title)
  await expect(rows.nth(0)).toContainText(long.languages[1]?.ksbgNumber ?? '')
  await expect(rows.nth(1)).toContainText('Not in Español yet')
  for (const name of ['Print', 'Copy link', 'QR code']) await expect(page.getByRole('button', { name })).toHaveCount(0)
  const width = (await rows.nth(0).locator('img').boundingBox())?.width ?? 0
  // Without its quiet zone, which is at most a quarter of the image; a millimeter is 96 / 25.4 pixels.
  expect(width * 0.75).toBeGreaterThanOrEqual((20 * 96) / 25.4)
})
