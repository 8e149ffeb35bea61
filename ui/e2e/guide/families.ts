// The pages for families, auditors and IT.
import type { Page } from '@playwright/test'
import { findCitation, pageOf } from '../support/catalogue'
import { expect } from '../support/test'
import type { Guide, Scripts } from './guide'

export const results = (page: Page, name = 'Results') => page.getByRole('region', { name, exact: true })

/** Finds a handout that is in Spanish, and opens its page and its Spanish file. */
const findAndRead =
  (start: string, regionName: string) =>
  async ({ page, step }: Guide) => {
    const { title } = await findCitation(page.request, "(and languages:'Spanish')", ({ obsolete }) => !obsolete)
    await page.goto(start)
    await step(() => page.getByRole('combobox').first().fill(title))
    await step((words) => words.press(page.getByRole('search')))
    await step(() => results(page, regionName).getByRole('link', { name: title }).first().click())
    await step((words) => words.press())
    await step(() =>
      page
        .getByRole('dialog')
        .getByRole('button', { name: /^Español/ })
        .first()
        .click(),
    )
    await step(async (words) => {
      const row = page.getByRole('row', { name: /Español/ })
      await expect(await words.control(row)).toHaveAttribute('href', /./)
      // Only for what is watched or heard.
      words.next()
    })
  }

export const families: Scripts = {
  families: { steps: findAndRead('/', 'Results') },
  'families.es': { steps: findAndRead('/?lang=es', 'Resultados') },
  'audit-trail': {
    as: 'it-auditor',
    steps: async ({ page, step }) => {
      await page.goto('/')
      await step((words) => words.press())
      await step(async (words) => {
        await words.fill('2026-01-01')
        await words.field()
      })
      await step(async (words) => {
        await words.fill('iris')
        await words.field()
        await words.fill('')
      })
      await step((words) => words.press())
      await step(async (words) => {
        const [download] = await Promise.all([page.waitForEvent('download'), words.press()])
        expect(download.suggestedFilename()).toMatch(/\.jsonl$/)
        await words.control()
      })
      const citation = await findCitation(page.request, '')
      await step(() => page.goto(pageOf(citation)))
      await step(async (words) => {
        const rows = await words.control(page.getByRole('main'))
        await words.control()
        await rows.click()
        await expect(page.getByLabel('Object')).toHaveValue(`citation/${citation.id}`)
      })
    },
  },
  'go-live': 'Commands on a server, without a screen: tools/rehearsal performs them.',
}
