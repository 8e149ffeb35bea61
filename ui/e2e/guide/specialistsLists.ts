// The pages for education specialists about lists of work, search and usage.
import type { Page } from '@playwright/test'
import type { Citation } from '../../src/api/catalogue/citations'
import { pageOf } from '../support/catalogue'
import { addCitation } from '../support/citations'
import { chooseFile, fileOf, pdfOf, storeFile } from '../support/files'
import { addHandout } from '../support/packets'
import { expect } from '../support/test'
import { results } from './families'
import type { Scripts, Step } from './guide'
import { unique } from './specialists'

/** A department that no other handout has. */
const newDepartment = () => unique('Ward')

/** Presses the link of a list's table. */
const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })

/** The first step of most lists. */
const open = (page: Page) => async (words: Step) => {
  await page.goto('/')
  await words.openFromMenu()
}

const downloads = async (page: Page, press: () => Promise<void>, name: RegExp) => {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  expect(download.suggestedFilename()).toMatch(name)
}

export const lists: Scripts = {
  overview: {
    as: 'education-admin',
    steps: async ({ page, step }) => {
      await step(open(page))
      await step(async (words) => {
        await words.control(page.getByRole('main'))
        await words.control(page.getByRole('main'))
      })
      await step(async () => {
        await page
          .getByRole('main')
          .getByRole('link', { name: /^Problem reports/ })
          .click()
        await expect(page.getByRole('heading', { level: 1, name: 'Problem reports' })).toBeVisible()
      })
      await step(async () => {
        await page.goBack()
        await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
      })
    },
  },
  reviews: {
    as: 'education-admin',
    steps: async ({ page, step }) => {
      const reviewedBy = unique('Reviewer')
      const { title } = await addCitation(page, {
        title: unique('Overdue'),
        reviewedBy,
        deptReviewDate: '2015-06-30T00:00:00.000Z',
      })
      await step(open(page))
      await step(async (words) => {
        await words.field()
        await words.choose(reviewedBy)
        while (words.rest().length > 0) await words.control()
      })
      await step(() => expect(row(page, title).getByRole('link', { name: /^English file of/ })).toBeVisible())
      await step(async (words) => {
        const [reviewed] = [await words.control(row(page, title)), await words.control(row(page, title))]
        await reviewed.click()
        await expect(row(page, title)).toContainText('Reviewed today')
      })
      await step(async (words) => {
        await row(page, title).getByRole('link', { name: title, exact: true }).click()
        await words.press(page.getByRole('main'))
      })
    },
  },
  'broken-links': {
    as: 'education-admin',
    steps: async ({ page, step, files }) => {
      const name = newDepartment()
      files.put('/fever.pdf', 'one')
      const title = unique('Fever')
      const languages = [{ lang: 'English', ksbgNumber: null, pages: null, url: files.url('/gone.pdf') }]
      await addCitation(page, { title, languages, deptSubmittedBy: { name } })
      await step(open(page))
      await step(async (words) => {
        await words.control()
        await words.choose(name)
        await page.getByRole('link', { name: /^All/ }).click()
      })
      await step(() =>
        expect(row(page, title).getByRole('link', { name: /gone\.pdf/ })).toHaveAttribute('href', /gone/),
      )
      const list = page.url()
      await step(async (words) => {
        await words.press(row(page, title))
        await words.control()
        await page.getByLabel(/^URL \(row 1/).fill(files.url('/fever.pdf'))
        await page.getByRole('button', { name: 'Save Changes' }).click()
        await expect(page.getByRole('dialog', { name: 'Success!' })).toBeVisible()
        await page.goto(list)
      })
      await step(async (words) => {
        await words.press(row(page, title))
        await words.sees(1, row(page, title))
      })
    },
  },
  translations: {
    as: 'education-admin',
    steps: async ({ page, step }) => {
      const name = newDepartment()
      const { title } = await addHandout(page, unique('Only English'), ['English'], { deptSubmittedBy: { name } })
      await step(open(page))
      const gaps = page.getByRole('region', { name: 'Missing and outdated' })
      await step(async (words) => {
        await words.choose('Somali', gaps)
        await words.choose(name, gaps)
      })
      await step(async (words) => {
        await words.sees(1, row(page, title))
        await gaps.getByText(words.next(), { exact: false }).first().waitFor()
      })
      await step((words) => downloads(page, () => words.press(gaps), /\.csv$/))
      await step(async () => {
        await row(page, title).getByRole('link', { name: title }).click()
        await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
      })
    },
  },
  accessibility: {
    as: 'education-admin',
    steps: async ({ page, step }) => {
      await step(open(page))
      await step((words) => words.press())
      await step(async () => {
        await expect(page.getByText('WCAG 1.1.1').first()).toBeVisible()
        await page.getByRole('table').getByRole('link').first().click()
      })
      await step()
      const { digest } = await storeFile(page, pdfOf('scan.pdf', [unique('Scan')]))
      const languages = [{ lang: 'English', ksbgNumber: null, pages: null, file: { digest } }]
      const scanned = await addCitation(page, {
        title: unique('Scan'),
        languages: languages as unknown as Citation['languages'],
      })
      await page.goto(pageOf(scanned))
      await step(async (words) => {
        await words.press(page.getByRole('main'))
        await words.control(fileOf(page, 1))
        await chooseFile(page, 1, pdfOf('tagged.pdf', [unique('Tagged')]))
        await words.sees(2)
      })
      await step((words) => words.press())
      await expect(page.getByRole('dialog', { name: 'Success!' })).toBeVisible()
    },
  },
  'reading-level': {
    as: 'education-admin',
    steps: async ({ page, step }) => {
      await step(open(page))
      await step(async (words) => {
        await words.control()
        await words.field()
        await page.getByRole('link', { name: /^All/ }).click()
      })
      await step(() => expect(page.getByRole('table').getByRole('link').first()).toBeVisible())
      await step()
      await step()
    },
  },
  duplicates: {
    as: 'education-admin',
    steps: async ({ page, step }) => {
      const title = unique('Twice')
      const first = await addHandout(page, title)
      await addHandout(page, title)
      await step(open(page))
      const group = page.getByRole('listitem').filter({ hasText: title }).first()
      await step(async (words) => {
        await words.sees(1)
        words.next()
        words.next()
      })
      await step(() => expect(page.getByRole('link', { name: title, exact: true })).toHaveCount(2))
      await step((words) => words.press(group))
      const question = page.getByRole('dialog').or(page.getByRole('alertdialog'))
      await step((words) => words.control(question))
      await step(() => question.getByRole('button', { name: /^Keep/ }).click())
      await expect
        .poll(async () => (await (await page.request.get(`/api/citations/${first.id}`)).json()).obsolete)
        .toBe(false)
    },
  },
  'lists-of-values': {
    as: 'education-admin',
    steps: async ({ page, step }) => {
      const value = unique('keyword')
      await addCitation(page, { title: unique('Values'), keywords: [value] })
      await step(open(page))
      await step(async (words) => {
        const category = await words.field()
        await category.selectOption(words.next())
      })
      await step(async (words) => {
        await words.fill(value)
        await expect(page.getByRole('columnheader', { name: words.next() })).toBeVisible()
      })
      await step(async (words) => {
        const edit = await words.control(row(page, value))
        await words.control(row(page, value))
        await edit.click()
      })
      await step(async (words) => {
        await page.getByRole('row').getByRole('textbox').first().fill(`${value} renamed`)
        await words.press()
      })
      await expect(row(page, `${value} renamed`)).toBeVisible()
    },
  },
  synonyms: {
    as: 'education-admin',
    steps: async ({ page, step }) => {
      const word = unique('pinkeye').replaceAll(' ', '')
      await step(open(page))
      await step((words) => words.press())
      await step(() => page.getByRole('textbox', { name: 'Terms' }).fill(`${word}\nasthma`))
      await step(async (words) => {
        await words.fill(word)
        await words.press()
        await words.sees(2)
      })
      await step((words) => words.press())
      await expect(page.getByRole('button', { name: `Delete ${word}, asthma` })).toBeVisible()
    },
  },
  'search-insight': {
    as: 'education-admin',
    steps: async ({ page, step }) => {
      // Three people search for something that no handout has.
      const text = unique('quibbleworm').replaceAll(/[ \d]/g, '')
      for (let n = 0; n < 3; n++) await page.request.get(`/api/search?q=${text}`)
      await step(open(page))
      await step(async (words) => {
        await words.choose('Last 7 days')
        await words.field()
      })
      await step((words) => words.sees())
      await step(async (words) => {
        words.next()
        words.next()
      })
      await step((words) => words.sees())
    },
  },
  'promoted-results': {
    as: 'education-admin',
    steps: async ({ page, step }) => {
      const phrase = unique('where is the gift shop')
      await step(open(page))
      await step((words) => words.press())
      await step((words) => words.fill(phrase))
      await step((words) => words.fill('The gift shop'))
      await step(async (words) => {
        const target = await words.field()
        while (words.rest().length > 1) await target.selectOption({ label: words.next() })
        await words.fill('https://www.example.org/shop')
      })
      await step((words) => words.press())
      await expect(page.getByRole('row').filter({ hasText: phrase })).toBeVisible()
      await page.goto(`/search?q=${encodeURIComponent(phrase)}`)
      await expect(results(page, 'From the hospital').getByRole('link', { name: 'The gift shop' })).toBeVisible()
    },
  },
  'import-export': {
    as: 'education-admin',
    steps: async ({ page, step }) => {
      const title = unique('Imported')
      const [changed, unchanged] = [await addHandout(page, unique('Stored')), await addHandout(page, unique('Stored'))]
      await step(open(page))
      await step((words) => downloads(page, () => words.press(), /\.jsonl$/))
      await step()
      await step(async (words) => {
        const rows = [title, changed.title, unchanged.title, unique('Bad')].map((name, n) => [
          name,
          n === 1 ? 'fever' : 'asthma',
          n === 3 ? 'yesterday' : '2026-01-24',
        ])
        const csv = ['Title,Keywords,Dept. Review Date', ...rows].join('\n')
        const file = { name: 'new.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
        await page
          .getByRole('region', { name: words.next(), exact: true })
          .getByLabel(/^Excel/)
          .setInputFiles(file)
      })
      await step((words) => words.press())
      await step((words) => words.sees())
      await step(async (words) => {
        await words.press()
        await words.sees(4, page.getByRole('table'))
        await words.press(page.getByRole('main'))
        await words.control()
        await page.getByRole('link', { name: 'Preview' }).click()
        await page.getByRole('checkbox', { name: /^Leave out the bad row/ }).check()
      })
      await step(async (words) => {
        // A row that fits several handouts: the step has no other button.
        words.next()
      })
      await step((words) => words.press())
      await page.goto('/import_export')
      await step(async (words) => {
        const files = page.getByRole('region', { name: words.next() })
        await words.control(files)
        await words.control(files)
        await files
          .locator('input[type=file]')
          .first()
          .setInputFiles({
            name: `${title}.txt`,
            mimeType: 'text/plain',
            buffer: Buffer.from('Drink a lot of water.'),
          })
      })
      await step(() => expect(page.getByText(`${title}.txt`).first()).toBeVisible())
      await step()
      await step(async (words) => {
        words.next()
      })
    },
  },
  usage: {
    as: 'education-admin',
    steps: async ({ page, step }) => {
      await step(open(page))
      await step(async (words) => {
        await words.choose('Last 3 months')
        await words.field()
      })
      await step((words) => words.control(page.getByRole('main')))
      await step(async (words) => {
        while (words.rest().length > 1) await words.press(page.getByRole('main'))
        await downloads(page, () => words.press(), /\.csv$/)
      })
    },
  },
  'problem-reports': {
    as: 'education-admin',
    steps: async ({ page, step }) => {
      const name = newDepartment()
      const handout = await addHandout(page, unique('Reported'), ['English'], { deptSubmittedBy: { name } })
      const sent = await page.request.post('/api/reports', {
        headers: { 'sec-fetch-site': 'same-origin' },
        data: { kind: 'outdated', citation: handout.id, language: 'English', text: 'Old number', email: null },
      })
      expect(sent.ok(), await sent.text()).toBe(true)
      await step(open(page))
      await step(async (words) => {
        await words.choose(name)
        await words.field()
      })
      const report = page.getByRole('listitem').filter({ hasText: handout.title })
      await step((words) => words.control(report))
      await step((words) => words.press(report))
      const dialog = page.getByRole('dialog')
      await step((words) => words.fill('Corrected.', dialog))
      await step(async (words) => {
        await words.press(dialog)
        words.next()
      })
      await expect(report.getByText(/^Closed by/)).toBeVisible()
    },
  },
}
