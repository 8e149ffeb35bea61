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

/** The lines that Orca has spoken so far; '' for those of a page that it reads from the top. */
const spoken = () =>
  [...readFileSync(log, 'utf8').matchAll(/SPEECH OUTPUT: '(.*?)' ?([[{].*)?$/gm)].map(([, words = '', details]) =>
    details ? words.trim() : '',
  )

/** With the letters that Orca repeats while somebody types in one line. */
const joinLetters = (lines: string[]) => {
  const isKey = (words?: string) => words !== undefined && /^(.|space|left shift)$/.test(words)
  return lines.reduce<string[]>((joined, words, n) => {
    if (isKey(words) && isKey(lines[n - 1])) joined.push(`${joined.pop()} ${words}`)
    else joined.push(words)
    return joined
  }, [])
}

const asksWhere = 'asks where the focus is'

/** A person who uses Orca, and does the next thing when they have heard what they waited for. */
class Reader {
  private readonly lines: string[] = []
  private heard = spoken().length
  constructor(readonly page: Page) {}

  private news = () => spoken().slice(this.heard)

  /** Waits until Orca says this; whether it has. */
  private hears = (awaited: RegExp, timeout: number) =>
    expect
      .poll(() => this.news().join('\n'), { intervals: [200], timeout })
      .toMatch(awaited)
      .then(
        () => true,
        () => false,
      )

  /** Orca tells nobody that it has finished, so this waits until it says nothing more. */
  private async fallsSilent() {
    for (let count = -1; count !== spoken().length; await this.page.waitForTimeout(1_200)) count = spoken().length
  }

  /**
   * Notes what is done, does it, and notes what is spoken until Orca has said `awaited` and is silent. Who does not hear it
   * asks where the focus is, by Orca's key for that: Orca is silent about a focus that the page moves while it changes.
   */
  async does(what: string, awaited: RegExp, action: () => unknown) {
    await action()
    const isHeard = await this.hears(awaited, 10_000)
    await this.fallsSilent()
    this.lines.push('', what, ...joinLetters(this.news().filter(Boolean)).map((words) => `    ${words}`))
    this.heard = spoken().length
    if (isHeard) return
    expect(what, `Orca says ${awaited} in:${this.lines.join('\n')}`).not.toBe(asksWhere)
    await this.does(asksWhere, awaited, () => execFileSync('xdotool', ['key', 'KP_Enter']))
  }

  /** Opens a page, and stops Orca reading it from the top by Control. */
  opens = (path: string) =>
    this.does(`opens ${path.replace(/\?.*/, '')}`, /^Page has/m, async () => {
      await this.page.goto(path)
      await this.hears(/^Page has.*\n/m, 60_000)
      execFileSync('xdotool', ['key', 'Control_L'])
    })
  /** Presses a key of the keyboard, such as Return. */
  presses = (key: string, awaited: RegExp) =>
    this.does(`presses ${key}`, awaited, () => execFileSync('xdotool', ['key', key]))
  /** Types into a field in which Orca is. */
  async types(text: string, field: Locator, awaited = new RegExp(`^${text.at(-1)}$`, 'm')) {
    await this.does(`types ${text}`, awaited, () => execFileSync('xdotool', ['type', '--delay', '60', text]))
    await expect(field).toHaveValue(text)
  }
  /** Moves to a control, as with Tab or a list of Orca. */
  goesTo = (control: Locator, awaited: RegExp) => this.does('moves on', awaited, () => control.focus())
  async activates(control: Locator, name: RegExp, awaited: RegExp, key = 'Return') {
    await this.goesTo(control, name)
    await this.presses(key, awaited)
  }

  /**
   * Opens another page of the app from this one, and goes to its heading by Orca's key for one of level 1: it has the focus, but
   * Orca does not say so while the page replaces its content.
   */
  async follows(control: Locator, name: RegExp, heading: string) {
    await this.activates(control, name, /return$/m)
    await expect(this.page.getByRole('heading', { level: 1, name: heading })).toBeFocused()
    await this.presses('1', new RegExp(heading))
    // Else Orca takes the next focus for a consequence of that key, and says nothing.
    await this.presses('Control_L', /left control/)
  }

  written = (title: string) => `${[title, ...this.lines].join('\n')}\n`
}

interface Tools {
  page: Page
  /** Does something as another person, whose window is closed again. */
  as: <T>(account: Account, act: (page: Page) => Promise<T>) => Promise<T>
}

interface Task {
  as?: Account
  title: string
  does: (reader: Reader, tools: Tools) => Promise<void>
}

const asthmaPlan = (page: Page) => findCitation(page.request, '', ({ title }) => title === 'Asthma action plan')

const tasks: Record<string, Task> = {
  '01-search': {
    title: 'A family searches with a suggestion and opens a handout',
    does: async (reader, { page }) => {
      await reader.opens('/')
      const box = page.getByRole('combobox').first()
      await reader.goesTo(box, /Search handouts/)
      await reader.types('asthma act', box, /suggestion/)
      await reader.presses('Down', /Asthma action plan/)
      await reader.presses('Return', /found|result/i)
      const results = page.getByRole('region', { name: 'Results' })
      const link = results.getByRole('link', { name: 'Asthma action plan' })
      await reader.follows(link, /Asthma action plan.* link/, 'Asthma action plan')
    },
  },
  '02-language': {
    title: 'A family chooses its language',
    does: async (reader, { page }) => {
      await reader.opens(pageOf(await asthmaPlan(page)))
      await reader.activates(
        page.getByRole('button', { name: /^Handout language/ }),
        /Handout language/,
        /Find a language/,
      )
      await reader.types('somali', page.getByLabel('Find a language'))
      await reader.presses('Return', /Soomaali is selected/)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await reader.goesTo(page.getByRole('link', { name: /^View and Print.*Somali/ }), /View and Print: Somali/)
    },
  },
  '03-report': {
    title: 'A family reports a problem',
    does: async (reader, { page }) => {
      await reader.opens(pageOf(await asthmaPlan(page)))
      await reader.activates(
        page.getByRole('button', { name: 'Report a problem' }),
        /Report a problem/,
        /The link does not work/,
      )
      const dialog = page.getByRole('dialog')
      await reader.activates(
        dialog.getByRole('button', { name: 'It is out of date' }),
        /It is out of date/,
        /Thank you/,
      )
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
      await reader.activates(star, /Favorite: Asthma action plan.*not pressed/, /^pressed/m)
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
      const mailStop = page.getByLabel('Mail Stop')
      await mailStop.fill('')
      await reader.goesTo(page.getByRole('spinbutton').first(), /Quantity of .* spin button/)
      const submit = page.getByRole('button', { name: 'Submit Order' })
      await reader.activates(submit, /Submit Order/, /Mail Stop is required/)
      await expect(mailStop).toBeFocused()
      await reader.types('MB 12', mailStop)
      await reader.activates(submit, /Submit Order/, /Ok. Return to home/)
      await expect(page.getByRole('dialog', { name: 'Success!' })).toBeVisible()
    },
  },
  '06-packet': {
    as: 'visitor-nurse',
    title: 'A nurse makes a packet and moves a handout in it',
    does: async (reader, { page }) => {
      await reader.opens('/packet/add')
      const title = page.getByLabel('Title')
      await reader.goesTo(title, /Title entry/)
      await reader.types('Going home', title)
      const add = page.getByLabel('Add a handout')
      await reader.goesTo(add, /Add a handout/)
      await reader.types('croup', add, /Croup/)
      await reader.presses('Return', /added as number 1/)
      await reader.types('fever what', add, /Fever/)
      await reader.presses('Down', /fever/)
      await reader.presses('Return', /added as number 2/)
      await expect(page.getByText('Handouts (2)')).toBeVisible()
      await reader.activates(page.getByRole('button', { name: /^Move .* up$/ }).last(), /Move .* up/, /is now 1 of 2/)
      await reader.follows(page.getByRole('button', { name: 'Save packet' }), /Save packet/, 'Going home')
    },
  },
  '07-translation': {
    as: 'visitor-nurse',
    title: 'A nurse requests a translation',
    does: async (reader, { page, as }) => {
      const handout = await as('education-admin', (other) => addHandout(other, `Bathing ${Date.now()}`))
      await page.request.post('/api/user/session', {
        headers: { 'sec-fetch-site': 'same-origin' },
        data: { favorites: [], order: [], language: 'so' },
      })
      await reader.opens(pageOf(handout))
      await reader.activates(
        page.getByRole('button', { name: 'Request a translation' }),
        /Request a translation/,
        /Note/,
      )
      await reader.types('For our class', page.getByRole('textbox', { name: /^Note/ }))
      await reader.activates(
        page.getByRole('button', { name: 'Send request' }),
        /Send request/,
        /Your request was sent/,
      )
      await expect(page.getByText('Your request was sent.')).toBeVisible()
      await startWithoutOrder(page)
    },
  },
  '08-copy-center': {
    as: 'copy-center',
    title: 'The copy center sets an order to printing',
    does: async (reader, { page, as }) => {
      const number = await as('unit-clerk', (other) => placeOrder(other.request, { mailStop: newMailStop() }))
      await reader.opens('/orders')
      await reader.follows(page.getByRole('link', { name: number }), new RegExp(number), number)
      await reader.activates(page.getByRole('radio', { name: 'Printing' }), /Printing/, /selected/, 'space')
      await reader.activates(page.getByRole('button', { name: 'Set to printing' }), /Set to printing/, /Printing/)
      await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('Printing')
    },
  },
  '09-review': {
    as: 'education-admin',
    title: 'A specialist reviews a handout in the list and takes it back',
    does: async (reader, { page }) => {
      await reader.opens('/review')
      await reader.activates(page.getByRole('button', { name: /^Reviewed: / }).first(), /Reviewed: /, /[Rr]eviewed/)
      await expect(page.getByText('Reviewed today').first()).toBeVisible()
      await reader.activates(
        page.getByRole('button', { name: /^Undo the review/ }).first(),
        /Undo the review/,
        /undone|Reviewed: /,
      )
    },
  },
  '10-audit': {
    as: 'it-auditor',
    title: 'An auditor filters the audit trail',
    does: async (reader, { page }) => {
      await reader.opens('/audit')
      const field = page.getByLabel('Person')
      await reader.goesTo(field, /Person entry/)
      await reader.types('iris', field)
      await reader.activates(page.getByRole('button', { name: 'Apply' }), /Apply/, /^\d+ rows?$/m)
    },
  },
}

for (const [name, { as, title, does }] of Object.entries(tasks)) {
  test(title, async ({ page, browser, server }) => {
    if (as) await signInOnly(page, as)
    const actAs: Tools['as'] = async (account, act) => {
      const other = await person(browser, server, account)
      const result = await act(other)
      await other.context().close()
      await page.bringToFront()
      return result
    }
    const reader = new Reader(page)
    await page.bringToFront()
    await does(reader, { page, as: actAs })
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${name}.txt`), reader.written(title))
  })
}
