// Stored files: uploaded in the citation form, opened by families, downloaded by the copy center, withdrawn by administrators.
import { truncate, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Citation } from '../../src/api/catalogue/citations'
import { pageOf } from '../support/catalogue'
import { addCitation } from '../support/citations'
import { bring, chooseFile, fileOf, pdfOf, storeFile } from '../support/files'
import { tabTo } from '../support/keyboard'
import { expect, expectAccessible, signIn, signInOnly, test } from '../support/test'

test.use({ expectedConsole: /Failed to load resource|A call failed|could not be saved/ })

let made = 0
/** Text that no other file of the tests has, so that its content is new to the server. */
const unique = (text: string) => `${text} ${process.pid} ${Date.now()} ${++made}`

/** A handout with a stored file for each of these languages. */
async function withFiles(page: Page, languages: readonly string[], fields: Partial<Citation> = {}) {
  const versions = []
  for (const lang of languages) {
    const { digest } = await storeFile(page, pdfOf(`${lang.toLowerCase()}.pdf`, [unique(`Fever in ${lang}`)]))
    versions.push({ lang, ksbgNumber: null, pages: null, file: { digest } })
  }
  const title = unique('Fever at home')
  return addCitation(page, { title, languages: versions as unknown as Citation['languages'], ...fields })
}

const edit = async (page: Page, { id }: Citation) => {
  await page.goto(`/citation/edit/${id}`)
  await expect(page.getByLabel('Notes')).toBeVisible()
}

const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByRole('button', { name: 'Ok. Return to view.' }).click()
}

