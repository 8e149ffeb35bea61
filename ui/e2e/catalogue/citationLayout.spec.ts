// The layout of a citation: languages first, collapsible abstracts, readable line lengths, one edge for every script.
import type { Locator, Page } from '@playwright/test'
import { findCitation, pageOf } from '../support/catalogue'
import { addCitation } from '../support/citations'
import { expectInFirstScreen, linesLongerThan, resizeWidth } from '../support/layout'
import { emptyFirstPage } from '../support/pages'
import { endSignIn, expect, expectAccessible, isPhone, signInOnly, test } from '../support/test'

const names = [
  'English',
  'Arabic',
  'Chinese, Simplified (Mandarin dialect)',
  'French',
  'Hindi',
  'Oromo',
  'Somali',
  'Spanish',
  'Swahili',
  'Vietnamese',
]
const sentence = 'Call the clinic when your child coughs at night or wakes up short of breath. '
const paragraphs = Array.from({ length: 12 }, (_, n) => `Part ${n + 1}. ${sentence.repeat(6).trim()}`)

/** A citation with a lot of everything. */
const large = (page: Page) =>
  addCitation(page, {
    title: `What to do when your child has asthma and a cold at the same time: a plan for home, for school and for the nights when nobody sleeps, with a page to fill in together ${Date.now()}`,
    abstract: paragraphs.join('\n'),
    printingSpecs: 'Half sheet, 2-up, cut, goldenrod paper',
    languages: names.map((lang) => ({
      lang,
      ksbgNumber: null,
      pages: null,
      url: `https://files.example.org/${lang}.pdf`,
    })),
  })

test('languages and their main action are in the first screen, whatever else is known', { tag: '@phone' }, async ({
  page,
}) => {
  await signInOnly(page, 'education-admin')
  const citation = await large(page)
  await page.goto(pageOf(citation))
  await expectInFirstScreen(page, page.getByRole('heading', { name: 'Languages' }))
  await expectInFirstScreen(page, page.getByRole('link', { name: /^View and Print.*English/ }))
  await expectAccessible(page)
  await endSignIn(page)
  await page.goto(pageOf(citation))
  await expectInFirstScreen(page, page.getByRole('link', { name: /^View and Print.*English/ }))
  // The first lines of a typical abstract are visible without much scrolling, too.
  const usual = await findCitation(
    page.request,
    '',
    ({ languages, title }) => languages.length === 2 && title.length < 40,
  )
  await page.goto(pageOf(usual))
  await expectInFirstScreen(page, page.getByRole('heading', { name: 'Abstract' }))
})

test('an abstract keeps its paragraphs, shows its first lines, and opens on demand and on paper', {
  tag: '@phone',
}, async ({ page }) => {
  await signInOnly(page, 'education-admin')
  await page.goto(pageOf(await large(page)))
  const abstract = page.getByRole('region', { name: 'Abstract' })
  await expect(abstract.getByRole('paragraph')).toHaveCount(paragraphs.length)
  const text = abstract.getByRole('paragraph').first().locator('..')
  const closed = (await text.boundingBox())?.height ?? 0
  // Twelve lines on a wide screen, five on a phone, and the spaces between paragraphs.
  expect(closed).toBeLessThan(isPhone(page) ? 150 : 345)
  await abstract.getByRole('button', { name: 'Show the whole abstract' }).click()
  const open = (await text.boundingBox())?.height ?? 0
  expect(open).toBeGreaterThan(closed * 2)
  const less = abstract.getByRole('button', { name: 'Show less of the abstract' })
  await expect(less).toBeFocused()
  await expectAccessible(page)
  await less.click()
  await page.emulateMedia({ media: 'print' })
  expect((await text.boundingBox())?.height ?? 0).toBeGreaterThan(closed * 1.5)
  await page.emulateMedia({ media: 'screen' })

  const short = await addCitation(page, { title: `Short ${Date.now()}`, abstract: 'One line.' })
  await page.goto(pageOf(short))
  await expect(abstract.getByText('One line.')).toBeVisible()
  await expect(abstract.getByRole('button')).toHaveCount(0)

  const medium = await addCitation(page, { title: `Medium ${Date.now()}`, abstract: paragraphs.slice(0, 1).join('\n') })
  await page.goto(pageOf(medium))
  await expect(abstract.getByText(/^Part 1/)).toBeVisible()
  await expect(abstract.getByRole('button')).toHaveCount(isPhone(page) ? 1 : 0)
})

test.describe('on every page', () => {
  // One of them is an unknown citation.
  test.use({ expectedConsole: /404|A call failed/ })

  test('no line of text is longer than 75 characters', async ({ page }) => {
    await signInOnly(page, 'education-admin')
    const citation = await large(page)
    for (const path of [
      '/',
      '/search?q=asthma',
      '/search?q=qqqqxxyzzy',
      pageOf(citation),
      '/manage_lookups',
      '/citation/none',
    ]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
      await page.waitForLoadState('networkidle')
      const more = page.getByRole('button', { name: 'Show the whole abstract' })
      if (await more.isVisible()) await more.click()
      for (const width of [1280, 768, 390]) {
        await resizeWidth(page, width)
        expect(await linesLongerThan(page, 75), `${path} at ${width}`).toEqual([])
      }
    }
  })
})

