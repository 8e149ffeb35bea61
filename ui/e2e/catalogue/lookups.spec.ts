// Manage Lookups: input is never lost, the focus stays in place, and the rows fit every screen.
import type { Page } from '@playwright/test'
import { expectFocusKept } from '../support/layout'
import { expect, expectAccessible, isPhone, signIn, signInOnly, test } from '../support/test'

async function open(page: Page) {
  await signIn(page, 'education-admin', '/manage_lookups')
  await expect(page.getByRole('table')).toBeVisible()
}

/** Adds a department of its own, so that concurrent tests don't interfere. */
async function addDepartment(page: Page, name: string) {
  await page.getByLabel('Category').selectOption('Departments')
  await page.getByRole('button', { name: 'Add Department' }).click()
  await page.getByLabel('Department Name').fill(name)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Add Department' })).toBeFocused()
  await page.getByLabel('Filter').fill(name)
  await expect(page.getByText('Showing 1 to 1 of 1 lookups')).toBeVisible()
}

test.describe('when a change fails', () => {
  test.use({ expectedConsole: /Failed to load resource|A call failed/ })

  test('the editor keeps its text and shows the error; saving again works', async ({ page }) => {
    await open(page)
    const name = `Ward ${Date.now()}`
    await addDepartment(page, name)
    await page.getByRole('button', { name: `Edit ${name}` }).click()
    await page.getByLabel('Value').fill(`${name} North`)
    let failing: 'offline' | '500' | null = 'offline'
    await page.route('**/api/system/jobs', (route) => {
      if (route.request().method() !== 'POST' || failing === null) return route.continue()
      return failing === 'offline' ? route.abort() : route.fulfill({ status: 500, json: {} })
    })
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByLabel('Value')).toHaveValue(`${name} North`)
    await expect(page.getByLabel('Value')).toBeFocused()
    await expect(page.getByText('Not saved. The server could not be reached.')).toBeVisible()
    await expectAccessible(page)
    failing = '500'
    await page.keyboard.press('Enter')
    await expect(
      page.getByText('Not saved. The server could not do this. Wait a moment, then try again.'),
    ).toBeVisible()
    // The input stays while another category is shown.
    await page.getByLabel('Category').selectOption('Tags')
    await page.getByLabel('Category').selectOption('Departments')
    await page.getByLabel('Filter').fill(name)
    await expect(page.getByLabel('Value')).toHaveValue(`${name} North`)
    failing = null
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByRole('button', { name: `Edit ${name} North` })).toBeFocused()
  })

  test('a deletion that fails says so and offers to try again', async ({ page }) => {
    await open(page)
    const name = `Unit ${Date.now()}`
    await addDepartment(page, name)
    let failing = true
    let answer = () => {}
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/system/jobs', async (route) => {
      if (!failing || route.request().method() !== 'POST') return route.continue()
      await isAnswered
      return route.abort()
    })
    // The filter is in the URL.
    await page.reload()
    await expect(page.getByText('Showing 1 to 1 of 1 lookups')).toBeVisible()
    const actions = page.getByRole('columnheader', { name: 'Actions' })
    const place = await actions.boundingBox()
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Updating...')).toBeFocused()
    expect(await actions.boundingBox()).toEqual(place)
    answer()
    const alert = page.getByRole('alert')
    await expect(alert).toContainText(`'${name}' was not deleted.`)
    await expect(page.getByRole('button', { name: `Edit ${name}` })).toBeFocused()
    await expectAccessible(page)
    failing = false
    await alert.getByRole('button', { name: 'Delete again' }).click()
    await expect(page.getByText('No results found.')).toBeVisible()
    await expectFocusKept(page, 'Delete again')
  })
})

test('the focus moves to the next control after Cancel, Escape, Save and Delete', async ({ page }) => {
  await open(page)
  const name = `Clinic ${Date.now()}`
  await addDepartment(page, name)
  const edit = page.getByRole('button', { name: `Edit ${name}`, exact: true })
  await edit.click()
  await expect(page.getByLabel('Value')).toBeFocused()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(edit).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(edit).toBeFocused()
  await edit.click()
  await page.getByLabel('Value').fill(`${name} East`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `Edit ${name} East` })).toBeFocused()
  await page.getByRole('button', { name: `Delete ${name} East` }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete Item' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No results found.')).toBeFocused()
})

test('a change that is done at once shows at once, without waiting for the next refresh', async ({ page }) => {
  await open(page)
  const name = `Ward ${Date.now()}`
  await addDepartment(page, name)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await page.getByLabel('Value').fill(`${name} West`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `Edit ${name} West` })).toBeVisible({ timeout: 4_000 })
  // The editor's fields are inside its background.
  await page.getByRole('button', { name: `Edit ${name} West` }).click()
  const editor = await page.getByRole('form', { name: `Edit ${name} West` }).boundingBox()
  const field = await page.getByLabel('Value').boundingBox()
  expect((field?.x ?? 0) - (editor?.x ?? 0)).toBeGreaterThanOrEqual(8)
})

test('without a match there is nothing to scroll, and axe finds nothing', async ({ page }) => {
  await open(page)
  await page.getByLabel('Filter').fill('zzzz nothing')
  await expect(page.getByText('No results found.')).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await expectAccessible(page)
})

test('loading values have a message; a failure explains what to do', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await signInOnly(page, 'education-admin')
  await page.route('**/api/search/facets?**', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/manage_lookups')
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Lookups' })).toBeVisible()
  await expect(page.getByText('Loading the values…')).toBeVisible()
  await expectAccessible(page)
  release()
  await expect(page.getByRole('table')).toBeVisible()
})

test('a row has its name without a label, its actions at the end of its line, and no empty half', {
  tag: '@phone',
}, async ({ page }) => {
  await open(page)
  await page.getByLabel('Category').selectOption('Departments')
  for (const width of isPhone(page) ? [390, 320] : [1280, 768]) {
    await page.setViewportSize({ width, height: 900 })
    const row = page
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: /^Edit / }) })
      .first()
    const box = (await row.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const bin = (await row.getByRole('button', { name: /^Delete / }).boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    }
    expect(bin.x + bin.width, `the delete button ends the line at ${width}`).toBeGreaterThan(box.x + box.width - 16)
    const name = (await row.getByRole('cell').first().boundingBox()) ?? { y: 0, height: 0 }
    expect(Math.abs(name.y + name.height / 2 - (bin.y + bin.height / 2)), `beside the name at ${width}`).toBeLessThan(
      16,
    )
    const label = await row
      .getByRole('cell')
      .first()
      .evaluate((cell) => getComputedStyle(cell, '::before').content)
    expect(label).toMatch(/^(none|normal)$/)
  }
})

test('the category is in the address: a reload keeps it', async ({ page }) => {
  await open(page)
  await page.getByLabel('Category').selectOption('Keywords')
  await expect(page).toHaveURL(/\?category=keywords$/)
  await page.reload()
  await expect(page.getByLabel('Category')).toHaveValue('keywords')
  await expect(page.getByRole('table', { name: 'Keywords: values' })).toBeVisible()
  await page.goto('/manage_lookups?category=nothing-like-this')
  await expect(page.getByLabel('Category')).toHaveValue('audience')
})
