// What people do in a browser once the site is there, by WebDriver: Chromium's and WebKit's drivers speak it over HTTP, Firefox
// over a socket of its own (Marionette).
//   node browsers.mjs BROWSER JOURNEY [ARGUMENT…]
import { connect } from 'node:net'

/** Where each browser waits for its session, and what the session asks for. */
const browsers = {
  chromium: { port: 9515, options: { 'goog:chromeOptions': { args: ['--headless', '--no-sandbox', '--disable-gpu'] } } },
  phone: {
    port: 9515,
    options: {
      'goog:chromeOptions': {
        args: ['--headless', '--no-sandbox', '--disable-gpu'],
        mobileEmulation: { deviceMetrics: { width: 390, height: 844, pixelRatio: 3, touch: true } },
      },
    },
  },
  firefox: { port: 2828 },
  webkit: { port: 9516, options: {} },
}
const site = 'https://handouts.example.org'
const patienceMs = 30_000
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Tries until the result is neither null nor an error; the page may be changing meanwhile. */
async function eventually(what, attempt) {
  const end = Date.now() + patienceMs
  for (let reason = 'not found'; ; await pause(100)) {
    const result = await attempt().catch((error) => {
      reason = error.message
      return null
    })
    if (result !== null) return result
    if (Date.now() > end) throw new Error(`${what}: ${reason}`)
  }
}

