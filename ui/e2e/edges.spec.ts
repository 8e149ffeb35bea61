// Layout details: aligned edges, words that do not break, and marks in forced colors.
import type { Locator, Page } from '@playwright/test'
import { addCitation } from './support/citations'
import { newMailStop, person, placeOrder } from './support/orders'
import { expect, isPhone, signIn, signInOnly, test } from './support/test'

const boxOf = async (target: Locator) => (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
const middleOf = async (target: Locator) => {
  const { y, height } = await boxOf(target)
  return y + height / 2
}

test('the controls of the header stand on one line, and the rule of the footer is as wide as the page', {
  tag: '@phone',
}, async ({ page }) => {
  await signIn(page, 'unit-clerk')
  if (!isPhone(page)) {
    const language = await middleOf(page.getByRole('button', { name: 'Handout language' }))
    expect(Math.abs(language - (await middleOf(page.getByRole('link', { name: 'Search', exact: true }))))).toBeLessThan(
      1,
    )
  }
  await page.goto('/order')
  const rule = await boxOf(page.getByRole('contentinfo'))
  const { left, width } = await page.getByRole('main').evaluate((main) => {
    const style = getComputedStyle(main)
    const [start, end] = [Number.parseFloat(style.paddingLeft), Number.parseFloat(style.paddingRight)]
    const box = main.getBoundingClientRect()
    return { left: box.left + start, width: box.width - start - end }
  })
  expect([Math.round(rule.x), Math.round(rule.width)]).toEqual([Math.round(left), Math.round(width)])
})

test('an email address stays on one line where there is room, else it breaks after its @', async ({
  page,
  browser,
  server,
}) => {
  const clerk = await person(browser, server, 'unit-clerk')
  const number = await placeOrder(clerk.request, { mailStop: newMailStop() })
  await signIn(page, 'copy-center', `/orders/${number}`)
  const address = page.getByRole('link', { name: 'unit-clerk@example.org' })
  await expect(address).toBeVisible()
  /** The lines that the address takes. */
  const lines = () =>
    address.evaluate((link) => {
      const found = new Map<number, string>()
      const walker = document.createTreeWalker(link, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const [at, letter] of [...(node.textContent ?? '')].entries()) {
          const range = document.createRange()
          range.setStart(node, at)
          range.setEnd(node, at + 1)
          const top = Math.round(range.getBoundingClientRect().top)
          found.set(top, (found.get(top) ?? '') + letter)
        }
      }
      return [...found.values()]
    })
  expect(await lines()).toEqual(['unit-clerk@example.org'])
  await address.evaluate((link) => Object.assign(link.parentElement?.style ?? {}, { width: '8rem' }))
  expect(await lines()).toEqual(['unit-clerk@', 'example.org'])
})

test('synonyms in Arabic stay in their column, and the heading of the actions above its buttons', {
  tag: '@phone',
}, async ({ page }) => {
  await signInOnly(page, 'education-admin')
  const term = `سعال ${Date.now()}`
  await page.request.post('/api/system/synonyms', {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { terms: [term, 'اختبار'], oneWay: false },
  })
  await page.goto('/manage_lookups?category=synonyms')
  const cell = page.getByRole('cell').filter({ hasText: term })
  await expect(cell).toBeVisible()
  const { x: start } = await boxOf(cell)
  const { x } = await boxOf(cell.locator('bdi').first())
  expect(x - start).toBeLessThan(16)
  if (isPhone(page)) return
  const table = page.getByRole('table', { name: 'Synonyms' })
  const heading = await boxOf(table.getByRole('columnheader', { name: 'Actions' }))
  const button = await boxOf(table.getByRole('button', { name: new RegExp(`^Delete ${term}`) }))
  const textEnd = heading.x + heading.width
  expect(Math.abs(textEnd - (button.x + button.width))).toBeLessThan(4)
  expect(
    await table.getByRole('columnheader', { name: 'Actions' }).evaluate((th) => getComputedStyle(th).textAlign),
  ).toBe('end')
})

test('on a phone the word Files stays beside the first language of a review, and both filters are as wide', async ({
  page,
}) => {
  await signInOnly(page, 'education-admin')
  const title = `Many files ${Date.now()}`
  await addCitation(page, {
    title,
    deptReviewDate: '2015-01-24T00:00:00.000Z',
    languages: ['English', 'Spanish', 'Somali', 'Chinese, Simplified (Mandarin)'].map((lang) => ({
      lang,
      ksbgNumber: null,
      pages: null,
      url: `https://files.example.org/${lang}.pdf`,
    })),
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/review')
  const row = page.getByRole('row').filter({ hasText: title })
  await expect(row).toBeVisible()
  const cell = row.locator('td[data-label="Files"]')
  const label = await cell.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return { top: element.getBoundingClientRect().top, height: range.getBoundingClientRect().height }
  })
  const first = await boxOf(cell.getByRole('link').first())
  const last = await boxOf(cell.getByRole('link').last())
  expect(last.y).toBeGreaterThan(first.y)
  expect(label.height).toBeGreaterThan(first.height)
  // The label comes first in the cell, on the line of the first language.
  expect(first.y - label.top).toBeLessThan(first.height / 2)
  const { width: one } = await boxOf(page.getByLabel('Department', { exact: true }))
  const { width: other } = await boxOf(page.getByLabel('Reviewer', { exact: true }))
  expect(one).toBe(other)
})

test.describe('in forced colors', () => {
  test.use({ forcedColors: 'active' })

  /** Whether the current link of a navigation has an outline, and the others have none. */
  const marked = (page: Page, name: string) =>
    page.getByRole('navigation', { name, exact: true }).evaluate((nav) => {
      const outlined = (link: Element) => getComputedStyle(link).outlineStyle === 'solid'
      const links = [...nav.querySelectorAll('a')]
      return {
        current: links.filter((link) => link.ariaCurrent).map(outlined),
        others: links.filter((link) => !link.ariaCurrent).some(outlined),
      }
    })

  for (const [account, path, name] of [
    ['education-admin', '/review', 'Views'],
    ['copy-center', '/orders', 'Views'],
    ['unit-clerk', '/order', 'Main'],
  ] as const) {
    test(`the current entry of '${name}' on ${path} is marked`, async ({ page }) => {
      await signIn(page, account, path)
      await expect(page.getByRole('navigation', { name, exact: true })).toBeVisible()
      await expect.poll(() => marked(page, name)).toEqual({ current: [true], others: false })
    })
  }
})

test('long words break instead of making a page wider than the phone', {
  tag: ['@phone', '@only-phone'],
}, async ({ page }) => {
  await signInOnly(page, 'education-admin')
  const word = 'Esophagogastroduodenoscopy'
  const citation = await addCitation(page, {
    title: `${word.repeat(3)} ${Date.now()}`,
    keywords: [word.repeat(4)],
    printingSpecs: word.repeat(4),
  })
  const favorites = [{ id: citation.id, title: citation.title }]
  await page.request.post('/api/user/session', {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { favorites, order: [] },
  })
  for (const [path, shown] of [
    ['/', page.getByRole('link', { name: citation.title })],
    [`/citation/${citation.id}`, page.getByRole('heading', { name: citation.title })],
    [`/citation/edit/${citation.id}`, page.getByText(word.repeat(4)).first()],
  ] as const) {
    await page.goto(path)
    await expect(shown).toBeVisible()
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(tooWide, path).toBeLessThanOrEqual(0)
  }
})
