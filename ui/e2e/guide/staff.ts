// The pages for nurses and clerks.
import type { Locator, Page } from '@playwright/test'
import type { Citation } from '../../src/api/catalogue/citations'
import { findCitation, pageOf } from '../support/catalogue'
import { changeStateByColleague, dayAhead, newMailStop, person, placeOrder } from '../support/orders'
import { startWithoutOrder } from '../support/staff'
import { expect } from '../support/test'
import { results } from './families'
import type { Guide, Scripts } from './guide'

/** A handout that the copy center prints, in English and Somali, with files. */
const printed = (page: Page) =>
  findCitation(
    page.request,
    "(and where_to_obtain:'Copy Center' languages:'Somali' languages:'English')",
    ({ obsolete, languages }) => !obsolete && languages.every(({ url }) => url !== null),
  )

/** Opens the page of a handout. */
async function open(page: Page, citation?: Citation) {
  const opened = citation ?? (await printed(page))
  await page.goto(pageOf(opened))
  return opened
}

/** The row of a language on the page of a handout. */
const row = (page: Page, language: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: language }) })

/** Chooses the language of the visit. */
const chooseLanguage = (page: Page, typed: string) =>
  page.getByRole('searchbox', { name: 'Find a language' }).fill(typed)

const withoutLanguage = ({ page }: Guide) => startWithoutOrder(page)