/** The commands by WebDriver over HTTP. */
async function overHttp({ port, options }) {
  const call = async (path, body = {}, method = 'POST') => {
    const url = `http://127.0.0.1:${port}/session${path}`
    const response = await fetch(url, { method, ...(method === 'POST' && { body: JSON.stringify(body) }) })
    const { value } = await response.json()
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`)
    return value
  }
  const capabilities = { capabilities: { alwaysMatch: options } }
  const started = await eventually('a session', () => call('', capabilities))
  const session = `/${started.sessionId}`
  return {
    open: (url) => call(`${session}/url`, { url }),
    evaluate: (script, args) => call(`${session}/execute/sync`, { script, args }),
    click: (id) => call(`${session}/element/${id}/click`),
    type: (id, text) => call(`${session}/element/${id}/value`, { text }),
    end: () => call(session, undefined, 'DELETE'),
  }
}

/** The same commands by Firefox's protocol: each message is its length, a colon and JSON. */
async function overMarionette({ port }) {
  const waiting = new Map()
  let received = Buffer.alloc(0)
  let last = 0
  const socket = await eventually('Firefox', () => {
    const attempt = connect(port, '127.0.0.1')
    return new Promise((resolve, reject) => attempt.once('error', reject).once('data', () => resolve(attempt)))
  })
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk])
    for (;;) {
      const colon = received.indexOf(':')
      const end = colon + 1 + Number(received.subarray(0, colon))
      if (colon < 0 || received.length < end) return
      const [, id, error, result] = JSON.parse(received.subarray(colon + 1, end))
      received = received.subarray(end)
      const { resolve, reject } = waiting.get(id)
      error ? reject(new Error(`${error.error}: ${error.message}`)) : resolve(result?.value)
    }
  })
  const call = (name, parameters = {}) => {
    const message = Buffer.from(JSON.stringify([0, ++last, `WebDriver:${name}`, parameters]))
    socket.write(`${message.length}:`)
    socket.write(message)
    return new Promise((resolve, reject) => waiting.set(last, { resolve, reject }))
  }
  await call('NewSession')
  return {
    open: (url) => call('Navigate', { url }),
    evaluate: (script, args) => call('ExecuteScript', { script, args }),
    click: (id) => call('ElementClick', { id }),
    type: (id, text) => call('ElementSendKeys', { id, text }),
    end: async () => {
      await call('DeleteSession')
      socket.end()
    },
  }
}

/** The shown element that matches and has this name, as people read it. Runs in the page. */
const find = `
  const [selector, name] = arguments
  const text = (value) => (value ?? '').replace(/\\s+/g, ' ').trim()
  const names = (e) =>
    [e.getAttribute('aria-label'), e.placeholder, e.textContent, ...[...(e.labels ?? [])].map((l) => l.textContent)].map(text)
  const isShown = (e) => e.getClientRects().length > 0
  const all = [...document.querySelectorAll(selector)].filter(isShown)
  return all.find((e) => names(e).includes(name)) ?? all.find((e) => names(e).some((one) => one.startsWith(name))) ?? null`

class Page {
  constructor(driver) {
    this.driver = driver
  }

  async #act(selector, name, act) {
    await eventually(`${selector} '${name}'`, async () => {
      const element = await this.driver.evaluate(find, [selector, name])
      if (!element) return null
      await act(element[elementKey])
      return true
    })
  }

  open = (path) => this.driver.open(`${site}${path}`)
  press = (name) => this.#act('a, button, [role=button], [role=menuitem], [type=submit]', name, this.driver.click)
  fill = (name, text) => this.#act('input, textarea', name, (id) => this.driver.type(id, text))
  see = (text) =>
    eventually(`the text '${text}'`, async () =>
      (await this.driver.evaluate('return document.body.innerText.includes(arguments[0])', [text])) ? true : null,
    )
  evaluate = (script, ...args) => this.driver.evaluate(script, args)

  async signIn(login) {
    await this.open('/profile')
    await this.fill('Enter any login', login)
    await this.fill('and password', 'anything')
    await this.press('Sign-in')
    await this.press('Continue')
    await this.see(`${login}@example.org`)
  }

  /** As families and staff do: by the search. */
  async openHandout(title) {
    await this.open(`/search?q=${encodeURIComponent(title)}`)
    await this.press(title)
    await eventually(`the page of ${title}`, async () =>
      (await this.evaluate("return document.querySelector('h1')?.textContent === arguments[0]", title)) ? true : null,
    )
  }
}

const journeys = {
  /** An administrator adds words to a handout and sees them, also in a page that comes from the server. */
  async edit(page, login, title, words) {
    await page.signIn(login)
    await page.openHandout(title)
    await page.press('Edit')
    await page.fill('Abstract', ` ${words}`)
    await page.press('Save Changes')
    await page.press('Ok. Return to view.')
    await page.see(words)
    await page.openHandout(title)
    await page.see(words)
  },

  /** A clerk orders a handout. */
  async order(page, login, title) {
    await page.signIn(login)
    await page.openHandout(title)
    await page.press('Add to Order')
    await page.press('Order (1)')
    await page.fill('Phone Number', '555 0100')
    await page.fill('Department', 'Asthma Clinic')
    await page.fill('Mail Stop', 'MB 12')
    const day = new Date(Date.now() + 60 * 24 * 60 * 60 * 1000).toISOString()
    await page.fill('Date Required', day.replace(/(....)-(..)-(..).*/, '$2$3$1'))
    await page.fill('Cost Center', '1234')
    await page.press('Submit Order')
    await page.see('Success!')
  },

  /** A family opens a handout, whose page fits the screen, and its file. */
  async read(page, title) {
    await page.openHandout(title)
    const [width, content] = await page.evaluate('return [innerWidth, document.documentElement.scrollWidth]')
    if (width !== 390 || content > width) throw new Error(`the page is ${content} px wide on a screen of ${width} px`)
    const link = await page.evaluate(`return (function () {${find}})(...arguments)?.href ?? null`, 'a', 'View and Print')
    if (!link?.startsWith(site)) throw new Error(`the page leads to ${link}, not to the stored file`)
    await page.driver.open(link)
    const type = await page.evaluate('return document.contentType')
    if (type !== 'application/pdf') throw new Error(`${link} opens as ${type}`)
  },
}

const [name, journey, ...args] = process.argv.slice(2)
const driver = await (name === 'firefox' ? overMarionette : overHttp)(browsers[name])
const page = new Page(driver)
try {
  await journeys[journey](page, ...args)
} catch (error) {
  const shown = await page.evaluate('return `${location.href}\\n${document.body.innerText}`').catch(() => 'no page')
  console.error(`${error.message}\nThe page shows: ${shown.slice(0, 3000)}`)
  process.exitCode = 1
}
await driver.end()
