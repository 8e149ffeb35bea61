// The files of orders: opened, downloaded one order or several at once, and what has changed since an order.
import type { Citation } from '../../src/api/catalogue/citations'
import { addCitation } from '../support/citations'
import { pdfOf, storeFile } from '../support/files'
import { newMailStop, openQueue, person, placeOrder, test } from '../support/orders'
import { expect, expectAccessible, isPhone, signIn } from '../support/test'

const entry = Buffer.from([0x50, 0x4b, 1, 2])

/** The names in a ZIP, whose directory has an entry for each. */
function namesIn(zip: Buffer): string[] {
  const names: string[] = []
  for (let at = zip.indexOf(entry); at >= 0; at = zip.indexOf(entry, at + 1)) {
    names.push(zip.toString('utf8', at + 46, at + 46 + zip.readUInt16LE(at + 28)))
  }
  return names
}

test('the copy center downloads the files of a batch, and sees which have changed', { tag: '@phone' }, async ({
  page,
  browser,
  server,
}) => {
  const admin = await person(browser, server, 'education-admin')
  const clerk = await person(browser, server, 'unit-clerk')
  const file = (text: string) => storeFile(admin, pdfOf('fever.pdf', [`${text} ${Date.now()}`]))
  const { digest } = await file('First')
  const languages = [{ lang: 'English', ksbgNumber: null, pages: null, file: { digest } }]
  const citation = await addCitation(admin, {
    title: `Fever ${Date.now()}`,
    languages: languages as unknown as Citation['languages'],
  })
  const mailStop = newMailStop()
  const numbers = [
    await placeOrder(clerk.request, { mailStop, citation, quantities: [40] }),
    await placeOrder(clerk.request, { mailStop, citation, quantities: [25] }),
  ]
  await signIn(page, 'copy-center')
  await openQueue(page, mailStop, 2)
  for (const number of numbers) await page.getByRole('checkbox', { name: `Select order ${number}` }).check()
  if (isPhone(page)) await page.getByRole('button', { name: 'Actions' }).click()
  const batch = page.getByRole('link', { name: 'Download files' })
  const zip = await (await page.request.get((await batch.getAttribute('href')) ?? '')).body()
  expect(namesIn(zip).sort()).toEqual([`${numbers[0]}-1-x40.pdf`, `${numbers[1]}-1-x25.pdf`].sort())
  // What follows does not depend on the size.
  if (isPhone(page)) return

  const { digest: newer } = await file('Second')
  const saved = await admin.request.put(`/api/citations/${citation.id}`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { ...citation, languages: [{ ...languages[0], file: { digest: newer } }] },
  })
  expect(saved.status(), await saved.text()).toBe(200)
  await page.goto(`/orders/${numbers[0]}`)
  await expect(page.getByText('The file has changed since the order.')).toBeVisible()
  const ordered = page.getByRole('link', { name: /^File as ordered ?: / })
  expect(await ordered.getAttribute('href')).toContain(digest)
  await expect(ordered).toHaveAttribute('target', '_blank')
  await expect(page.getByRole('link', { name: /^Current file ?: / })).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download current files' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/\.zip$/)
  await expectAccessible(page)
})