test('a specialist replaces the English file and its Spanish version', { tag: ['@phone', '@only-phone'] }, async ({
  page,
}) => {
  await signInOnly(page, 'education-admin')
  const citation = await withFiles(page, ['English', 'Spanish', 'Somali'])
  await edit(page, citation)
  await expect(page.getByText(/^PDF, .*up to 50 MB each\./)).toBeVisible()
  await expect(fileOf(page, 1).getByText('english.pdf')).toBeVisible()
  await chooseFile(page, 1, pdfOf('english-new.pdf', [unique('New'), 'Second page']))
  await expect(fileOf(page, 1).getByRole('link', { name: /^english-new\.pdf/ })).toBeVisible()
  await expect(fileOf(page, 1).getByText(/^PDF, 2 pages, /)).toBeVisible()
  await expect(fileOf(page, 1).getByRole('button', { name: /^Replace file/ })).toBeFocused()
  await expect(page.getByRole('textbox', { name: /^Pages \(row 1/ })).toHaveValue('2')
  await expect(page.getByText('Today is proposed as the revision date.', { exact: true })).toHaveCount(1)
  await expect(page.getByText('older than the English version')).toHaveCount(2)
  await expectAccessible(page)
  await chooseFile(page, 2, pdfOf('spanish-new.pdf', [unique('Nuevo')]))
  await expect(fileOf(page, 2).getByRole('link', { name: /^spanish-new\.pdf/ })).toBeVisible()
  await expect(page.getByText('older than the English version')).toHaveCount(1)
  await save(page)

  const view = page.getByRole('link', { name: /^View and Print ?: English .* PDF$/ })
  await expect(view).toBeVisible()
  const opened = await page.request.get((await view.getAttribute('href')) ?? '')
  expect([opened.status(), opened.headers()['content-type']]).toEqual([200, 'application/pdf'])
  expect((await opened.body()).toString('latin1')).toContain('Second page')
  expect(await page.locator('iframe, embed, object').count()).toBe(0)
  await expectAccessible(page)

  // The history has the files of both versions.
  await edit(page, citation)
  const versions = page.getByRole('region', { name: 'History' }).getByRole('listitem')
  await page.getByText('3 files').first().click()
  await expect(versions.getByRole('link', { name: /^english-new\.pdf/ })).toBeVisible()
  await page.getByText('3 files').last().click()
  const former = versions.getByRole('link', { name: /^english\.pdf/ })
  expect((await page.request.get((await former.getAttribute('href')) ?? '')).status()).toBe(200)
  await expectAccessible(page)
})

test('files dropped at once land on their rows, and the rest is asked in one dialog', {
  tag: ['@phone', '@only-phone'],
}, async ({ page }) => {
  await signInOnly(page, 'education-admin')
  const languages = ['English', 'Spanish', 'Somali', 'Arabic'].map((lang) => ({
    lang,
    ksbgNumber: lang === 'English' ? `KSBG${Date.now()}` : null,
    pages: null,
    url: null,
  }))
  const citation = await addCitation(page, { title: unique('Asthma plan'), languages })
  await edit(page, citation)
  await bring(page.locator('#main form'), 'drop', [
    pdfOf(`${languages[0]?.ksbgNumber}.pdf`, [unique('One')]),
    pdfOf('Plan de acción (español).pdf', [unique('Two')]),
    pdfOf('plan_ar.pdf', [unique('Three')]),
    pdfOf('plan.pdf', [unique('Four')]),
  ])
  const dialog = page.getByRole('dialog', { name: 'Which row does each file belong to?' })
  await expect(dialog.getByText('3 other files are in their rows.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Use these files' }).click()
  await expect(dialog.getByText('Choose a row for plan.pdf.')).toBeVisible()
  await dialog.getByLabel('plan.pdf').selectOption({ label: 'Row 3: Somali' })
  await dialog.getByRole('button', { name: 'Use these files' }).click()
  for (const [n, name] of [
    `${languages[0]?.ksbgNumber}.pdf`,
    'Plan de acción (español).pdf',
    'plan.pdf',
    'plan_ar.pdf',
  ].entries()) {
    await expect(
      fileOf(page, n + 1).getByRole('link', { name: new RegExp(`^${name.replace(/[.()]/g, '\\$&')}`) }),
    ).toBeVisible()
  }
  await save(page)
  await expect(page.getByRole('link', { name: /^View and Print ?: .* PDF$/ })).toHaveCount(4)
})

test('a file is pasted into its row, by keyboard', async ({ page }) => {
  await signInOnly(page, 'education-admin')
  const citation = await withFiles(page, ['English', 'Spanish'])
  await edit(page, citation)
  await tabTo(page, fileOf(page, 2).getByRole('button', { name: /^Replace file/ }))
  await bring(page.locator(':focus'), 'paste', [pdfOf('image.pdf', [unique('Pasted')])])
  await expect(fileOf(page, 2).getByRole('link', { name: /^image\.pdf/ })).toBeVisible()
  await expect(fileOf(page, 2).getByRole('button', { name: /^Replace file/ })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(fileOf(page, 2).getByRole('button', { name: /^Keep spanish\.pdf/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(fileOf(page, 2).getByRole('link', { name: /^spanish\.pdf/ })).toBeVisible()
})

test('what cannot be stored says why and what helps, and the next file starts', {
  tag: ['@phone', '@only-phone'],
}, async ({ page }) => {
  await signInOnly(page, 'education-admin')
  const citation = await withFiles(page, ['English'])
  await edit(page, citation)
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
  await chooseFile(page, 1, { name: 'IMG_0816.HEIC', mimeType: 'image/heic', buffer: heic })
  const alert = fileOf(page, 1).getByRole('alert')
  await expect(alert).toContainText('IMG_0816.HEIC was not uploaded.')
  await expect(alert).toContainText('Most Compatible')
  await expectAccessible(page)
  const film = test.info().outputPath('film.mp4')
  await writeFile(film, '')
  await truncate(film, 50 * 1_048_576 + 1)
  await chooseFile(page, 1, film)
  await expect(alert).toContainText('more than the 50 MB that are allowed.')
  await alert.getByRole('button', { name: /^Dismiss/ }).click()
  await expect(fileOf(page, 1).getByRole('button', { name: /^Replace file/ })).toBeFocused()

  await page.route('**/api/files?*', (route) => route.fulfill({ status: 503, body: '{"detail":"The store is away."}' }))
  const file = pdfOf('a.pdf', [unique('Again')])
  await chooseFile(page, 1, file)
  await expect(alert).toContainText('The store is away.')
  await page.unroute('**/api/files?*')
  await chooseFile(page, 1, file)
  await expect(fileOf(page, 1).getByRole('link', { name: /^a\.pdf/ })).toBeVisible()
})

test('a draft keeps its file over a new sign-in, and is saved with it', async ({ page }) => {
  await signInOnly(page, 'education-admin')
  const citation = await withFiles(page, ['English'])
  await edit(page, citation)
  await chooseFile(page, 1, pdfOf('friday.pdf', [unique('Friday')]))
  await expect(fileOf(page, 1).getByRole('link', { name: /^friday\.pdf/ })).toBeVisible()
  await page.goto('about:blank')
  await page.context().clearCookies()
  await signIn(page, 'education-admin', `/citation/edit/${citation.id}`)
  await expect(fileOf(page, 1).getByRole('link', { name: /^friday\.pdf/ })).toBeVisible()
  await expect(page.getByText(/^Your unsaved changes of .* were restored\.$/)).toBeVisible()
  await save(page)
  await expect(page.getByRole('link', { name: /^View and Print ?: English/ })).toBeVisible()
  await expect(page.locator('bdi').filter({ hasText: 'friday.pdf' })).toBeVisible()
})

test('a save with a file that is gone keeps the form, with the error beside the row', async ({ page }) => {
  await signInOnly(page, 'education-admin')
  const citation = await withFiles(page, ['English'])
  await edit(page, citation)
  await page.route('**/api/files?*', (route) =>
    route.fulfill({
      status: 201,
      json: {
        digest: 'f'.repeat(64),
        name: 'gone.pdf',
        type: 'application/pdf',
        size: 9,
        pages: 1,
        title: null,
        notices: [],
      },
    }),
  )
  await chooseFile(page, 1, pdfOf('gone.pdf', [unique('Gone')]))
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const button = fileOf(page, 1).getByRole('button', { name: /^(Replace file|Upload again)/ })
  await expect(button).toBeFocused()
  await expect(button).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('link', { name: /^File \(row 1\): / })).toBeVisible()
  await expectAccessible(page)
})

test('an administrator withdraws a file with a name in it', { tag: ['@phone', '@only-phone'] }, async ({ page }) => {
  await signInOnly(page, 'education-admin')
  const citation = await withFiles(page, ['English', 'Spanish'])
  await page.goto(pageOf(citation))
  const address = (await page.getByRole('link', { name: /^View and Print ?: English/ }).getAttribute('href')) ?? ''
  await page.getByRole('button', { name: 'Withdraw… english.pdf' }).click()
  const dialog = page.getByRole('dialog', { name: 'Withdraw this file?' })
  await expect(dialog.getByRole('textbox', { name: /^Reason/ })).toBeFocused()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Withdraw file' }).click()
  await expect(dialog.getByText('Reason is required.')).toBeVisible()
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('It named a person.')
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Withdraw file' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByText('Reason: It named a person.')).toBeVisible()
  await expect(page.getByRole('link', { name: /^View and Print ?: English/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^View and Print ?: Spanish/ })).toBeVisible()
  expect((await page.request.get(address)).status()).toBe(410)
  await expectAccessible(page)
  await edit(page, citation)
  await expect(fileOf(page, 1).getByText(/^Withdrawn on .*: It named a person\.$/)).toBeVisible()
})

test('a mother opens the Somali file on a phone', async ({ page, browser, server }) => {
  await signInOnly(page, 'education-admin')
  const citation = await withFiles(page, ['English', 'Somali'])
  const mother = await browser.newPage({ baseURL: server, viewport: { width: 390, height: 844 } })
  await mother.goto(`${pageOf(citation)}?lang=so`)
  const link = mother.getByRole('link', { name: /^View and Print ?: Somali .* PDF$/ })
  await expect(link).toHaveAttribute('target', '_blank')
  const response = await mother.request.get((await link.getAttribute('href')) ?? '')
  expect([response.status(), response.headers()['content-type']]).toEqual([200, 'application/pdf'])
  await mother.close()
})

test('the record of a day leads to the file of that day', async ({ page }) => {
  await signInOnly(page, 'education-admin')
  const citation = await withFiles(page, ['English'])
  const day = new Intl.DateTimeFormat('en-CA').format(new Date())
  await page.goto(`${pageOf(citation)}?asOf=${day}`)
  await expect(page.getByText(/with the files of that day\.$/)).toBeVisible()
  const href = (await page.getByRole('link', { name: /^View and Print ?: English/ }).getAttribute('href')) ?? ''
  expect(href).toContain(`/${citation.languages[0]?.file?.digest}`)
  expect((await page.request.get(href)).status()).toBe(200)
})
