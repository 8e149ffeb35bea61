// A printed citation: one sheet for a family, with a readable QR code for each language.
import type { Page } from '@playwright/test'
import type { Citation } from '../../src/api/catalogue/citations'
import { pageOf } from '../support/catalogue'
import { addCitation } from '../support/citations'
import { codesOf, sheetsOf } from '../support/pdf'
import { expect, signInOnly, test } from '../support/test'

const names = 'English,Arabic,French,Hindi,Oromo,Russian,Somali,Spanish,Swahili,Vietnamese,Amharic'.split(',')
const sentence = 'Call the clinic when your child coughs at night or wakes up short of breath. '

const languages = (count: number) =>
  names.slice(0, count).map((lang) => ({
    lang,
    ksbgNumber: null,
    pages: null,
    url: `https://files.example.org/asthma cold/${lang}.pdf`,
  }))

/** The URLs that the codes of a citation contain. */
const codes = ({ id, languages }: Citation, server: string) =>
  languages.map(({ url }) => `${server}/qrredirect?${new URLSearchParams({ id, url: url ?? '' })}`).sort()

/** The citation as PDF, printed once its codes are loaded. */
async function printed(page: Page, citation: Citation, format: 'A4' | 'Letter') {
  await page.goto(pageOf(citation))
  await expect(page.getByRole('heading', { name: 'General Information' })).toBeVisible()
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  const images = page.locator('article img')
  await expect(images).toHaveCount(citation.languages.length)
  await Promise.all((await images.all()).map((image) => image.evaluate((img: HTMLImageElement) => img.decode())))
  return page.pdf({ format })
}

for (const [count, sheets] of [
  [1, 1],
  [3, 1],
  [10, 1],
  [11, 2],
] as const) {
  test(`a citation in ${count} languages takes at most ${sheets === 1 ? 'one sheet' : 'two sheets'}, with a code each`, async ({
    page,
    server,
  }) => {
    await signInOnly(page, 'education-admin')
    const citation = await addCitation(page, {
      title: `What to do when your child has asthma and a cold at the same time: a plan for home, for school and for the nights when nobody sleeps, with a page to fill in together ${Date.now()}`,
      abstract: sentence.repeat(8),
      printingSpecs: 'Half sheet, 2-up, cut, goldenrod paper',
      languages: languages(count),
    })
    for (const format of ['A4', 'Letter'] as const) {
      const pdf = await printed(page, citation, format)
      expect(sheetsOf(pdf), format).toBeLessThanOrEqual(sheets)
      expect(codesOf(pdf).map(decoded).sort(), format).toEqual(codes(citation, server).map(decoded))
    }
  })
}

/** A space has two encodings. */
const decoded = (url: string) => decodeURIComponent(url.replace(/\+/g, ' '))

test('a long abstract follows the codes, which stay on the first sheet', async ({ page }) => {
  await signInOnly(page, 'education-admin')
  const abstract = Array.from({ length: 12 }, (_, n) => `Part ${n + 1}. ${sentence.repeat(6).trim()}`).join('\n')
  const long = await addCitation(page, { title: `A long abstract ${Date.now()}`, abstract, languages: languages(3) })
  expect(sheetsOf(await printed(page, long, 'Letter'))).toBe(2)
  const edge = async (name: string) =>
    (await page.getByRole('heading', { name, exact: true }).boundingBox())?.y ?? Number.NaN
  await page.emulateMedia({ media: 'print' })
  expect(await edge('Languages')).toBeLessThan(await edge('Abstract'))
  const short = await addCitation(page, { title: `A short abstract ${Date.now()}`, languages: languages(3) })
  await page.goto(pageOf(short))
  expect(await edge('Abstract')).toBeLessThan(await edge('Languages'))
})

test('a printed page has hospital, title, abstract, languages and date, and nothing that only a screen needs', async ({
  page,
}) => {
  await signInOnly(page, 'education-admin')
  const citation = await addCitation(page, {
    title: `On paper ${Date.now()}`,
    printingSpecs: 'Goldenrod paper',
    languages: [{ lang: 'Somali', ksbgNumber: 'KSBG77', pages: null, url: 'https://files.example.org/somali.pdf' }],
  })
  await page.goto(pageOf(citation))
  await page.emulateMedia({ media: 'print' })
  const article = page.getByRole('article')
  const row = article.getByRole('row', { name: /Somali/ })
  await expect(row).toContainText('KSBG77')
  await expect(row).toContainText('1/24/2026')
  await expect(article.getByText(/ Patient and Family Education$/)).toBeVisible()
  await expect(article.getByText(/^Printed \d+\/\d+\/\d{4}$/)).toBeVisible()
  await expect(article.getByText('A short abstract.')).toBeVisible()
  for (const name of ['General Information', 'Goldenrod paper', 'View and Print', 'QR Code: Somali', 'Print this page'])
    await expect(article.getByText(name).filter({ visible: true })).toHaveCount(0)
  // 24 mm on paper.
  expect((await row.locator('img').boundingBox())?.width).toBeGreaterThan(90)
})
