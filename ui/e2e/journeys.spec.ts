// What people come for, from the first search to the end, with the files of the demo.
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { searchFor } from './support/catalogue'
import { chooseFile, fileOf } from './support/files'
import { expect, expectAccessible, signInOnly, test } from './support/test'

/** Opens a page again until it shows what the server finds out about files after its start. */
const openUntil = (page: Page, path: string, shown: (page: Page) => Promise<void>) =>
  expect(async () => {
    await page.goto(path)
    await shown(page)
  }).toPass({ timeout: 45_000 })

test('a nurse finds words of page two, sees the first page and opens the file', {
  tag: ['@phone', '@only-phone'],
}, async ({ page }) => {
  await signInOnly(page, 'visitor-nurse')
  const q = 'cough syrup hot steam'
  const snippet = async () => (await searchFor(page.request, { q })).hits.hit[0]?.highlights?.abstract
  await expect.poll(snippet, { timeout: 45_000 }).toContain('In the handout')
  await page.goto(`/search?q=${encodeURIComponent(q)}`)
  const hit = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Croup: the barking cough' }) })
  await expect(hit).toContainText('Found in the handout')
  await expect(hit).toContainText('Do not give cough syrup.')
  await hit.getByRole('link', { name: 'Croup: the barking cough' }).click()
  const english = page.getByRole('row').filter({ hasText: 'KSBG1077' })
  const preview = english.getByRole('rowheader').locator('img')
  const width = () => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(width).toBeGreaterThan(0)
  const view = english.getByRole('link', { name: /^View and Print/ })
  const file = await page.request.get((await view.getAttribute('href')) ?? '')
  expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf'])
})

test('a mother finds and opens the Somali file under its Somali title', { tag: ['@phone', '@only-phone'] }, async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('button', { name: /^Handout language/ }).click()
  await page.getByRole('searchbox', { name: 'Find a language' }).fill('somali')
  await page.keyboard.press('Enter')
  await page.goto('/search?q=turjubaan')
  const title = 'Waxaad xaq u leedahay turjubaan'
  const hit = page.getByRole('listitem').filter({ hasText: 'You have the right to an interpreter' })
  await hit.getByRole('link', { name: title, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toHaveAttribute('lang', 'so')
  const view = page.getByRole('link', { name: /^View in Soomaali/ })
  const file = await page.request.get((await view.getAttribute('href')) ?? '')
  expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf'])
  expect(decodeURIComponent(file.headers()['content-disposition'] ?? '')).toContain(`${title} - Somali.pdf`)
  await expectAccessible(page)
})

test('a specialist takes a file off the list by replacing it', async ({ page }) => {
  await signInOnly(page, 'education-admin')
  const counts = async () => (await (await page.request.get('/api/system/accessibility')).json()).counts
  const isRead = async () => (await counts()).pending === 0 && (await counts()).untaggedText > 0
  await expect.poll(isRead, { timeout: 45_000 }).toBe(true)
  const before = (await counts()).failures
  const failures = (count: number) => expect(page.getByRole('link', { name: `Failures (${count})` })).toBeVisible()
  await page.goto('/accessibility?finding=failures')
  await failures(before)
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Cast care', exact: true }) })
  await expect(row).toContainText('Text is not tagged: page 1')
  await row.getByRole('link', { name: 'Cast care' }).click()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(page.getByLabel('Notes')).toBeVisible()
  const files = page.getByRole('group', { name: /^File \(row / })
  const names = await files.evaluateAll((groups) => groups.map((group) => group.textContent ?? ''))
  const spanish = names.findIndex((text) => text.includes('cast-care-es.pdf')) + 1
  const repaired = readFileSync(new URL('../../assets/sample-files/fever-es.pdf', import.meta.url))
  await chooseFile(page, spanish, { name: 'repaired.pdf', mimeType: 'application/pdf', buffer: repaired })
  await expect(fileOf(page, spanish).getByRole('link', { name: /^repaired\.pdf/ })).toBeVisible()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByRole('button', { name: 'Ok. Return to view.' }).click()
  await openUntil(page, '/accessibility?finding=failures', () => failures(before - 1))
  await expect(row).toBeHidden()
})

test('a family asks for large print, and staff read it', { tag: ['@phone', '@only-phone'] }, async ({ page }) => {
  const request = page.getByRole('button', { name: 'Need this in another format?' })
  await openUntil(page, '/citation/s-safe-sleep', () => expect(request).toBeVisible())
  await request.click()
  const dialog = page.getByRole('dialog', { name: 'Need this in another format?' })
  await dialog.getByRole('radio', { name: 'Large print' }).check()
  const email = `family-${Date.now()}@example.org`
  await dialog.getByLabel(/email/i).fill(email)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Thank you. Your request was sent.')).toBeVisible()
  await signInOnly(page, 'education-admin')
  await page.goto('/reports')
  await expect(page.getByRole('main')).toContainText('large print')
  await expect(page.getByRole('main')).toContainText(email)
})
