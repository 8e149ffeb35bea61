// The filter sheet on phones and the history: Back closes the sheet, and undoes filters only afterwards.
import type { Page } from '@playwright/test'
import { expect, test } from '../support/test'

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Filtering Options' })
const chip = (page: Page) => page.getByRole('button', { name: 'Remove filter Languages: Spanish' })

/** Wide screens have a filter panel instead. */
const onlyOnPhones = { tag: ['@phone', '@only-phone'] }

test.beforeEach(async ({ page }) => {
  await page.goto('/')
  await page.getByRole('combobox').fill('asthma')
  await page.getByRole('combobox').press('Enter')
  await page.getByRole('button', { name: /^Filters/ }).click()
  await expect(sheet(page).getByRole('checkbox', { name: 'Show obsolete' })).toBeFocused()
})

test('Back closes the sheet and leaves the search', onlyOnPhones, async ({ page }) => {
  const address = page.url()
  await page.goBack()
  await expect(sheet(page)).toBeHidden()
  expect(page.url()).toBe(address)
  await expect(page.getByRole('button', { name: /^Filters/ })).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test(
  'Back closes the sheet and keeps the filters chosen in it; once more undoes them',
  onlyOnPhones,
  async ({ page }) => {
    await sheet(page)
      .getByRole('checkbox', { name: /^Spanish/ })
      .check()
    await sheet(page).getByRole('checkbox', { name: 'Show obsolete' }).check()
    await page.goBack()
    await expect(sheet(page)).toBeHidden()
    await expect(chip(page)).toBeVisible()
    await expect(page).toHaveURL(/obsolete=true/)
    await page.goBack()
    await expect(chip(page)).toBeHidden()
    await expect(page).toHaveURL(/obsolete=false/)
    await page.goBack()
    await expect(page).toHaveURL('/')
  },
)

test('a sheet closed by its button leaves one entry for all that was chosen', onlyOnPhones, async ({ page }) => {
  await sheet(page)
    .getByRole('checkbox', { name: /^Spanish/ })
    .check()
  await sheet(page).getByRole('checkbox', { name: 'Show obsolete' }).check()
  await sheet(page)
    .getByRole('button', { name: /^Show .*results?$/ })
    .click()
  await expect(sheet(page)).toBeHidden()
  await expect(chip(page)).toBeVisible()
  await page.goBack()
  await expect(chip(page)).toBeHidden()
  await expect(sheet(page)).toBeHidden()
})

test('a sheet closed without a change leaves no entry', onlyOnPhones, async ({ page }) => {
  await sheet(page).getByRole('button', { name: 'Close' }).click()
  await expect(sheet(page)).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL('/')
})
