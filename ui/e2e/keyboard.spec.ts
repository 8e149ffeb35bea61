// Every flow by keyboard alone: no pointer, every field reached by keys, the focus always visible.
import type { Facets } from '../src/api/catalogue/search'
import { findCitation, pageOf } from './support/catalogue'
import { choose, press, signInByKeys, tabTo, type } from './support/keyboard'
import { newMailStop, person, placeOrder } from './support/orders'
import { expect, expectAccessible, test } from './support/test'

test('a visitor searches, filters, pages, opens a handout and its QR code', async ({ page }) => {
  test.slow()
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: /^Skip/ })).toBeFocused()
  const box = page.getByRole('combobox', { name: 'Search education materials' })
  await type(page, box, 'care')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Showing 1 to 10 of/).first()).toBeVisible()
  const filter = page.getByRole('checkbox', { name: /^English \(/ })
  await press(page, filter, 'Space')
  await expect(filter).toBeChecked()
  await expect(page).toHaveURL(/filters=/)
  await press(page, page.getByRole('button', { name: 'Clear All' }).first())
  await expect(page).not.toHaveURL(/filters=/)
  await press(page, page.getByRole('link', { name: /Page 2|^2$/ }).first())
  await expect(page.getByText(/^Showing 11 to/).first()).toBeVisible()
  await page.goBack()
  await expect(page.getByText(/^Showing 1 to/).first()).toBeVisible()
  const hit = page.getByRole('region', { name: 'Results' }).getByRole('heading').getByRole('link').first()
  const title = (await hit.textContent()) ?? ''
  await press(page, hit)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  const code = page.getByRole('button', { name: /QR/ }).first()
  await press(page, code)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await tabTo(page, dialog.getByRole('button', { name: 'Copy Url' }))
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(code).toBeFocused()
})

