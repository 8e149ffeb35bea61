// Takes the pictures of the guide from the demo (`make pictures`): docs/guide/pictures has each in WebP, with the texts in it
// beside it, which src/i18n/pictures.test.ts compares with the messages. That of the README is taken too.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { findCitation, pageOf } from './support/catalogue'
import { fillOrder, gatherOrder, startWithoutOrder } from './support/staff'
import { type Account, expect, isPhone, signInOnly, test } from './support/test'

const docs = fileURLToPath(new URL('../../docs/', import.meta.url))
const folder = join(docs, 'guide/pictures')

interface Scene {
  as?: Account
  /** Shows what the picture shows. */
  show: (page: Page) => Promise<unknown>
}

const asthmaPlan = (page: Page) => findCitation(page.request, '', ({ title }) => title === 'Asthma action plan')

/** Waits until the rows of a list are there. */
const withRows = async (page: Page, path: string) => {
  await page.goto(path)
  await expect(page.getByRole('main').getByRole('listitem').or(page.getByRole('row')).nth(3)).toBeVisible()
}

/** By the name of the page of the guide that shows it. */
const scenes: Record<string, Scene> = {
  families: { show: async (page) => page.goto(pageOf(await asthmaPlan(page))) },
  'families.es': { show: async (page) => page.goto(`${pageOf(await asthmaPlan(page))}?lang=es`) },
  'find-a-handout': { as: 'visitor-nurse', show: (page) => withRows(page, '/search?q=asthma') },
  languages: {
    as: 'visitor-nurse',
    show: async (page) => {
      await page.goto(pageOf(await asthmaPlan(page)))
      await page.getByRole('button', { name: /^Handout language/ }).click()
      await expect(page.getByRole('dialog').getByRole('button').nth(5)).toBeVisible()
    },
  },
  'order-copies': {
    as: 'unit-clerk',
    show: async (page) => {
      await startWithoutOrder(page)
      await gatherOrder(page, ['Somali', 'English'])
      await fillOrder(page)
      await page.getByRole('spinbutton').first().fill('20')
      await page.evaluate(() => {
        ;(document.activeElement as HTMLElement | null)?.blur()
        window.scrollTo(0, 0)
      })
    },
  },
  packets: {
    as: 'visitor-nurse',
    show: async (page) => {
      await page.goto('/packets')
      await page.getByRole('link', { name: 'New asthma diagnosis' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'New asthma diagnosis' })).toBeVisible()
      await page.evaluate(() => window.scrollTo(0, 0))
    },
  },
  'answer-orders': { as: 'copy-center', show: (page) => withRows(page, '/orders') },
  overview: { as: 'education-admin', show: (page) => withRows(page, '/overview') },
  reviews: { as: 'education-admin', show: (page) => withRows(page, '/review') },
  'upload-a-file': {
    as: 'education-admin',
    show: async (page) => {
      const stored = await findCitation(
        page.request,
        '',
        ({ languages }) =>
          languages[0]?.lang === 'English' && languages.length <= 3 && languages.every(({ file }) => Boolean(file)),
      )
      await page.goto(`/citation/edit/${stored.id}`)
      const row = page.getByRole('group', { name: /^File \(row 1:/ })
      await expect(row).toBeVisible()
      await row.evaluate((element) => window.scrollTo(0, element.getBoundingClientRect().top + scrollY - 400))
    },
  },
  accessibility: { as: 'education-admin', show: (page) => withRows(page, '/accessibility') },
  usage: {
    as: 'education-admin',
    show: async (page) => {
      await page.goto('/usage')
      await expect(page.getByRole('region', { name: 'Most used' }).getByRole('link').first()).toBeVisible()
    },
  },
}

for (const [name, { as, show }] of Object.entries(scenes)) {
  test(`the picture for ${name}`, async ({ page }) => {
    if (as) await signInOnly(page, as)
    await show(page)
    await page.waitForLoadState('networkidle')
    const picture = await page.screenshot({ animations: 'disabled' })
    const file = join(folder, isPhone(page) ? `${name}-phone` : name)
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${file}.webp`, await asWebp(page, picture))
    writeFileSync(`${file}.txt`, `${[...new Set(await textsIn(page))].join('\n')}\n`)
    if (name === 'find-a-handout' && !isPhone(page)) writeFileSync(join(docs, 'screenshot.png'), picture)
  })
}

/** The picture in lossy WebP, which the browser encodes. */
async function asWebp(page: Page, picture: Buffer): Promise<Buffer> {
  const blank = await page.context().newPage()
  const encoded = await blank.evaluate(async (png) => {
    const blob = await (await fetch(`data:image/png;base64,${png}`)).blob()
    const bitmap = await createImageBitmap(blob)
    const canvas = Object.assign(document.createElement('canvas'), { width: bitmap.width, height: bitmap.height })
    canvas.getContext('2d', { alpha: false })?.drawImage(bitmap, 0, 0)
    return canvas.toDataURL('image/webp', 0.8)
  }, picture.toString('base64'))
  await blank.close()
  return Buffer.from(encoded.replace('data:image/webp;base64,', ''), 'base64')
}

/** The texts that can be seen, with the values of fields. */
const textsIn = (page: Page) =>
  page.evaluate(() => {
    const texts: string[] = []
    const note = (text: string) => text.trim() !== '' && texts.push(text.replace(/\s+/g, ' ').trim())
    const isSeen = ({ top, bottom, left, right, width, height }: DOMRect) =>
      width > 1 && height > 1 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Element) {
        if (!node.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
        if (!isSeen(node.getBoundingClientRect())) continue
        if (node instanceof HTMLInputElement && !/checkbox|radio|file/.test(node.type))
          note(node.value || node.placeholder)
        if (node instanceof HTMLTextAreaElement) note(node.value || node.placeholder)
        if (node instanceof HTMLSelectElement) note(node.selectedOptions[0]?.text ?? '')
        continue
      }
      const parent = node.parentElement
      if (!parent || parent.closest('option, script, style, noscript, template')) continue
      if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      // Texts for screen readers alone are one pixel large.
      if (parent.closest('[class*=isually]') || !isSeen(parent.getBoundingClientRect())) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      if (isSeen(range.getBoundingClientRect())) note(node.textContent ?? '')
    }
    return texts
  })
