// The pages for education specialists about single handouts and packets.
import type { Page } from '@playwright/test'
import type { Citation } from '../../src/api/catalogue/citations'
import { pageOf } from '../support/catalogue'
import { chooseFile, fileOf, pdfOf } from '../support/files'
import { addHandout } from '../support/packets'
import { expect } from '../support/test'
import { results } from './families'
import type { Scripts } from './guide'

let made = 0

/** A title that no other handout has. */
export const unique = (title: string) => `${title} ${process.pid}${++made} ${Date.now()}`

/** The edit form of a new handout, opened on its page as the guide says, with the words of the step. */
async function openHandout(page: Page, languages = ['English']): Promise<Citation> {
  const handout = await addHandout(page, unique('Cast care'), languages)
  await page.goto(pageOf(handout))
  return handout
}

const saved = async (page: Page) => {
  await expect(page.getByRole('dialog', { name: 'Success!' })).toBeVisible()
}

const fill = async (page: Page, label: string, value: string) => {
  await page.getByRole('combobox', { name: label }).fill(value)
  await page.getByRole('option').filter({ hasText: value }).first().click()
}

export const catalogue: Scripts = {
  'first-week': {
    as: 'education-admin',
    steps: async ({ page, step }) => {
      let handout: Citation | undefined
      await page.goto('/')
      await step((words) => words.openFromMenu())
      await step(() => page.goto('/search?q=cast'))
      await step(async (words) => {
        handout = await openHandout(page)
        await words.press(page.getByRole('main'))
      })
      await step(async (words) => {
        await fill(page, 'Keywords', 'fever')
        await words.press()
        await saved(page)
      })
      await step(async (words) => {
        await page.goto(`/citation/edit/${handout?.id}`)
        await words.sees()
      })
    },
  },
  'add-a-handout': {
    as: 'education-admin',
    steps: async ({ page, step }) => {
      const title = unique('New handout')
      await step(() => page.goto(`/search?q=${encodeURIComponent(title)}`))
      await step((words) => words.openFromMenu())
      await step(async (words) => {
        await words.fill(title)
        await fill(page, 'Authors', 'Ruth Okafor, RN')
        await fill(page, 'Publishers', "Children's")
        await fill(page, 'Material Format', 'Handout')
        await fill(page, 'Where to Obtain', 'Copy Center')
        await page.getByLabel('Publication Date').fill('2026-01-24')
        await fill(page, 'Target Audience', 'Parents')
        await page.getByLabel('PMAT/SAM').selectOption('Yes')
        await page.getByLabel('Family Review').selectOption('N/A')
      })
      await step(async (words) => {
        await words.choose('asthma')
        await words.choose('Asthma')
      })
      await step(async (words) => {
        await words.press()
        await words.choose('English')
        await page.getByLabel(/Item Number \(row 1/).fill(unique('KSBG'))
        await chooseFile(page, 1, pdfOf('new.pdf', [unique('New')]))
        // The buttons below move when the upload ends.
        await expect(fileOf(page, 1).getByRole('link', { name: /^new\.pdf/ })).toBeVisible()
      })
      await step(async (words) => {
        await words.press()
        await fill(page, 'Language (row 2', 'Spanish')
      })
      await step((words) => words.fill('What to do at home, for parents.'))
      await step(async (words) => {
        await words.fill('2026-01-25')
        await page.getByLabel('HE/CS Reviewer').fill('Mara Lindqvist')
        await page.getByLabel('Content Reviewer').fill('Daniel Weiss, MD')
      })
      await step(async (words) => {
        await words.press()
        await words.press(page.getByRole('dialog'))
      })
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    },
  },
  'edit-a-handout': {
    as: 'education-admin',
    steps: async ({ page, step }) => {
      const handout = await openHandout(page)
      await step((words) => words.press(page.getByRole('main')))
      await step(() => page.getByLabel('Abstract').fill('Another abstract.'))
      await step((words) => words.press())
      await saved(page)
      await page.goto(`/citation/edit/${handout.id}`)
      const history = page.getByRole('region', { name: 'History' })
      await step((words) => words.press())
      await step(async (words) => {
        await words.field()
        await words.field()
      })
      await step((words) => words.press())
      await page.goto(`/citation/edit/${handout.id}`)
      await step(async (words) => {
        await expect(page.getByRole('region', { name: words.next() })).toBeVisible()
      })
      await step(async (words) => {
        await words.press(history)
        await words.press(page.getByRole('alertdialog').or(page.getByRole('dialog')))
      })
      await expect(page.getByLabel('Abstract')).toHaveValue('A short abstract.')
    },
  },
  'retire-and-replace': {
    as: 'education-admin',
    steps: async ({ page, step }) => {
      const next = await addHandout(page, unique('New cast care'))
      await step(() => page.goto(pageOf(next)))
      const old = await openHandout(page)
      await step((words) => words.press(page.getByRole('main')))
      await step((words) => words.press())
      await step((words) => words.choose(next.title))
      await step((words) => words.press())
      await saved(page)
      await page.goto(`/i/${old.languages[0]?.ksbgNumber}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(next.title)
    },
  },
  'upload-a-file': {
    as: 'education-admin',
    steps: async ({ page, step }) => {
      await openHandout(page)
      await step((words) => words.press(page.getByRole('main')))
      await step(async (words) => {
        const [chooser] = await Promise.all([
          page.waitForEvent('filechooser'),
          page.getByRole('button', { name: new RegExp(`^${words.next()}`) }).click(),
        ])
        await chooser.setFiles(pdfOf('cast.pdf', [unique('Cast')]))
        await words.control(fileOf(page, 1))
        // Only phones have it.
        words.next()
      })
      await step(() => expect(page.getByRole('link', { name: /^cast\.pdf/ })).toBeVisible())
      await step(() => page.getByLabel(/^Revision Date \(row 1/).fill('2026-01-24'))
      await step((words) => words.press())
      await saved(page)
    },
  },
  'titles-in-languages': {
    as: 'education-admin',
    steps: async ({ page, step }) => {
      const handout = await openHandout(page, ['English', 'Spanish'])
      await step((words) => words.press(page.getByRole('main')))
      const title = unique('Cuidado del yeso')
      await step(async (words) => {
        await page.getByLabel(new RegExp(`^${words.next()} \\(row 2`)).fill(title)
      })
      await step()
      await step((words) => words.press())
      await saved(page)
      await page.goto(`${pageOf(handout)}?lang=es`)
      await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
    },
  },
  'bulk-changes': {
    as: 'education-admin',
    steps: async ({ page, step }) => {
      const word = unique('plaster').replaceAll(' ', '')
      for (const n of [1, 2]) await addHandout(page, `${word} ${n}`)
      await expect.poll(async () => (await (await page.request.get(`/api/search?q=${word}`)).json()).hits.found).toBe(2)
      await step(() => page.goto(`/search?q=${word}`))
      await step((words) => words.press(results(page)))
      await step(async (words) => {
        await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
        words.next()
      })
      await step((words) => words.press())
      await step(async (words) => {
        await words.choose('HE/CS Reviewer')
        await words.field()
        await page.getByRole('combobox', { name: /^HE\/CS Reviewer/ }).fill(word)
        await page.getByRole('option', { name: `Create "${word}"` }).click()
        await words.control()
      })
      await step(async (words) => {
        await words.press()
        await words.sees()
      })
      await step((words) => words.press())
      await expect(page.getByText('2 handouts changed.')).toBeVisible()
    },
  },
  'department-packets': {
    as: 'education-admin',
    steps: async ({ page, step }) => {
      const handout = await addHandout(page, unique('Cast care'))
      const title = unique('A broken arm')
      await page.goto('/')
      await step(async (words) => {
        await words.openFromMenu()
        await words.press()
      })
      await step(async (words) => {
        await words.fill(title)
        await words.fill('For the first days at home.')
      })
      await step((words) => words.choose({ index: 0 }))
      await step(async () => {
        await page.getByLabel('Add a handout').fill(handout.title)
        await page.getByRole('option').filter({ hasText: handout.title }).first().click()
      })
      await step((words) => words.press())
      await step((words) => words.press())
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    },
  },
}
