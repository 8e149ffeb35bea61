// Does ten tasks by keys alone while Orca reads the screen, and writes what it speaks to docs/assurance/screen-reader.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from '@playwright/test'
import { findCitation, pageOf } from './support/catalogue'
import { newMailStop, person, placeOrder } from './support/orders'
import { addHandout } from './support/packets'
import { fillOrder, gatherOrder, startWithoutOrder } from './support/staff'
import { type Account, expect, signInOnly, test } from './support/test'

const folder = fileURLToPath(new URL('../../docs/assurance/screen-reader/', import.meta.url))
const log = process.env.ORCA_LOG ?? ''

/** The lines that Orca has spoken so far. */
const spoken = () =>
  [...readFileSync(log, 'utf8').matchAll(/SPEECH OUTPUT: '(.*?)'[[{]/g)].map(([, words]) => words?.trim())

/** A person who uses Orca. */
class Reader {
  private readonly lines: string[] = []
  private heard = spoken().length
  constructor(readonly page: Page) {}

  /** Notes what is done, does it, and notes what is spoken until Orca is silent. */
  async does(what: string, action: () => unknown) {
    await action()
    let count = -1
    // Orca tells nobody that it has finished, so this waits until it says nothing more.
    await expect
      .poll(
        () => {
          const before = count
          count = spoken().length
          return before === count
        },
        { intervals: [1_200], timeout: 30_000 },
      )
      .toBe(true)
    this.lines.push(
      '',
      what,
      ...spoken()
        .slice(this.heard)
        .map((words) => `    ${words}`),
    )
    this.heard = spoken().length
  }

  opens = (path: string) => this.does(`opens ${path.replace(/\?.*/, '')}`, () => this.page.goto(path))
  /** Presses a key of the keyboard, such as Return. */
  presses = (key: string) => this.does(`presses ${key}`, () => execFileSync('xdotool', ['key', key]))
  types = (text: string) => this.does(`types ${text}`, () => execFileSync('xdotool', ['type', '--delay', '60', text]))
  /** Moves to a control, as with Tab or a list of Orca. */
  goesTo = (control: Locator) => this.does('moves on', () => control.focus())
  async activates(control: Locator, key = 'Return') {
    await this.goesTo(control)
    await this.presses(key)
  }

  written = (title: string) => `${[title, ...this.lines].join('\n')}\n`
}

interface Task {
  as?: Account
  title: string
  does: (reader: Reader, tools: { page: Page; prepare: (account: Account) => Promise<Page> }) => Promise<void>
}

const asthmaPlan = (page: Page) => findCitation(page.request, '', ({ title }) => title === 'Asthma action plan')

const tasks: Record<string, Task> = {
  '01-search': {
    title: 'A family searches with a suggestion and opens a handout',
    does: async (reader, { page }) => {
      await reader.opens('/')
      await reader.goesTo(page.getByRole('combobox').first())
      await reader.types('asthma')
      await reader.presses('Return')
      await expect(page.getByRole('region', { name: 'Results' })).toBeVisible()
      await reader.activates(
        page.getByRole('region', { name: 'Results' }).getByRole('link', { name: 'Asthma action plan' }),
      )
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Asthma action plan')
    },
  },
  '02-language': {
    title: 'A family chooses its language',
    does: async (reader, { page }) => {
      await reader.opens(pageOf(await asthmaPlan(page)))
      await reader.activates(page.getByRole('button', { name: /^Handout language/ }))
      await reader.types('somali')
      await reader.presses('Return')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await reader.goesTo(page.getByRole('link', { name: /^View and Print.*Somali/ }))
    },
  },
  '03-report': {
    title: 'A family reports a problem',
    does: async (reader, { page }) => {
      await reader.opens(pageOf(await asthmaPlan(page)))
      await reader.activates(page.getByRole('button', { name: 'Report a problem' }))
      const dialog = page.getByRole('dialog')
      await reader.activates(dialog.getByRole('button', { name: 'It is out of date' }))
      await expect(dialog.getByText(/^Thank you/)).toBeVisible()
    },
  },
  '04-favorite': {
    as: 'visitor-nurse',
    title: 'A nurse keeps a favorite',
    does: async (reader, { page }) => {
      await startWithoutOrder(page)
      await reader.opens(pageOf(await asthmaPlan(page)))
      const star = page.getByRole('button', { name: /^Favorite/ })
      await reader.activates(star)
      await expect(star).toHaveAttribute('aria-pressed', 'true')
    },
  },
  '05-order': {
    as: 'unit-clerk',
    title: 'A clerk sends an order with a mistake in it, and corrects it',
    does: async (reader, { page }) => {
      await startWithoutOrder(page)
      await gatherOrder(page)
      await fillOrder(page)
      await page.getByLabel('Mail Stop').fill('')
      await reader.goesTo(page.getByRole('spinbutton').first())
      await reader.activates(page.getByRole('button', { name: 'Submit Order' }))
      await expect(page.getByLabel('Mail Stop')).toBeFocused()
      await reader.types('MB 12')
      await reader.activates(page.getByRole('button', { name: 'Submit Order' }))
      await expect(page.getByRole('dialog', { name: 'Success!' })).toBeVisible()
    },
  },
  '06-packet': {
    as: 'visitor-nurse',
    title: 'A nurse makes a packet and moves a handout in it',
    does: async (reader, { page }) => {
      await reader.opens('/packet/add')
      await reader.goesTo(page.getByLabel('Title'))
      await reader.types('Going home')
      for (const text of ['croup', 'fever what']) {
        await reader.goesTo(page.getByLabel('Add a handout'))
        await reader.types(text)
        await reader.presses('Down')
        await reader.presses('Return')
      }
      await expect(page.getByText('Handouts (2)')).toBeVisible()
      await reader.activates(page.getByRole('button', { name: /^Move .*up|up$/i }).last())
      await reader.activates(page.getByRole('button', { name: 'Save packet' }))
      await expect(page.getByRole('heading', { level: 1, name: 'Going home' })).toBeVisible()
    },
  },
  '07-translation': {
    as: 'visitor-nurse',
    title: 'A nurse requests a translation',
    does: async (reader, { page, prepare }) => {
      const handout = await addHandout(await prepare('education-admin'), `Bathing ${Date.now()}`)
      await reader.opens(`${pageOf(handout)}?lang=so`)
      await page.request.post('/api/user/session', {
        headers: { 'sec-fetch-site': 'same-origin' },
        data: { favorites: [], order: [], language: 'so' },
      })
      await reader.opens(pageOf(handout))
      await reader.activates(page.getByRole('button', { name: 'Request a translation' }))
      await reader.types('For our class')
      await reader.activates(page.getByRole('button', { name: 'Send request' }))
      await expect(page.getByText('Your request was sent.')).toBeVisible()
      await startWithoutOrder(page)
    },
  },
  '08-copy-center': {
    as: 'copy-center',
    title: 'The copy center sets an order to printing',
    does: async (reader, { page, prepare }) => {
      const clerk = await prepare('unit-clerk')
      const number = await placeOrder(clerk.request, { mailStop: newMailStop() })
      await reader.opens('/orders')
      await reader.activates(page.getByRole('link', { name: number }))
      await reader.activates(page.getByRole('radio', { name: 'Printing' }), 'space')
      await reader.activates(page.getByRole('button', { name: 'Set to printing' }))
      await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('Printing')
    },
  },
  '09-review': {
    as: 'education-admin',
    title: 'A specialist reviews a handout in the list and takes it back',
    does: async (reader, { page }) => {
      await reader.opens('/review')
      await reader.activates(page.getByRole('button', { name: /^Reviewed: / }).first())
      await expect(page.getByText('Reviewed today').first()).toBeVisible()
      await reader.activates(page.getByRole('button', { name: /^Undo the review/ }).first())
    },
  },
  '10-audit': {
    as: 'it-auditor',
    title: 'An auditor filters the audit trail',
    does: async (reader, { page }) => {
      await reader.opens('/audit')
      await reader.goesTo(page.getByLabel('Person'))
      await reader.types('iris')
      await reader.activates(page.getByRole('button', { name: 'Apply' }))
    },
  },
}

for (const [name, { as, title, does }] of Object.entries(tasks)) {
  test(title, async ({ page, browser, server }) => {
    if (as) await signInOnly(page, as)
    const reader = new Reader(page)
    await page.bringToFront()
    await does(reader, { page, prepare: (account) => person(browser, server, account) })
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${name}.txt`), reader.written(title))
  })
}