test('a nurse keeps a favorite, orders, finds the order again, exports and copies the token', async ({
  page,
  context,
  request,
}) => {
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const citation = await findCitation(
    request,
    "(and where_to_obtain:'Copy Center' languages:'Spanish')",
    ({ obsolete }) => !obsolete,
  )
  await page.goto(pageOf(citation))
  await signInByKeys(page, 'unit-clerk')
  await expect(page).toHaveURL(pageOf(citation))
  const star = page.getByRole('button', { name: /^Favorite:/ })
  const before = await star.getAttribute('aria-pressed')
  await press(page, star, 'Space')
  await expect(star).toHaveAttribute('aria-pressed', before === 'true' ? 'false' : 'true')
  await page.keyboard.press('Space')
  await expect(star).toHaveAttribute('aria-pressed', before ?? 'false')

  const add = page.getByRole('button', { name: /Add to Order.*Spanish/ })
  if (await add.isVisible()) await press(page, add)
  await expect(page.getByRole('link', { name: /In Order.*Spanish/ })).toBeVisible()
  await press(page, page.getByRole('link', { name: /In Order.*Spanish/ }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Education Materials')
  await type(page, page.getByRole('spinbutton', { name: `Quantity of ${citation.title}, Spanish` }), '25')
  // It may belong to an earlier order.
  await type(page, page.getByLabel('Phone Number'), '')
  await page.keyboard.press('Delete')
  await press(page, page.getByRole('button', { name: 'Submit Order' }))
  await expect(page.getByText('Phone Number is required.')).toBeVisible()
  await expect(page.getByLabel('Phone Number')).toBeFocused()
  await page.keyboard.type('555 0101')
  await type(page, page.getByLabel('Department'), 'Asthma Clinic')
  await type(page, page.getByLabel('Mail Stop'), 'MB 12')
  await tabTo(page, page.getByLabel('Date Required'))
  await page.keyboard.type('01242031')
  await expect(page.getByLabel('Date Required')).toHaveValue('2031-01-24')
  await type(page, page.getByLabel('Cost Center'), '1234')
  await press(page, page.getByRole('button', { name: 'Submit Order' }))
  const dialog = page.getByRole('dialog', { name: 'Success!' })
  await press(page, dialog.getByRole('button', { name: 'Ok. Return to home.' }))
  await expect(page).toHaveURL(/\/$/)

  await press(page, page.getByRole('link', { name: /^Order \(/ }))
  await press(page, page.getByRole('link', { name: 'My orders' }))
  await press(page, page.getByRole('button', { name: 'Order again' }).first())
  const quantity = page.getByRole('spinbutton', { name: `Quantity of ${citation.title}, Spanish` })
  await expect(quantity).toHaveValue('25')
  await press(page, page.getByRole('button', { name: /^Remove .*Spanish/ }).first())
  await expect(quantity).toBeHidden()

  await page.goto('/search?q=asthma')
  const file = page.waitForEvent('download')
  await press(page, page.getByRole('button', { name: 'Export to CSV' }))
  expect((await file).suggestedFilename()).toBe('search_export.csv')
  await page.goto('/profile')
  await press(page, page.getByRole('button', { name: 'Copy' }))
  await expect(page.getByRole('button', { name: 'Copied' })).toBeFocused()
  await press(page, page.getByRole('button', { name: 'Sign Out', exact: true }))
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
})

test('an administrator adds a citation, changes it, and restores an earlier version', async ({ page }) => {
  test.slow()
  await page.goto('/')
  await signInByKeys(page, 'education-admin')
  await press(page, page.getByRole('button', { name: 'Admin Tools' }))
  await expect(page.getByRole('menuitem', { name: 'Overview' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Add Resource' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/citation/add')
  const box = (name: string) => page.getByRole('combobox', { name })
  const title = `By keys ${Date.now()}`
  const author = `Author ${Date.now()}`
  await type(page, page.getByLabel('Title'), title)
  await choose(page, box('Authors'), author)
  await choose(page, box('Publishers'), "Children's")
  await choose(page, box('Material Format'), 'Handout')
  await choose(page, box('Keywords'), 'asthma')
  await choose(page, box('Subject Heading'), 'Asthma')
  await choose(page, box('Where to Obtain'), 'Copy Center')
  await tabTo(page, page.getByLabel('Publication Date'))
  await page.keyboard.type('01242026')
  await press(page, page.getByRole('button', { name: '+ Add New' }))
  await choose(page, box('Language'), 'Spanish')
  await type(page, page.getByLabel('Abstract'), 'Written without a mouse.')
  await choose(page, box('Target Audience'), 'Parents')
  await type(page, page.getByLabel('HE/CS Reviewer'), 'Mara Lindqvist')
  await tabTo(page, page.getByLabel('PMAT/SAM'))
  await page.keyboard.type('Yes')
  await tabTo(page, page.getByLabel('Family Review'))
  await page.keyboard.type('N/A')
  await type(page, page.getByLabel('Content Reviewer'), 'Daniel Weiss, MD')
  await press(page, page.getByRole('button', { name: 'Save Changes' }))
  const error = page.getByRole('link', { name: 'Dept. Review Date is required.' })
  await expect(error).toBeVisible()
  await expect(page.getByLabel('Dept. Review Date')).toBeFocused()
  await page.keyboard.type('01252026')
  await press(page, page.getByRole('button', { name: 'Save Changes' }))
  const dialog = page.getByRole('dialog', { name: 'Success!' })
  await press(page, dialog.getByRole('button', { name: 'Ok. Return to view.' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByText(author)).toBeVisible()

  await press(page, page.getByRole('link', { name: /^Edit/ }))
  await type(page, page.getByLabel('Notes'), 'Second thoughts')
  await press(page, page.getByRole('button', { name: 'Save Changes' }))
  await press(page, dialog.getByRole('button', { name: 'Ok. Return to view.' }))
  await press(page, page.getByRole('link', { name: /^Edit/ }))
  await expect(page.getByLabel('Notes')).toHaveValue('Second thoughts')
  const history = page.getByRole('region', { name: 'History' })
  await press(page, history.getByRole('button', { name: /^Restore version/ }).last())
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Restore' }))
  await expect(page.getByLabel('Notes')).toHaveValue('')
})

test('an administrator renames, deletes and adds lookups', async ({ page, request }) => {
  test.slow()
  const facets = (await (await request.get('/api/search/facets')).json()) as Facets
  const rare = facets.keywords?.buckets.find(({ value, count }) => count === 1 && /^[a-z]{6,8}$/.test(value))
  const old = rare?.value ?? ''
  await page.goto('/')
  await signInByKeys(page, 'education-admin')
  await page.goto('/manage_lookups')
  await tabTo(page, page.getByLabel('Category'))
  await page.keyboard.type('Keywords')
  await type(page, page.getByLabel('Filter'), old)
  await press(page, page.getByRole('button', { name: `Edit ${old}`, exact: true }))
  await expect(page.getByLabel('Value')).toBeFocused()
  await type(page, page.getByLabel('Value'), `${old} by keys`)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${old} by keys`)).toBeVisible()
  await press(page, page.getByRole('button', { name: `Delete ${old} by keys` }))
  const dialog = page.getByRole('alertdialog', { name: 'Delete Item' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: `Delete ${old} by keys` })).toBeFocused()
  await page.keyboard.press('Enter')
  await press(page, dialog.getByRole('button', { name: 'Delete' }))
  await expect(page.getByText('No results found.')).toBeVisible()

  const department = `Ward ${Date.now()}`
  await tabTo(page, page.getByLabel('Category'), 'Shift+Tab')
  await page.keyboard.type('Departments')
  await press(page, page.getByRole('button', { name: 'Add Department' }))
  await type(page, page.getByLabel('Department Name'), department)
  await choose(page, page.getByRole('combobox', { name: 'Contact' }), 'Nobody yet')
  await press(page, page.getByRole('button', { name: 'Save', exact: true }))
  await tabTo(page, page.getByLabel('Filter'))
  await page.keyboard.type(department)
  await expect(page.getByRole('cell', { name: department, exact: true })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Nobody yet', exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('an administrator checks a file and imports it', async ({ page }) => {
  await page.goto('/')
  await signInByKeys(page, 'education-admin')
  await page.goto('/import_export')
  // The file chooser belongs to the operating system. The test waits for it before the key press, which would be
  // faster.
  const chooser = page.waitForEvent('filechooser')
  await tabTo(page, page.getByLabel('JSON Lines or CSV file'))
  await page.keyboard.press('Enter')
  const record = JSON.stringify({ title: `Imported by keys ${Date.now()}` })
  await (await chooser).setFiles({
    name: 'new.jsonl',
    mimeType: 'application/jsonl',
    buffer: Buffer.from(`${record}\n`),
  })
  await expect(page.getByText(/1 .*added/).first()).toBeVisible()
  await press(page, page.getByRole('button', { name: /^Import/ }).last())
  await expect(page.getByText(/1 citation added/)).toBeVisible()
})

test('the copy center selects orders, sets them to printing, and asks a question about one', async ({
  page,
  browser,
  server,
}) => {
  test.slow()
  const clerk = await person(browser, server, 'unit-clerk')
  const mailStop = newMailStop()
  const numbers: string[] = []
  for (let n = 0; n < 4; n++) numbers.push(await placeOrder(clerk.request, { mailStop }))
  await page.goto('/')
  await signInByKeys(page, 'copy-center')
  await press(page, page.getByRole('link', { name: 'Copy Center' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Copy Center')
  await press(page, page.getByRole('button', { name: 'More filters' }))
  await type(page, page.getByRole('combobox', { name: 'Mail stop' }), mailStop)
  await page.keyboard.press('Enter')
  await expect(page.getByText('4 orders', { exact: true })).toBeVisible()

  await press(page, page.getByRole('checkbox', { name: `Select order ${numbers[0]}` }), 'Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+Space')
  await expect(page.getByText('3 selected')).toBeVisible()
  await press(page, page.getByRole('button', { name: 'Set to printing' }))
  await expect(page.getByText('3 orders are printing now.')).toBeVisible()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('3 orders are printing now.')

  await press(page, page.getByRole('link', { name: numbers[3] ?? '' }))
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await tabTo(page, page.getByRole('radio', { name: 'Printing' }))
  for (let n = 0; n < 3; n++) await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Ask a question' })).toBeChecked()
  await type(page, page.getByRole('textbox', { name: 'Question' }), 'Stapled or folded?')
  await press(page, page.getByRole('button', { name: 'Send question' }))
  await expect(page.getByText('Waiting for an answer', { exact: true })).toBeVisible()
  await press(page, page.getByRole('link', { name: 'Back to the orders' }), 'Enter')
  await expect(page.getByText('4 orders', { exact: true })).toBeVisible()
})
