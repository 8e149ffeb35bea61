// Usage: opened files are counted, and administrators see the counts; unused citations are made obsolete from their
// list.
import { readFile } from 'node:fs/promises'
import { pageOf } from '../support/catalogue'
import { addHandout } from '../support/packets'
import { takenOver } from '../support/pages'
import { expect, expectAccessible, expectAccessibleInBothSchemes, signInOnly, test } from '../support/test'

/** The user agent of test browsers is on the list of robots, which are not counted. */
const phone = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36'

test('an opened handout is counted and shown by month, as CSV and on its page; an unused one becomes obsolete', async ({
  page,
  browser,
  baseURL,
}) => {
  await signInOnly(page, 'education-admin')
  // A department of its own, since concurrent tests order other handouts.
  const department = `Ward ${Date.now()}`
  const ofDepartment = { deptSubmittedBy: { name: department } }
  const used = await addHandout(page, `Used ${Date.now()}`, ['English', 'Somali'], ofDepartment)
  const unused = await addHandout(page, `Unused ${Date.now()}`, ['English'], ofDepartment)
  const context = await browser.newContext({ baseURL, userAgent: phone })
  await context.route('https://files.example.org/**', (route) => route.fulfill({ body: 'A handout' }))
  const family = await context.newPage()
  await family.goto(pageOf(used))
  await takenOver(family)
  const counted = family.waitForResponse((response) => response.url().endsWith('/api/usage'))
  const file = context.waitForEvent('page')
  await family.getByRole('link', { name: /^View and Print.*Somali/ }).click()
  expect((await counted).status()).toBe(204)
  await expect((await file).getByText('A handout')).toBeVisible()
  await context.close()

  const rowsBy = async (by: string) => {
    const { rows } = await (
      await page.request.get(`/api/system/usage?by=${by}&department=${encodeURIComponent(department)}`)
    ).json()
    return rows as { key: string; view: number; open: number }[]
  }
  await expect
    .poll(async () => (await rowsBy('citation')).find(({ key }) => key === used.id), { timeout: 20_000 })
    .toMatchObject({ view: 1, open: 1 })

  await page.goto(`/usage?department=${encodeURIComponent(department)}`)
  await expect(page.getByRole('region', { name: 'Most used' }).getByRole('link', { name: used.title })).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  const months = page.getByRole('table', { name: 'Usage by month' })
  await expect(months).toBeHidden()
  await page.getByText('Show as a table').click()
  await expect(months.getByRole('row')).toHaveCount(12)
  await expect(months.getByRole('row').last().getByRole('cell').nth(2)).toHaveText('1')
  expect((await rowsBy('month')).at(-1)?.open).toBe(1)
  await page.getByRole('link', { name: 'Handouts', exact: true }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download as CSV' }).click()
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv.split('\r\n').find((line) => line.includes(used.title))).toBeDefined()
  expect(csv).not.toContain(unused.title)

  await page.getByRole('link', { name: 'Not used', exact: true }).click()
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: unused.title }) })
  await expect(page.getByRole('link', { name: used.title })).toHaveCount(0)
  await row.getByRole('button', { name: `Mark obsolete: ${unused.title}` }).click()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Mark obsolete' }).click()
  await expect(row.getByText('Obsolete', { exact: true })).toBeVisible()
  const isObsolete = async () => (await (await page.request.get(`/api/citations/${unused.id}`)).json()).obsolete
  expect(await isObsolete()).toBe(true)
  await row.getByRole('button', { name: `Undo: ${unused.title} is obsolete` }).click()
  await expect(row.getByRole('button', { name: `Review: ${unused.title}` })).toBeVisible()
  expect(await isObsolete()).toBe(false)
  await row.getByRole('button', { name: `Review: ${unused.title}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as reviewed' }).click()
  await expect(row.getByText('Reviewed today')).toBeVisible()

  await page.goto(pageOf(used))
  await expect(page.getByText('Used in the last 12 months: 1 view, 1 file opened')).toBeVisible()
})
