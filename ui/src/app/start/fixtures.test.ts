// The screens have the markup of the server's pages: each page of `fixtures`, which the server writes, is taken over from its
// embedded data as in a browser, then all elements, attributes and texts are compared.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { removeDifferences } from './differences.fixture'

declare const happyDOM: { setViewport(viewport: { width: number }): void }

const folder = join(import.meta.dirname, '../../../fixtures')
/** What the fixtures have as today. */
const today = '2026-03-04T12:00:00.000Z'

interface Fixture {
  name: string
  path: string
  languages: string[]
  html: string
}

function read(file: string): Fixture {
  const [path = '', languages = '', ...html] = readFileSync(join(folder, file), 'utf8').split('\n')
  const comment = (line: string) => line.replace(/^<!-- (.*) -->$/, '$1')
  return {
    name: file.replace('.html', ''),
    path: comment(path),
    languages: comment(languages).split(','),
    html: html.join('\n').trim().replaceAll('>\n<', '><'),
  }
}

/** An attribute as it counts: classes in any order, files of the build without their hashes. */
function attribute({ name, value }: Attr): string[] {
  if (name === 'class') return value === '' ? [] : [`class=${value.split(' ').sort().join(' ')}`]
  if (name === 'src') return [`src=${value.replace(/^.*\/([\w-]+?)(-[A-Z0-9]{8})?(\.\w+)$/, '$1$3')}`]
  return [`${name}=${value}`]
}

/** One line for each element and text, with its depth. */
function outline(root: Element): string[] {
  const lines: string[] = []
  const walk = (element: Element, depth: number) => {
    const line = [element.tagName.toLowerCase(), ...[...element.attributes].flatMap(attribute).sort()]
    lines.push(`${'  '.repeat(depth)}${line.join(' | ')}`)
    let text = ''
    const endText = () => {
      if (text !== '') lines.push(`${'  '.repeat(depth + 1)}${JSON.stringify(text)}`)
      text = ''
    }
    for (const child of element.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) text += child.textContent
      if (child.nodeType !== Node.ELEMENT_NODE) continue
      endText()
      walk(child as Element, depth + 1)
    }
    endText()
  }
  walk(root, 0)
  return lines
}

/** The lines with the IDs that React makes replaced by those of the server's page in the same place. */
function withIdsOf(served: readonly string[], screens: readonly string[]): string[] {
  const id = / \| id=(\S+)/
  const ids = new Map<string, string>()
  for (const [at, line] of screens.entries()) {
    const [own, other] = [id.exec(line)?.[1], id.exec(served[at] ?? '')?.[1]]
    if (own?.startsWith('_r_') && other) ids.set(own, other)
  }
  return screens.map((line) => line.replaceAll(/\b_r_\w+_/g, (own) => ids.get(own) ?? own))
}

/** Puts a page into the document as a browser does. */
function open({ html, path, languages }: Fixture) {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const { lang, dir } = page.documentElement
  Object.assign(document.documentElement, { lang, dir })
  document.title = page.title
  document.body.innerHTML = page.body.innerHTML
  for (const list of document.querySelectorAll('select')) {
    // happy-dom ignores the attribute `selected`.
    list.value = list.querySelector<HTMLOptionElement>('[selected]')?.value ?? list.value
  }
  history.replaceState(null, '', path)
  Object.defineProperty(navigator, 'languages', { value: languages, configurable: true })
  return { served: document.getElementById('root') as HTMLElement, title: page.title }
}

/** The app of the current test. */
const app = vi.hoisted(() => ({ unmount: () => {} }))

vi.mock('react-dom/client', async (original) => {
  const { createRoot } = await original<typeof import('react-dom/client')>()
  return {
    createRoot: (container: Element) => {
      const root = createRoot(container)
      app.unmount = () => root.unmount()
      return root
    },
  }
})

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(today) })
})

afterEach(() => {
  app.unmount()
  vi.unstubAllGlobals()
  localStorage.clear()
  Reflect.deleteProperty(navigator, 'languages')
})

const initialWidth = window.innerWidth

// Other files share the window.
afterAll(() => happyDOM.setViewport({ width: initialWidth }))

const widths = { wide: 1280, narrow: 390 }

/** The parts of a page that are written for one width only. */
const isFor = (width: string) => `[data-screen="${width}"]`

async function expectSameMarkup(fixture: Fixture, width: keyof typeof widths) {
  const calls: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    calls.push(path)
    throw new TypeError('Failed to fetch')
  })
  happyDOM.setViewport({ width: widths[width] })
  const { served, title } = open(fixture)
  const page = served.cloneNode(true) as Element
  await import('../../main')
  await vi.waitFor(() => expect(served.isConnected).toBe(false), { timeout: 5_000 })
  const screens = document.getElementById('root') as HTMLElement
  for (const other of page.querySelectorAll(isFor(width === 'wide' ? 'narrow' : 'wide'))) other.remove()
  removeDifferences(page, 'server')
  removeDifferences(screens, 'screens')
  const expected = outline(page)
  expect(withIdsOf(expected, outline(screens))).toEqual(expected)
  expect(document.title).toBe(title)
  expect(calls).toEqual([])
}

const fixtures = readdirSync(folder).map(read)

test.each(fixtures)('$name', (fixture) => expectSameMarkup(fixture, 'wide'))

test.each(fixtures.filter(({ html }) => html.includes('data-screen')))('$name on a phone', (fixture) =>
  expectSameMarkup(fixture, 'narrow'),
)
