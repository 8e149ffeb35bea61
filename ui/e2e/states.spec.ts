// Every state of the screens that families and staff use, in both color schemes, before axe with its best practices.
import type { Page } from '@playwright/test'
import { findCitation, pageOf } from './support/catalogue'
import { expect, expectAccessibleAsShown, isPhone, signIn, test } from './support/test'

const filters = encodeURIComponent(btoa('[{"languages":"Spanish"},{"audience":"Parents"}]'))
const results = (page: Page) => page.getByRole('region', { name: 'Results' })

/** Lets calls that match fail, or never answer. */
const stop = (page: Page, calls: string, how: 'fail' | 'hang') =>
  page.route(calls, (route) => (how === 'fail' ? route.abort() : undefined))

const states: Record<string, (page: Page) => Promise<void>> = {
  'the home view': async (page) => {
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
  },
  'suggestions open': async (page) => {
    await page.goto('/')
    await page.getByRole('combobox').pressSequentially('asth')
    await expect(page.getByRole('listbox')).toBeVisible()
    await page.keyboard.press('ArrowDown')
  },
  'results with chips': async (page) => {
    await page.goto(`/search?q=asthma&obsolete=true&filters=${filters}`)
    await expect(results(page).getByText(/^Showing/)).toBeVisible()
  },
  'filters open': async (page) => {
    await page.goto('/search?q=child')
    await expect(results(page).getByText(/^Showing/)).toBeVisible()
    if (isPhone(page)) await page.getByRole('button', { name: /^Filters/ }).click()
    await page.getByRole('button', { name: 'Keywords', exact: true }).click()
  },
  'no results, with filters': async (page) => {
    await page.goto(`/search?q=qqxxyyzz&filters=${filters}`)
    await expect(results(page).getByText(/^No matching/)).toBeVisible()
  },
  'results on their way': async (page) => {
    await stop(page, '**/api/search?**', 'hang')
    await page.goto('/search?q=asthma')
    await expect(page.getByTestId('result-skeleton')).toHaveCount(10)
  },
  'results that failed': async (page) => {
    await stop(page, '**/api/search?**', 'fail')
    await page.goto('/search?q=asthma')
    await expect(page.getByRole('alert')).toBeVisible()
  },
  'a citation': async (page) => {
    await page.goto(pageOf(await findCitation(page.request, '', ({ languages }) => languages.length > 3)))
    await expect(page.getByRole('region', { name: 'Languages' })).toBeVisible()
  },
  'an obsolete citation': async (page) => {
    await page.goto(pageOf(await findCitation(page.request, '', ({ obsolete }) => obsolete)))
    await expect(page.getByRole('region', { name: 'Languages' })).toBeVisible()
  },
  'the QR dialog': async (page) => {
    const { hospital } = await (await page.request.get('/api/config')).json()
    const publisher = `publisher_name:'${hospital.name.replace(/'/g, "\\'")}'`
    await page.goto(pageOf(await findCitation(page.request, publisher, ({ languages }) => Boolean(languages[0]?.url))))
    await page
      .getByRole('button', { name: /^QR Code/ })
      .first()
      .click()
    await expect(page.getByRole('dialog').getByRole('img')).toBeVisible()
  },
  'a citation on its way': async (page) => {
    await stop(page, '**/api/citations/*', 'hang')
    await page.goto('/citation/anything')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Loading Citation...')
  },
  'a citation that failed': async (page) => {
    await stop(page, '**/api/citations/*', 'fail')
    await page.goto('/citation/anything')
    await expect(page.getByRole('alert')).toBeVisible()
  },
  'a citation that is not there': async (page) => {
    await page.goto('/citation/there-is-no-such-thing')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No citation found.')
  },
}

const staffStates: Record<string, (page: Page) => Promise<void>> = {
  'an empty box with recent searches': async (page) => {
    await page.goto('/search?q=croup')
    await expect(results(page).getByText(/^Showing/)).toBeVisible()
    await page.goto('/')
    await page.getByRole('combobox').click()
    await expect(page.getByRole('group', { name: 'Recent searches' })).toBeVisible()
  },
  'results with stars and export': async (page) => {
    await page.goto('/search?q=asthma')
    await expect(page.getByRole('button', { name: 'Export to CSV' })).toBeVisible()
  },
  'lookups, one being edited': async (page) => {
    await page.goto('/manage_lookups')
    await page.getByLabel('Category').selectOption('Departments')
    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .click()
    await page.getByLabel('Value').fill('')
    await expect(page.getByText('The value is required.')).toBeVisible()
  },
  'lookups, adding a department': async (page) => {
    await page.goto('/manage_lookups')
    await page.getByLabel('Category').selectOption('Departments')
    await page.getByRole('button', { name: 'Add Department' }).click()
    await expect(page.getByLabel('Department Name')).toBeFocused()
  },
  'lookups, a deletion being asked about': async (page) => {
    await page.goto('/manage_lookups')
    await page
      .getByRole('button', { name: /^Delete / })
      .first()
      .click()
    await expect(page.getByRole('alertdialog')).toContainText(/used by/)
  },
  'lookups that failed': async (page) => {
    await stop(page, '**/api/search/facets?**', 'fail')
    await page.goto('/manage_lookups')
    await expect(page.getByRole('alert')).toBeVisible({ timeout: 20_000 })
  },
}

test.describe('axe finds nothing', () => {
  test.use({ expectedConsole: /Failed to load resource|A call failed/ })

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`for visitors, ${colorScheme}`, async ({ page }) => {
      test.setTimeout(240_000)
      await page.emulateMedia({ colorScheme })
      for (const [name, reach] of Object.entries(states)) {
        await test.step(name, async () => {
          await reach(page)
          await expectAccessibleAsShown(page)
          await page.unrouteAll({ behavior: 'ignoreErrors' })
        })
      }
    })
    test(`for an administrator, ${colorScheme}`, async ({ page }) => {
      test.setTimeout(240_000)
      await page.emulateMedia({ colorScheme })
      await signIn(page, 'education-admin')
      for (const [name, reach] of Object.entries(staffStates)) {
        await test.step(name, async () => {
          await reach(page)
          await expectAccessibleAsShown(page)
          await page.unrouteAll({ behavior: 'ignoreErrors' })
        })
      }
    })
  }
})
