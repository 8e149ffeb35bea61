// Drafts: they survive reloads and expired sign-ins, nobody else sees them, and they are deleted in time.
import type { Page } from '@playwright/test'
import { findCitation } from '../support/catalogue'
import { fillOrder, gatherOrder, loseSignIn, startWithoutOrder } from '../support/staff'
import { type Account, expect, expectAccessible, isPhone, signIn, signInOnly, test } from '../support/test'

test.use({ expectedConsole: /401|A call failed|could not be saved/ })

const ended = (page: Page) => page.getByRole('alert').filter({ hasText: 'Your sign-in has expired.' })

/** Signs in again by the link on the page, which opens another tab, and returns to the page. */
async function signInAgain(page: Page, account: Account) {
  const signOut = (tab: Page) => tab.getByRole('button', { name: 'Sign Out', exact: true })
  const [other] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Sign in again' }).click(),
  ])
  await other.getByText(account).first().click()
  await expect(signOut(other)).toBeVisible()
  await other.close()
  // Every page of a test has the focus all the time.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(signOut(page)).toBeVisible()
  await expect(ended(page)).toBeHidden()
}

const noDrafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')).length === 0)

async function editForm(page: Page) {
  const { id } = await findCitation(page.request, '', ({ title }) => (title.length % 2 === 0) === isPhone(page))
  await page.goto(`/citation/edit/${id}`)
  await expect(page.getByLabel('Notes')).toBeVisible()
  return `/citation/edit/${id}`
}

test('an order refused because the sign-in ended offers the next one beside what was typed', async ({ page }) => {
  await signIn(page, 'unit-clerk')
  await startWithoutOrder(page)
  const citation = await gatherOrder(page)
  await fillOrder(page)
  await loseSignIn(page)
  await page.getByRole('button', { name: 'Submit Order' }).click()
  await expect(ended(page)).toBeInViewport()
  await expect(page.getByRole('spinbutton', { name: `Quantity of ${citation.title}, Somali` })).toBeVisible()
  await expect(page.getByLabel('Cost Center')).toHaveValue('1234')
  await expectAccessible(page)
  await signInAgain(page, 'unit-clerk')
  await expect(page).toHaveURL(/\/order$/)
  await expect(page.getByRole('spinbutton', { name: `Quantity of ${citation.title}, Somali` })).toBeVisible()
  await expect(page.getByLabel('Cost Center')).toHaveValue('1234')
  await page.getByRole('button', { name: 'Submit Order' }).click()
  await expect(page.getByRole('dialog', { name: 'Success!' })).toBeVisible()
  expect(await noDrafts(page)).toBe(true)
})

test('the next person at the computer sees nothing of the previous one', async ({ page }) => {
  await signIn(page, 'unit-clerk')
  await startWithoutOrder(page)
  await gatherOrder(page)
  await fillOrder(page)
  // Without signing out: the sign-in just expires.
  await loseSignIn(page)
  await signIn(page, 'visitor-nurse')
  await startWithoutNurse(page)
  await page.goto('/order')
  await expect(page.getByText('No materials selected')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Special Instructions' })).toHaveValue('')
  await expect(page.getByLabel('First Name')).not.toHaveValue('Uriel')
  await expect(page.getByLabel('First Name')).not.toHaveValue('')
  await page.getByLabel('Phone Number').fill('555 0199')

  // The first person comes back and finds the draft.
  await loseSignIn(page)
  await signIn(page, 'unit-clerk', '/order')
  await expect(page.getByLabel('Phone Number')).toHaveValue('555 0100')
  await expect(page.getByRole('spinbutton')).toHaveCount(1)

  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
  const stored = await page.evaluate(() => JSON.stringify(localStorage))
  for (const trace of ['Uriel', '555 0100', 'unit-clerk', 'Asthma Clinic']) expect(stored).not.toContain(trace)
  await signIn(page, 'unit-clerk', '/order')
  await expect(page.getByLabel('First Name')).toHaveValue('Uriel')
  await expect(page.getByRole('textbox', { name: 'Special Instructions' })).toHaveValue('')
})

/** Empties the nurse's list on the server, without changing what the browser stores. */
const startWithoutNurse = (page: Page) =>
  page.request.post('/api/user/session', {
    data: { favorites: [], order: [] },
    headers: { 'sec-fetch-site': 'same-origin' },
  })

test('a tab that still shows one person is emptied when another signs in elsewhere', async ({ page, context }) => {
  await signInOnly(page, 'unit-clerk')
  await startWithoutOrder(page)
  await page.goto('/order')
  await page.getByRole('textbox', { name: 'Special Instructions' }).fill('Second floor')
  const other = await context.newPage()
  await loseSignIn(page)
  await signIn(other, 'education-admin')
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByRole('textbox', { name: 'Special Instructions' })).toHaveValue('', { timeout: 30_000 })
  await expect(page.getByLabel('First Name')).not.toHaveValue('Uriel')
})

test('a citation being edited survives the end of the sign-in, a reload and a new sign-in', async ({ page }) => {
  test.slow()
  await signIn(page, 'education-admin')
  const address = await editForm(page)
  await page.getByLabel('Notes').fill('An hour of work')
  await page.getByRole('button', { name: '+ Add New' }).click()
  await page
    .getByRole('combobox', { name: /^Language \(row/ })
    .last()
    .fill('Wolof')
  await page.getByRole('option', { name: 'Create "Wolof"' }).click()
  await loseSignIn(page)
  // The next background refresh detects it.
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(ended(page)).toBeInViewport({ timeout: 30_000 })
  await expect(page).toHaveURL(address)
  await expect(page.getByLabel('Notes')).toHaveValue('An hour of work')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(ended(page)).toBeInViewport()
  await expectAccessible(page)
  await page.reload()
  await page.getByText('education-admin').first().click()
  await expect(page).toHaveURL(address)
  await expect(page.getByLabel('Notes')).toHaveValue('An hour of work')
  await expect(page.getByRole('combobox', { name: /^Language \(row/ }).last()).toHaveValue('Wolof')
  await expect(page.getByText(/^Your unsaved changes of .* were restored\.$/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Discard these changes' }).click()
  await expect(page.getByLabel('Notes')).not.toHaveValue('An hour of work')
  expect(await noDrafts(page)).toBe(true)
})

test('a citation being added is a draft too, until Cancel', async ({ page }) => {
  await signIn(page, 'education-admin', '/citation/add')
  await page.getByLabel('Title').fill('Half a handout')
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue('Half a handout')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('will be discarded')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/$/)
  expect(await noDrafts(page)).toBe(true)
  await page.goto('/citation/add')
  await expect(page.getByLabel('Title')).toHaveValue('')
})

test('the skip link stays in the form, and leaving goes one page back', async ({ page }) => {
  await signIn(page, 'education-admin', '/profile')
  await page.getByRole('link', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(/\/$/)
  await page.getByRole('button', { name: 'Admin Tools' }).click()
  await page.getByRole('menuitem', { name: 'Add Resource' }).click()
  await page.getByLabel('Title').fill('Not saved')
  await page.getByRole('link', { name: 'Skip to the page' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.goBack()
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  await expect(page).toHaveURL(/\/citation\/add$/)
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/profile$/)
})

test('a sign-out in another tab empties a form with unsaved work without asking', async ({ page, context }) => {
  await signIn(page, 'education-admin', '/citation/add')
  await page.getByLabel('Title').fill('Nobody else may read this')
  const other = await context.newPage()
  await other.goto('/')
  await other.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(page.getByLabel('Title')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Nobody else')
})
