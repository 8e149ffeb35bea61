// The test of every browser test: a server of its own for each worker, and a page whose console must stay clean.
import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { startServer } from './server'

export { expect }

export type Account = 'visitor-nurse' | 'unit-clerk' | 'education-admin'

interface Fixtures {
  /** Lets a test say which console errors it causes on purpose. */
  expectedConsole: RegExp | null
}

export const test = base.extend<Fixtures, { server: string }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: the way Playwright tells that nothing else is needed
    async ({}, use) => {
      if (process.env.HANDOUT_URL) {
        await use(process.env.HANDOUT_URL)
        return
      }
      const server = await startServer()
      await use(server.url)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ server }, use) => use(server),
  expectedConsole: [null, { option: true }],
  page: async ({ page, expectedConsole }, use) => {
    const faults: string[] = []
    const note = (text: string) => {
      if (!expectedConsole?.test(text)) faults.push(text)
    }
    page.on('console', (message) => message.type() === 'error' && note(message.text()))
    page.on('pageerror', (error) => note(error.message))
    await use(page)
    expect(faults, 'The console stays clean').toEqual([])
  },
})

/** Signs in by the demo provider and comes back to `path`. */
export async function signIn(page: Page, account: Account, path = '/') {
  await page.goto(`/login?return=${encodeURIComponent(path)}`)
  await page.getByText(account).first().click()
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
}

/** Nothing that axe finds against WCAG 2.2 AA and its own best practices. */
export async function expectAccessible(page: Page) {
  // Colours are measured at rest, not while something fades in.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .map((animation) =>
          animation.effect?.getComputedTiming().iterations === 1 ? animation.finished.catch(() => null) : null,
        ),
    ),
  )
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join('\n  ')}`,
  )
  expect(found, 'axe finds nothing').toEqual([])
}

/** True at the phone's size. */
export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 500
