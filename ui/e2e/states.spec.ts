// axe with its best practices, on every state of every screen, at desktop and at phone size; its rules about colors in both color
// schemes. Other tests run axe only in the current scheme and size.
import type { CDPSession, Page } from '@playwright/test'
import { findCitation, pageOf } from './support/catalogue'
import { placeOrder } from './support/orders'
import { emptyFirstPage } from './support/pages'
import { gatherOrder } from './support/staff'
import { expect, expectAccessibleInBothSchemes, signIn, test } from './support/test'

const filters = encodeURIComponent(btoa('[{"languages":"Spanish"},{"audience":"Parents"}]'))
const results = (page: Page) => page.getByRole('region', { name: 'Results' })

/** Makes matching calls fail, or never answer. */
async function stop(page: Page, calls: string, how: 'fail' | 'hang') {
  await emptyFirstPage(page)
  await page.route(calls, (route) => (how === 'fail' ? route.abort() : undefined))
}

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
    await page.goto('/citation/not-in-the-catalogue')
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

/** Opens a screen for staff, and waits until it is loaded completely. */
async function open(page: Page, path: string, heading: string | RegExp) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  await page.waitForLoadState('networkidle')
}

const administratorStates: Record<string, (page: Page) => Promise<void>> = {
  'the overview': (page) => open(page, '/overview', 'Overview'),
  reviews: (page) => open(page, '/review', 'Review'),
  links: (page) => open(page, '/links', 'Broken links'),
  'reading levels': (page) => open(page, '/reading_level', 'Reading level'),
  duplicates: (page) => open(page, '/duplicates', 'Duplicates'),
  translations: (page) => open(page, '/translations', 'Translations'),
  'search insight': (page) => open(page, '/search_insight', 'Search Insight'),
  jobs: (page) => open(page, '/jobs', 'Jobs'),
  'a change without a selection': (page) => open(page, '/jobs/change', 'Change handouts'),
  'import and export': (page) => open(page, '/import_export', 'Import and export'),
  synonyms: (page) => open(page, '/manage_lookups?category=synonyms', 'Synonyms'),
}

const formStates: Record<string, (page: Page) => Promise<void>> = {
  'lookups without a match': async (page) => {
    await open(page, '/manage_lookups', 'Manage Lookups')
    await page.getByLabel('Filter').fill('qqxxyyzz')
    await expect(page.getByText('No results found.')).toBeVisible()
  },
  'a citation being added, with what is missing': async (page) => {
    await open(page, '/citation/add', 'Adding New Resource')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await expect(page.getByRole('link', { name: 'Title is required.' })).toBeVisible()
  },
  'a citation being edited': async (page) => {
    const { id } = await findCitation(page.request, '', ({ languages }) => languages.length > 3)
    await open(page, `/citation/edit/${id}`, 'Editing handout')
  },
  'the record of a day': async (page) => {
    const { id, title } = await findCitation(page.request, '')
    const day = new Date().toISOString().slice(0, 10)
    await page.goto(`/citation/${id}?asOf=${day}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(new RegExp(`${title.slice(0, 5)}|No record`))
  },
  'the profile': (page) => open(page, '/profile', /^My User Profile/),
}

const ordererStates: Record<string, (page: Page) => Promise<void>> = {
  'an empty order': async (page) => {
    await page.request.post('/api/user/session', {
      data: { favorites: [], order: [] },
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    await page.goto('/order')
    await expect(page.getByText('No materials selected')).toBeVisible()
  },
  'an order with what is missing': async (page) => {
    await gatherOrder(page, ['Somali', 'English'])
    await page.getByRole('button', { name: 'Submit Order' }).click()
    await expect(page.getByLabel('Date Required')).toHaveAttribute('aria-invalid', 'true')
  },
  'orders sent before': async (page) => {
    const number = await placeOrder(page.request, { mailStop: 'States 1' })
    await page.goto('/my_orders')
    await expect(page.getByText(number).first()).toBeVisible()
  },
}

const copyCenterStates: Record<string, (page: Page) => Promise<void>> = {
  'the list of orders': (page) => open(page, '/orders', 'Copy Center'),
  'an order': async (page) => {
    const number = await placeOrder(page.request, { mailStop: 'States 2', quantities: [40, 20] })
    await open(page, `/orders/${number}`, `Order ${number}`)
  },
  'the totals of orders': (page) => open(page, '/orders/totals', 'Totals of orders'),
  'an order that is not there': (page) =>
    open(page, '/orders/nothing-like-this', 'Order nothing-like-this was not found'),
}

/** What opens a state again that is in a sheet on phones. */
const onPhones: Record<string, (page: Page) => Promise<void>> = {
  'filters open': async (page) => {
    await page.getByRole('button', { name: /^Filters/ }).click()
    const keywords = page.getByRole('button', { name: 'Keywords', exact: true })
    if ((await keywords.getAttribute('aria-expanded')) === 'false') await keywords.click()
    await expect(keywords).toHaveAttribute('aria-expanded', 'true')
  },
}

const desktop = { width: 1280, height: 800, deviceScaleFactor: 1, mobile: false }
const phone = { width: 390, height: 844, deviceScaleFactor: 1, mobile: true }

/** Gives the page this window, on a phone with touch instead of a mouse. What is open stays open. */
async function show(page: Page, session: CDPSession, device: typeof desktop) {
  const open = page.locator('[role=dialog], [role=alertdialog], [role=listbox]').filter({ visible: true })
  const count = await open.count()
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: device.mobile })
  await session.send('Emulation.setDeviceMetricsOverride', device)
  await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(device.width)
  await expect(open).toHaveCount(count)
}

test.describe('axe finds nothing', () => {
  test.use({ expectedConsole: /Failed to load resource|A call failed/ })

  const walks = [
    { who: 'visitors', account: null, walked: states },
    { who: 'an administrator who searches', account: 'education-admin', walked: staffStates },
    { who: 'an administrator with lists', account: 'education-admin', walked: administratorStates },
    { who: 'an administrator with forms', account: 'education-admin', walked: formStates },
    { who: 'an orderer', account: 'unit-clerk', walked: ordererStates },
    { who: 'the copy center', account: 'copy-center', walked: copyCenterStates },
  ] as const
  for (const { who, account, walked } of walks) {
    test(`for ${who}`, async ({ page }) => {
      test.setTimeout(300_000)
      if (account) await signIn(page, account)
      const session = await page.context().newCDPSession(page)
      for (const [name, reach] of Object.entries(walked)) {
        await test.step(name, async () => {
          await reach(page)
          await expectAccessibleInBothSchemes(page)
          await show(page, session, phone)
          await onPhones[name]?.(page)
          await expectAccessibleInBothSchemes(page)
          await session.send('Emulation.setTouchEmulationEnabled', { enabled: false })
          await session.send('Emulation.setDeviceMetricsOverride', desktop)
          await page.unrouteAll({ behavior: 'ignoreErrors' })
        })
      }
      await session.detach()
      // The emulation of the session has ended, and with it the size of the window.
      for (const width of [1281, 1280]) await page.setViewportSize({ width, height: 800 })
    })
  }
})
