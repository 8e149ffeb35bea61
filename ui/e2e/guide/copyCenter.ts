// The pages for the copy center.
import type { Page } from '@playwright/test'
import type { Citation } from '../../src/api/catalogue/citations'
import { addCitation } from '../support/citations'
import { pdfOf, storeFile } from '../support/files'
import { countPrints, expectPrints, newMailStop, openQueue, person, placeOrder } from '../support/orders'
import { expect } from '../support/test'
import type { Guide, Scripts } from './guide'

/** Orders of a clerk, by their numbers. */
async function orders({ browser, server }: Guide, count: number, quantities?: number[]) {
  const clerk = await person(browser, server, 'unit-clerk')
  const mailStop = newMailStop()
  const numbers: string[] = []
  for (let n = 0; n < count; n++) numbers.push(await placeOrder(clerk.request, { mailStop, quantities }))
  return { mailStop, numbers, first: numbers[0] ?? '' }
}

/** Selects the orders of the list. */
const selectAll = (page: Page) =>
  page
    .getByRole('button', { name: /^Select (all|this page)/ })
    .first()
    .click()

export const copyCenter: Scripts = {
  'answer-orders': {
    as: 'copy-center',
    steps: async (guide) => {
      const { page, step } = guide
      const { first } = await orders(guide, 1, [40, 5])
      await page.goto('/orders')
      await step(async (words) => {
        await words.press()
        await words.press()
      })
      await step(async () => {
        await page.goto(`/orders?q=${first}`)
        await page.getByRole('link', { name: first }).click()
      })
      await step((words) => words.sees())
      await step(async (words) => {
        await words.sees()
        const states = page.getByRole('group', { name: 'New state' })
        for (const state of ['printing', 'ready']) {
          await (await words.control(states)).check()
          await page.getByRole('button', { name: `Set to ${state}` }).click()
          await expect(page.getByRole('button', { name: `Set to ${state}` })).toBeHidden()
        }
        await (await words.control(states)).check()
      })
      await step(async (words) => {
        await words.sees()
        await page.getByLabel(/, Somali of 40/).fill('10')
        await page.getByRole('button', { name: 'Set to sent' }).click()
        await words.control()
      })
    },
  },
  'print-order-sheets': {
    as: 'copy-center',
    steps: async (guide) => {
      const { page, step } = guide
      await countPrints(page)
      const { first, mailStop } = await orders(guide, 2)
      await step(() => page.goto(`/orders/${first}`))
      await step((words) => words.press())
      await step(() => expectPrints(page, 1))
      await openQueue(page, mailStop, 2)
      await step(() => selectAll(page))
      await step((words) => words.press())
      await step(() => expectPrints(page, 1))
      await step()
      await step((words) => words.press())
      await step(async (words) => {
        await expectPrints(page, 2)
        await expect(page.getByRole('columnheader', { name: words.next(), includeHidden: true }).first()).toBeAttached()
      })
    },
  },
  'download-order-files': {
    as: 'copy-center',
    steps: async (guide) => {
      const { page, step, browser, server } = guide
      const admin = await person(browser, server, 'education-admin')
      const { digest } = await storeFile(admin, pdfOf('fever.pdf', [`Fever ${Date.now()}`]))
      const languages = [{ lang: 'English', ksbgNumber: null, pages: null, file: { digest } }]
      const citation = await addCitation(admin, {
        title: `Fever ${Date.now()}`,
        languages: languages as unknown as Citation['languages'],
      })
      const clerk = await person(browser, server, 'unit-clerk')
      const number = await placeOrder(clerk.request, { mailStop: newMailStop(), citation })
      await step(() => page.goto(`/orders/${number}`))
      await step(async (words) => {
        const [download] = await Promise.all([page.waitForEvent('download'), words.press()])
        expect(download.suggestedFilename()).toMatch(/\.zip$/)
      })
      await step(async (words) => expect(await words.control()).toHaveAttribute('target', '_blank'))
    },
  },
  'order-totals': {
    as: 'copy-center',
    steps: async ({ page, step }) => {
      await page.goto('/')
      await step(async (words) => {
        await words.press()
        await words.press()
      })
      await step(async (words) => {
        const by = await words.field()
        while (words.rest().length > 0) await by.selectOption({ label: words.next() })
      })
      await step(async (words) => {
        await words.fill('2026-01-01')
        await words.fill('2026-12-31')
      })
      await step(() => expect(page.getByRole('table').first()).toBeVisible())
      await step(async (words) => {
        const [download] = await Promise.all([page.waitForEvent('download'), words.press()])
        expect(download.suggestedFilename()).toMatch(/\.csv$/)
      })
    },
  },
}