test('the table of languages keeps its icons and buttons whole at every width', { tag: '@phone' }, async ({ page }) => {
  await signInOnly(page, 'education-admin')
  await page.goto(pageOf(await large(page)))
  const table = page.getByRole('table', { name: 'Language versions' })
  for (const width of [1280, 1000, 900, 768, 720, 700, 640, 390, 320]) {
    await page.setViewportSize({ width, height: 900 })
    const errors = await table.evaluate((element) => {
      const edge = element.getBoundingClientRect()
      return [...element.querySelectorAll('button, a')].flatMap((control) => {
        const icon = control.querySelector('svg')?.getBoundingClientRect()
        const box = control.getBoundingClientRect()
        const label = document.createRange()
        label.selectNodeContents(control)
        // What scrolls sideways cuts off what lies beyond it.
        const scroll = element.parentElement?.getBoundingClientRect() ?? edge
        const wrong =
          (icon?.width ?? 0) < 14 ||
          box.height > 50 ||
          box.right > Math.min(edge.right + 14, scroll.right) ||
          box.left < Math.max(edge.left - 14, scroll.left)
        return wrong ? [`${control.textContent}: icon ${icon?.width}, ${box.width} × ${box.height}`] : []
      })
    })
    expect(errors, `at ${width}`).toEqual([])
    const overlaps = await table.evaluate((element) =>
      [...element.querySelectorAll('tbody tr')].flatMap((row) => {
        const texts = [...row.querySelectorAll('th, td:not(:has(button, a))')].flatMap((cell) => {
          const text = document.createRange()
          text.selectNodeContents(cell)
          return [...text.getClientRects()]
        })
        return [...row.querySelectorAll('button, a')].flatMap((control) => {
          const box = control.getBoundingClientRect()
          const over = texts.some(
            (line) =>
              line.right > box.left + 4 && line.left < box.right && line.bottom > box.top && line.top < box.bottom,
          )
          return over ? [`${row.querySelector('th')?.textContent} under ${control.textContent}`] : []
        })
      }),
    )
    expect(overlaps, `at ${width}`).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width}`).toBeLessThanOrEqual(width)
  }
})

test('blocks of Arabic begin at the right, its words in tables and beside labels at the left', {
  tag: '@phone',
}, async ({ page }) => {
  await signInOnly(page, 'education-admin')
  const text = 'خطة عمل الربو للأطفال في البيت والمدرسة'
  const citation = await addCitation(page, {
    title: `${text} ${Date.now()}`,
    abstract: `${text}\n${`${text}، `.repeat(20)}`,
    keywords: ['الربو'],
    languages: [{ lang: 'Arabic', ksbgNumber: null, pages: null, url: 'https://files.example.org/a.pdf' }],
  })
  /** The distances of the text from the left and right edges of its element. */
  const gaps = (target: Locator) =>
    target.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      const lines = [...range.getClientRects()].filter(({ width }) => width > 4)
      const box = element.getBoundingClientRect()
      const left = Math.min(...lines.map((line) => line.left)) - box.left
      return { left: Math.round(left), right: Math.round(box.right - Math.max(...lines.map((line) => line.right))) }
    })
  await page.goto(pageOf(citation))
  const abstract = page.getByRole('region', { name: 'Abstract' })
  const paragraph = abstract.getByRole('paragraph').first()
  await expect(paragraph).toBeVisible()
  expect((await gaps(paragraph)).right).toBeLessThan(8)
  expect((await gaps(page.getByRole('heading', { level: 1 }))).right).toBeLessThan(8)
  expect((await gaps(page.getByRole('definition').filter({ hasText: 'الربو' }))).left).toBeLessThan(8)
  await page.goto(`/search?q=${encodeURIComponent('الربو')}`)
  const result = page.getByRole('region', { name: 'Results' }).getByRole('listitem').first()
  await expect(result).toContainText(text)
  expect((await gaps(result.getByRole('heading'))).right).toBeLessThan(8)
  expect((await gaps(result.getByRole('paragraph').filter({ hasText: text }))).right).toBeLessThan(8)
})

test.describe('when a citation cannot be loaded', () => {
  test.use({ expectedConsole: /Failed to load resource|A call failed/ })

  for (const [what, words] of [
    ['offline', 'The server could not be reached.'],
    ['in trouble', 'The server could not answer.'],
  ] as const) {
    test(`${what}: it is reported, the address stays, and it can be retried`, async ({ page, request }) => {
      const citation = await findCitation(request, '')
      await emptyFirstPage(page)
      await page.route('**/api/citations/*', (route) =>
        what === 'offline' ? route.abort() : route.fulfill({ status: 500, json: { title: 'Internal Server Error' } }),
      )
      await page.goto(pageOf(citation))
      const alert = page.getByRole('alert')
      await expect(alert).toContainText(words)
      await expect(page.getByRole('main')).not.toContainText(/No citation found|Internal Server Error/)
      await expect(page).toHaveTitle('Handout could not be loaded')
      await expectAccessible(page)
      await page.unroute('**/api/citations/*')
      await alert.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toContainText(citation.title)
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    })
  }
})

test('a loading citation has a skeleton, a heading and a message', async ({ page, request }) => {
  const citation = await findCitation(request, '')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await emptyFirstPage(page)
  await page.route('**/api/citations/*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(pageOf(citation))
  await expect(page.getByRole('heading', { level: 1, name: 'Loading Citation...' })).toBeVisible()
  await expect(page).toHaveTitle('Loading Citation...')
  await expect(page.getByTestId('citation-skeleton')).toBeVisible()
  await expectAccessible(page)
  release()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(citation.title)
  if (!isPhone(page)) await expectAccessible(page)
})
