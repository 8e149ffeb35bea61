// A replica beside its primary: what it shows, what it leaves to the primary, and its notice when its data is old.
import { searchFor } from './support/catalogue'
import { type Server, startReplica, startServer } from './support/server'
import { test as base, expect, expectAccessible, signIn } from './support/test'

interface Servers {
  primary: Server
  /** Has the primary's data of a moment ago. */
  fresh: Server
  /** Has a database that counts as old. */
  stale: Server
}

const test = base.extend<object, Servers>({
  primary: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright's form of a fixture without dependencies
    async ({}, use) => {
      const primary = await startServer()
      await use(primary)
      await primary.stop()
    },
    { scope: 'worker' },
  ],
  fresh: [
    async ({ primary }, use) => {
      const replica = await startReplica(primary)
      await use(replica)
      await replica.stop()
    },
    { scope: 'worker' },
  ],
  stale: [
    async ({ primary }, use) => {
      const replica = await startReplica(primary, { HANDOUT_REPLICA__MAX_AGE_SECONDS: '1' })
      await use(replica)
      await replica.stop()
    },
    { scope: 'worker' },
  ],
})

const staleLine = /The catalogue shown here is from .+ \(1 minute ago\)\. Newer changes may be missing\./

test.describe('a fresh replica', () => {
  test.use({ baseURL: ({ fresh }, use) => use(fresh.url) })

  test('shows the catalogue as its primary does, and signs in there', async ({ page, request, primary }) => {
    const { hits } = await searchFor(request, { q: 'asthma action plan' })
    const path = `/citation/${hits.hit[0]?.fields.readable_id}`
    await page.goto('/search?q=asthma+action+plan')
    await page.getByRole('link', { name: 'Asthma action plan' }).click()
    await expect(page.getByRole('heading', { name: 'General Information' })).toBeVisible()
    await expect(page.getByText(/catalogue shown here/)).toHaveCount(0)
    await expectAccessible(page)
    const signIn = page.getByRole('link', { name: 'Sign In' })
    await expect(signIn).toHaveAttribute('href', `${primary.url}/login?return=${encodeURIComponent(path)}`)
    await signIn.click()
    await page.getByRole('button', { name: /unit-clerk|Unit Clerk/i }).click()
    await page.waitForURL(primary.url + path)
    await expect(page.getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible()
  })

  test('redirects people who order or open a staff page to the primary', async ({ page, request, primary }) => {
    const { hits } = await searchFor(request, { q: 'asthma action plan' })
    await page.goto(`/citation/${hits.hit[0]?.fields.readable_id}`)
    await page
      .getByRole('button', { name: /^Add to Order/ })
      .first()
      .click()
    await page.waitForURL((url) => url.origin === primary.url)
    await page.goto('/orders?late=true')
    await page.waitForURL((url) => url.origin === primary.url)
  })

  test('leads the record of a day, which needs a sign-in, to the primary', async ({ page, request, primary }) => {
    const { hits } = await searchFor(request, { q: 'asthma action plan' })
    await page.goto(`/citation/${hits.hit[0]?.fields.readable_id}?asOf=2026-02-01`)
    await page.waitForURL((url) => url.origin === primary.url)
  })
})

test.describe('a primary that is gone, behind a proxy that falls back to a replica', () => {
  test.use({
    baseURL: ({ primary }, use) => use(primary.url),
    expectedConsole: /Failed to load resource|A call failed/,
  })

  test('keeps the input of a failed save, and explains it with a link', async ({ page, fresh, primary }) => {
    const { hits } = await searchFor(page.request, { q: 'asthma action plan' })
    const path = `/citation/edit/${hits.hit[0]?.fields.readable_id}`
    await signIn(page, 'education-admin', path)
    const title = page.getByRole('textbox', { name: 'Title' })
    await title.fill('Typed and not saved')
    await page.route('**/api/**', async (route) => {
      const { pathname, search } = new URL(route.request().url())
      await route.fulfill({ response: await route.fetch({ url: fresh.url + pathname + search }) })
    })
    await page.getByRole('button', { name: 'Save Changes' }).click()
    const detail = `This server only reads the catalogue. Signing in and changing something is done at ${primary.url}.`
    await expect(page.getByText(`${detail} Everything you typed is still here.`)).toBeVisible()
    await expect(page.getByText('Your sign-in has expired.')).toHaveCount(0)
    const copy = page.getByRole('region', { name: 'About this server' })
    await expect(copy.getByText('The catalogue is read-only here.')).toBeVisible()
    await expect(copy.getByRole('link', { name: 'main catalogue' })).toHaveAttribute('href', primary.url + path)
    await expectAccessible(page)
    await expect(title).toHaveValue('Typed and not saved')
  })
})

test.describe('a replica whose copy is old', () => {
  test.use({ baseURL: ({ stale }, use) => use(stale.url) })

  test('shows the time of its data on every page', async ({ page }) => {
    // As soon as its data is a second old.
    await expect(async () => {
      await page.goto('/')
      await expect(page.getByText(staleLine)).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await expectAccessible(page)
    await page.goto('/search?q=asthma')
    await expect(page.getByText(staleLine)).toBeVisible()
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBeLessThanOrEqual(0)
    await page.getByRole('contentinfo').getByRole('button', { name: 'Español' }).click()
    await expect(page.getByText(/El catálogo que ve aquí es de .+ \(hace 1 minuto\)/)).toBeVisible()
    await expectAccessible(page)
  })
})

test('a primary shows nothing about replicas, and its pages contain their configuration', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.clock.install()
  await page.goto('/search?q=asthma')
  await expect(page.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', /^\/login/)
  await page.clock.runFor('05:00')
  expect(asked.filter((path) => path === '/api/config')).toEqual([])
  expect(asked.filter((path) => /Replica/.test(path))).toEqual([])
})
