// Administrators: adding and editing citations, two at once, lookups, departments, import.
import type { Facets } from '../../src/api/catalogue/search'
import { findCitation } from '../support/catalogue'
import { expect, expectAccessible, isPhone, signIn, test } from '../support/test'

const choose = async (page: import('@playwright/test').Page, label: string, value: string) => {
  const box = page.getByRole('combobox', { name: label })
  await box.fill(value)
  await page.getByRole('option').filter({ hasText: value }).first().click()
}

test('a citation is added: errors first, then everything by its label', { tag: ['@phone', '@only-phone'] }, async ({
  page,
}) => {
  test.slow()
  await signIn(page, 'education-admin', '/citation/add')
  await expect(page).toHaveTitle('Adding New Resource')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('link', { name: 'Title is required.' })).toBeVisible()
  await expect(page.getByLabel('Title')).toBeFocused()
  await expectAccessible(page)
  const title = `New handout ${Date.now()}`
  await page.getByLabel('Title').fill(title)
  await choose(page, 'Authors', 'Ruth Okafor, RN')
  await choose(page, 'Publishers', "Children's")
  await choose(page, 'Material Format', 'Handout')
  await choose(page, 'Keywords', 'asthma')
  await choose(page, 'Subject Heading', 'Asthma')
  await choose(page, 'Where to Obtain', 'Copy Center')
  await page.getByLabel('Publication Date').fill('2026-01-24')
  await page.getByRole('button', { name: '+ Add New' }).click()
  await choose(page, 'Language', 'Spanish')
  await page.getByLabel('Abstract').fill('A new abstract.')
  await choose(page, 'Target Audience', 'Parents')
  await page.getByLabel('HE/CS Reviewer').fill('Mara Lindqvist')
  await page.getByLabel('PMAT/SAM').selectOption('Yes')
  await page.getByLabel('Family Review').selectOption('N/A')
  await page.getByLabel('Content Reviewer').fill('Daniel Weiss, MD')
  await page.getByLabel('Dept. Review Date').fill('2026-01-25')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Success!' })
  await expect(dialog.getByText('Your citation has been added.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Ok. Return to view.' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
})

test.describe('two at once', () => {
  test.use({ expectedConsole: /412/ })

  test('two administrators cannot overwrite each other, and an earlier version is restored', async ({
    page,
    browser,
    request,
  }) => {
    test.slow()
    const citation = await findCitation(request, '', ({ title }) => (title.length % 2 === 0) === isPhone(page))
    const address = `/citation/edit/${citation.id}`
    await signIn(page, 'education-admin', address)
    await expect(page.getByLabel('Notes')).toBeVisible()
    const context = await browser.newContext({ baseURL: new URL(page.url()).origin })
    const other = await context.newPage()
    await signIn(other, 'education-admin', address)
    await other.getByLabel('Notes').fill('Theirs')
    await other.getByRole('button', { name: 'Save Changes' }).click()
    await expect(other.getByText('Your citation has been updated.')).toBeVisible()

    await page.getByLabel('Notes').fill('Mine')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    const conflict = page.getByRole('alertdialog')
    await expect(conflict.getByText('Notes')).toBeVisible()
    await conflict.getByRole('button', { name: 'Keep my changes' }).click()
    await expect(page.getByLabel('Notes')).toHaveValue('Mine')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Your citation has been updated.')).toBeVisible()

    await other.goto(address)
    const history = other.getByRole('region', { name: 'History' })
    await history
      .getByRole('button', { name: /^Restore version/ })
      .first()
      .click()
    await other.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
    await expect(other.getByLabel('Notes')).toHaveValue('Theirs')
    await context.close()
  })
})

test('leaving unsaved work asks for confirmation', async ({ page, request }) => {
  const { id } = await findCitation(request, '')
  await signIn(page, 'education-admin', `/citation/edit/${id}`)
  await page.getByLabel('Notes').fill('Not saved')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByLabel('Notes')).toHaveValue('Not saved')
})

test('a lookup value is renamed and its row shows the progress', { tag: ['@phone', '@only-phone'] }, async ({
  page,
  request,
}) => {
  test.slow()
  const facets = (await (await request.get('/api/search/facets')).json()) as Facets
  const rare = facets.keywords?.buckets.filter(({ value, count }) => count === 1 && /^[a-z]{9,}$/.test(value)) ?? []
  const old = rare[0]?.value ?? ''
  await signIn(page, 'education-admin', '/manage_lookups')
  await page.getByLabel('Category').selectOption('Keywords')
  await page.getByLabel('Filter').fill(old.toUpperCase())
  await expect(page.getByText('Showing 1 to 1 of 1 lookups')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: `Edit ${old}` }).click()
  await page.getByLabel('Value').fill(`${old} care`)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${old} care`)).toBeVisible()
  await page.getByRole('button', { name: `Delete ${old} care` }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete Item' })
  await expect(dialog.getByText('Are you sure you want to delete this item?')).toBeVisible()
  await expect(dialog.getByText('is used by 1 handout')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No results found.')).toBeVisible()
})

test('a value that a rule depends on is marked, with the effect of a change', async ({ page }) => {
  await signIn(page, 'education-admin', '/manage_lookups')
  await page.getByLabel('Category').selectOption('Where to Obtain')
  await expect(page.getByText('Only citations with this value can be ordered')).toBeVisible()
  const end = page.getByText('A rule depends on this value and would no longer apply.')
  await page.getByRole('button', { name: 'Delete Copy Center' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete Item' })
  await expect(dialog.getByText('A rule depends on this value and would no longer apply.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Edit Copy Center' }).click()
  await page.getByLabel('Value').fill('COPYCENTER')
  await expect(end).toBeHidden()
  await page.getByLabel('Value').fill('Print Shop')
  await expect(end).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Copy Center', { exact: true })).toBeVisible()
})

test.describe('a name that is taken', () => {
  test.use({ expectedConsole: /409/ })

  test('a department is added once', async ({ page }) => {
    const name = `Unit ${Date.now()}`
    await signIn(page, 'education-admin', '/manage_lookups')
    await page.getByLabel('Category').selectOption('Departments')
    await page.getByRole('button', { name: 'Add Department' }).click()
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
    await page.getByLabel('Department Name').fill(name)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByLabel('Filter').fill(name)
    await expect(page.getByText('Showing 1 to 1 of 1 lookups')).toBeVisible()
    await page.getByRole('button', { name: 'Add Department' }).click()
    await page.getByLabel('Department Name').fill(name.toUpperCase())
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText(`There is a department '${name}' already.`)).toBeVisible()
  })
})

test('the preview of a file is seen before it is imported', async ({ page }) => {
  await signIn(page, 'education-admin', '/import_export')
  const title = `Imported ${Date.now()}`
  await page.getByLabel('Excel, OpenDocument, CSV or JSON Lines file').setInputFiles({
    name: 'new.jsonl',
    mimeType: 'application/jsonl',
    buffer: Buffer.from(`{"title":"${title}"}\n{"oops":1}\n`),
  })
  await page.getByRole('link', { name: 'Continue to the preview' }).click()
  await expect(page.getByText('1 new, 0 changed, 0 unchanged, 1 bad.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Leave out the bad row and import the others').check()
  await page.getByRole('button', { name: 'Import now' }).click()
  await expect(page.getByText('1 handout was added or changed.')).toBeVisible()
})

test('people other than administrators are redirected home', async ({ page }) => {
  await signIn(page, 'unit-clerk', '/manage_lookups')
  await expect(page).toHaveURL(/\/$/)
})
