// The guide as a script: reads the pages of docs/guide, and performs their numbered steps on the words that they quote.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, Locator, Page } from '@playwright/test'
import type { Files } from '../support/fileHost'
import { type Account, expect, test } from '../support/test'

const folder = fileURLToPath(new URL('../../../docs/guide/', import.meta.url))

/** The names of the pages, such as `reviews` or `families.es`. */
export const pageNames = readdirSync(folder)
  .filter((file) => file.endsWith('.md'))
  .map((file) => file.replace(/\.md$/, ''))

/** How a page is performed. */
export interface Script {
  /** Who does it; nobody is signed in without it. */
  as?: Account
  steps: (guide: Guide) => Promise<void>
}

/** By the name of the page; a page without steps on a screen has the reason instead. */
export type Scripts = Record<string, Script | string>

/** The numbered steps of a page in order, each with its whole text. */
export function stepsOf(name: string): string[] {
  const body = readFileSync(`${folder}${name}.md`, 'utf8').split('\n---\n').slice(1).join('\n---\n')
  const steps: string[] = []
  let inStep = false
  for (const line of body.split('\n')) {
    if (/^\d+\. /.test(line)) steps.push(line.replace(/^\d+\. /, ''))
    else if (inStep && line.startsWith('   ')) steps.push(`${steps.pop()}\n${line.trim()}`)
    inStep = /^\d+\. /.test(line) || (inStep && (line.startsWith('   ') || line === ''))
  }
  return steps
}

/** A quoted text as the beginning of a name on the screen, or the whole name but a count; `…` is what the screen fills in. */
function named(quoted: string, whole: boolean) {
  const escaped = quoted.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/…/g, '.*')
  return new RegExp(`^\\s*${escaped}${whole ? '\\s*(\\([\\d,]+\\))?\\s*$' : '(?![\\p{L}\\p{N}])'}`, 'u')
}

/** The best match that is visible: the whole name before its beginning. */
async function visible(find: (name: RegExp) => Locator, quoted: string): Promise<Locator> {
  const shown = (whole: boolean) => find(named(quoted, whole)).filter({ visible: true })
  let best: Locator | undefined
  await expect
    .poll(
      async () => {
        best = undefined
        for (const whole of [true, false]) if ((await shown(whole).count()) > 0) best ??= shown(whole).first()
        return best === undefined ? `‘${quoted}’ is not on the page` : ''
      },
      { timeout: 10_000, intervals: [50, 100, 250] },
    )
    .toBe('')
  return best as Locator
}

const pressable = ['button', 'link', 'tab', 'menuitem', 'option', 'radio', 'checkbox', 'switch'] as const
const pressableTags = 'a, button, summary, [role=menuitem], [role=option]'

/** A step: what its script does with each of its quoted texts, from left to right. */
export class Step {
  private readonly quoted: string[]
  constructor(
    readonly page: Page,
    readonly text: string,
  ) {
    this.quoted = [...text.matchAll(/‘([^’]*)’/g)].map(([, words]) => words as string)
  }

  /** The next quoted text. */
  next(): string {
    const words = this.quoted.shift()
    if (words === undefined) throw new Error(`Nothing more is quoted in: ${this.text}`)
    return words
  }

  /** Everything that is still to be done with. */
  rest = (): readonly string[] => this.quoted

  /** The control with the next quoted text as its name, on it, or as its tooltip. */
  control(within: Page | Locator = this.page): Promise<Locator> {
    const find = (name: RegExp) =>
      pressable.reduce(
        (found, role) => found.or(within.getByRole(role, { name })),
        within.locator(pressableTags).filter({ hasText: name }).or(within.getByTitle(name)),
      )
    return visible(find, this.next())
  }

  async press(within?: Page | Locator) {
    await (await this.control(within)).click()
  }

  /** The entry of the administrators' menu: presses the menu, then the entry. */
  async openFromMenu() {
    await this.press(this.page.getByRole('banner'))
    await this.press(this.page.getByRole('menu'))
  }

  /** The field with the next quoted text as its label. */
  field(within: Page | Locator = this.page): Promise<Locator> {
    const fields = within.locator('input, select, textarea, [role=combobox]')
    return visible((name) => within.getByLabel(name).and(fields), this.next())
  }

  async fill(value: string, within?: Page | Locator) {
    await (await this.field(within)).fill(value)
  }

  /** Chooses a value of a list by its text, the first that fits. */
  async choose(value: string | RegExp | { index: number }, within?: Page | Locator) {
    const field = await this.field(within)
    if ((await field.evaluate(({ tagName }) => tagName)) === 'SELECT') {
      if (typeof value === 'object' && 'index' in value) await field.selectOption(value)
      else await field.selectOption({ label: await optionOf(field, value) })
      return
    }
    await field.click()
    if (typeof value === 'string') await field.fill(value)
    const options = this.page.getByRole('option')
    await (typeof value === 'object' && 'index' in value
      ? options.nth(value.index)
      : options.filter({ hasText: value }).first()
    ).click()
  }

  /** The next quoted texts stand on the screen. */
  async sees(count = 1, within: Page | Locator = this.page) {
    for (let n = 0; n < count; n++) {
      const words = this.next()
      await visible((name) => within.getByText(name).or(within.getByLabel(name)), words)
    }
  }
}

async function optionOf(select: Locator, value: string | RegExp): Promise<string> {
  const labels = await select.locator('option').allTextContents()
  const found = labels.find((label) => (typeof value === 'string' ? label.startsWith(value) : value.test(label)))
  if (found === undefined) throw new Error(`${value} is not in the list: ${labels.join(', ')}`)
  return found
}

/** A page that is being performed. */
export class Guide {
  private readonly left: string[]
  constructor(
    readonly page: Page,
    readonly browser: Browser,
    readonly server: string,
    readonly files: Files,
    name: string,
  ) {
    this.left = stepsOf(name)
  }

  /** Performs the next step; every text that it quotes must be used. */
  step = async (perform: (step: Step) => Promise<unknown> = async () => {}) => {
    const text = this.left.shift()
    if (text === undefined) throw new Error('The page has no more steps')
    await test.step(text, async () => {
      const step = new Step(this.page, text)
      await perform(step)
      expect(step.rest(), `Unused in: ${text}`).toEqual([])
    })
  }

  /** Checks that no step was left out. */
  end() {
    expect(this.left, 'Steps that were not performed').toEqual([])
  }
}