export const staff: Scripts = {
  'find-a-handout': {
    as: 'visitor-nurse',
    steps: async ({ page, step }) => {
      const { title } = await printed(page)
      await page.goto('/')
      await step(() => page.getByRole('combobox').first().fill(title))
      await step(async (words) => {
        const search = await words.control(page.getByRole('search'))
        await expect(page.getByRole('listbox', { name: words.next() })).toBeVisible()
        await search.click()
      })
      await step(async () => {
        await results(page).getByRole('link', { name: title }).first().click()
        await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
      })
    },
  },
  'print-a-handout': {
    as: 'visitor-nurse',
    steps: async ({ page, step }) => {
      await step(() => open(page))
      await step(() => expect(row(page, 'Somali')).toBeVisible())
      await step(async (words) => {
        const file = await words.control(row(page, 'Somali'))
        await expect(file).toHaveAttribute('target', '_blank')
        words.next()
      })
      await step()
      await step((words) => words.press(row(page, 'Somali')))
      await step(async (words) => {
        const dialog = page.getByRole('dialog')
        await words.control(dialog)
        // Chromium copies pictures.
        words.next()
      })
    },
  },
  'order-copies': {
    as: 'visitor-nurse',
    steps: async ({ page, step }) => {
      await startWithoutOrder(page)
      const citation = await open(page)
      await step(async (words) => {
        await words.press(row(page, 'Somali'))
        await words.sees(1, row(page, 'Somali'))
      })
      await step(async () => {
        await row(page, 'English')
          .getByRole('button', { name: /^Add to Order/ })
          .click()
      })
      await step((words) => words.press(page.getByRole('banner')))
      await step(async (words) => {
        await words.fill('20', page.getByRole('row', { name: 'Somali' }))
        await page.getByRole('button', { name: /^Remove .*English$/ }).click()
        await expect(page.getByRole('spinbutton')).toHaveCount(1)
      })
      await step(async (words) => {
        await words.sees(2)
        await page.getByLabel('Phone Number').fill('555 0100')
        await page.getByLabel('Department').fill('Asthma Clinic')
        await page.getByLabel('Mail Stop').fill('MB 12')
        await page.getByLabel('Cost Center').fill('1234')
      })
      await step((words) => words.fill(dayAhead(60)))
      await step((words) => words.press())
      await expect(page.getByRole('dialog', { name: 'Success!' })).toBeVisible()
      expect(citation.title).not.toBe('')
    },
  },
  'follow-orders': {
    as: 'unit-clerk',
    steps: async ({ page, step, browser, server }) => {
      const mailStop = newMailStop()
      await startWithoutOrder(page)
      const number = await placeOrder(page.request, { mailStop })
      const worker = await person(browser, server, 'copy-center')
      await changeStateByColleague(worker.request, number, { state: 'waiting', note: 'Stapled?' })
      await page.goto('/my_orders')
      const order = page.getByRole('article', { name: `Order ${number}` })
      await step((words) => words.sees(1, order))
      await step((words) => words.fill('Folded', order))
      await step((words) => words.press(order))
      await expect(order.getByText('Received').first()).toBeVisible()
      const dialog = page.getByRole('dialog')
      await step(async (words) => {
        await words.press(order)
        await words.press(dialog)
      })
      await step((words) => words.press(order))
      await step(async (words) => {
        await words.fill('4')
        await words.fill(dayAhead(60))
      })
      await step((words) => words.press())
      await dialog.getByRole('link', { name: 'My orders' }).click()
      const corrected = page.getByRole('article').first()
      await expect(corrected.getByText('Received').first()).toBeVisible()
      await step((words) => words.press(corrected))
      await step(() => dialog.getByRole('textbox').fill('Ordered twice'))
      await step(async (words) => {
        const cancel = await words.control(dialog)
        await words.control(dialog)
        await cancel.click()
      })
      await expect(corrected.getByText('Cancelled').first()).toBeVisible()
    },
  },
  packets: {
    as: 'visitor-nurse',
    steps: async ({ page, step }) => {
      const citation = await open(page)
      await step((words) => words.press())
      await step((words) => words.press())
      const title = `Going home ${Date.now()}`
      await step((words) => words.fill(title))
      await step(async (words) => {
        const other = await findCitation(page.request, "(and languages:'Spanish')", ({ id }) => id !== citation.id)
        await words.choose(other.title)
        await page.getByRole('button', { name: `Move ${citation.title} down` }).click()
      })
      await step((words) =>
        words.fill('Read this first', page.getByRole('listitem').filter({ hasText: citation.title })),
      )
      await step((words) => words.press())
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    },
  },
  languages: {
    as: 'visitor-nurse',
    steps: async (guide) => {
      const { page, step } = guide
      await withoutLanguage(guide)
      const citation = await printed(page)
      await page.goto('/')
      await step((words) => words.press())
      await step(async (words) => {
        await words.fill('somali')
        await page.keyboard.press('Enter')
      })
      await step(async () => {
        await open(page, citation)
        await expect(page.getByRole('row').nth(1)).toContainText('Somali')
      })
      await step(async (words) => {
        await page.getByRole('button', { name: /^Handout language/ }).click()
        await words.press()
      })
    },
  },
  favorites: {
    as: 'unit-clerk',
    steps: async ({ page, step }) => {
      await startWithoutOrder(page)
      const citation = await open(page)
      await step()
      await step((words) => words.press())
      await step(async (words) => {
        await page.goto('/')
        await expect(results(page, words.next()).getByRole('link', { name: citation.title })).toBeVisible()
      })
      await startWithoutOrder(page)
    },
  },
  'report-a-problem': {
    as: 'visitor-nurse',
    steps: async ({ page, step }) => {
      await step(() => open(page))
      await step((words) => words.press())
      const dialog = page.getByRole('dialog')
      await step((words) => words.press(dialog))
      await step(async (words) => {
        const kinds: Locator[] = []
        while (words.rest().length > 0) kinds.push(await words.control(dialog))
        await kinds[0]?.click()
      })
      await step((words) => words.fill('The number on page 2 is old.', dialog))
      await step((words) => words.fill('nora@example.org', dialog))
      await step((words) => words.press(dialog))
      await expect(dialog.getByText('Thank you.', { exact: false })).toBeVisible()
    },
  },
  'request-a-translation': {
    as: 'visitor-nurse',
    steps: async (guide) => {
      const { page, step } = guide
      await withoutLanguage(guide)
      const citation = await findCitation(
        page.request,
        '',
        ({ obsolete, languages }) => !obsolete && !languages.some(({ lang }) => lang === 'Hmong'),
      )
      await page.goto('/')
      await step(async (words) => {
        await words.press()
        await chooseLanguage(page, 'hmong')
        await page.keyboard.press('Enter')
      })
      await step(async (words) => {
        await open(page, citation)
        await words.sees()
      })
      await step((words) => words.press())
      const dialog = page.getByRole('dialog')
      await step(() => expect(dialog).toContainText(citation.title))
      await step((words) => words.fill('For our class in May', dialog))
      await step((words) => words.press(dialog))
      await startWithoutOrder(page)
    },
  },
  share: {
    as: 'visitor-nurse',
    steps: async ({ page, step }) => {
      await step(() => open(page))
      await step((words) => words.press(row(page, 'Somali')))
      await step()
      await step(async (words) => {
        while (words.rest().length > 0) await words.control()
      })
    },
  },
  profile: {
    steps: async ({ page, step }) => {
      const citation = await open(page)
      await step((words) => words.press())
      await step(() => page.getByRole('button', { name: /visitor-nurse/ }).click())
      await step(() => expect(page.getByRole('heading', { level: 1 })).toContainText(citation.title))
    },
  },
}
