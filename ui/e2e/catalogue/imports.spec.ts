// Imports of tables: four steps that can be left and resumed, bad rows, saved choices, undo.
import type { Page } from '@playwright/test'
import { addCitation } from '../support/citations'
import { press, tabTo } from '../support/keyboard'
import { expectFit } from '../support/layout'
import { expect, expectAccessible, isPhone, signIn, signInOnly, test } from '../support/test'

// A file that cannot be read is answered with 422.
test.use({ expectedConsole: /422/ })

let made = 0
/** A word that no other test has. */
const unique = () => `Zi${Date.now()}x${process.pid}x${made++}`

const send = (page: Page, name: string, text: string) =>
  page
    .getByLabel('Excel, OpenDocument, CSV or JSON Lines file')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

const step = (page: Page, name: string) => expect(page.getByRole('heading', { level: 2, name })).toBeVisible()

const importAs = (page: Page, column: string) =>
  page.getByRole('combobox', { name: new RegExp(`^Import as \\(column ${column}\\)`) })

/** A list with a title row, a column that nothing is known of, a bad row and titles of every length and direction. */
const list = (word: string) =>
  [
    'Inventory of the education team;;;;',
    'Handout Name;Item #;Spanish link;Published;Our notes to the printer',
    `${word} one;${word}1;https://files.example.org/uno.pdf;03/04/2021;on blue paper`,
    `${word} ${'a very long title about what to do at home and when to call the doctor '.repeat(3).trim()};${word}2;;05/06/2021;`,
    `${word} الربو عند الأطفال: ماذا تفعل في المنزل;${word}3;;07/08/2021;`,
    `${word} bad;1.2E+12;Ask us;01/02/2021;`,
  ].join('\r\n')

test('a list is imported in four steps, which are left and resumed, and the import is undone', {
  tag: ['@phone', '@only-phone'],
}, async ({ page }) => {
  test.slow()
  const word = unique()
  await signIn(page, 'education-admin', '/import_export')
  await send(page, `${word}.csv`, list(word))
  await step(page, 'File')
  await expect(page.getByText('semicolons')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Row with the headers' })).toHaveValue('2')
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Continue to the columns' }).click()
  await step(page, 'Columns')
  await expect(page.getByRole('heading', { level: 2 })).toBeFocused()
  await expect(importAs(page, 'A')).toHaveValue('title')
  await expect(importAs(page, 'E')).toHaveValue('')
  await expect(page.getByText(`${word} one`)).toBeVisible()
  await expect(page.getByText('The values fit both orders. Choose one.').first()).toBeVisible()
  await page.getByRole('combobox', { name: /^Order of day and month/ }).selectOption('Day first: 31/12/2026')
  await expect(page.getByText('The values fit both orders. Choose one.')).toHaveCount(0)
  await importAs(page, 'E').selectOption('Notes')
  await expect(importAs(page, 'E')).toHaveValue('notes')
  await expect(page.getByText('Saving…')).toHaveCount(0)
  await expectAccessible(page)

  // Left here, and continued from the list of imports.
  await page.goto('/')
  await page.goto('/import_export')
  await expectAccessible(page)
  await page.getByRole('link', { name: `Continue: ${word}.csv` }).click()
  await step(page, 'Columns')
  await expect(importAs(page, 'E')).toHaveValue('notes')
  await page.getByRole('link', { name: 'Continue to the preview' }).click()
  await step(page, 'Preview')
  await expect(page.getByText('3 new, 0 changed, 0 unchanged, 1 bad.')).toBeVisible()
  await expect(page.getByText(/“1\.2E\+12”/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import now' })).toBeDisabled()
  await expectAccessible(page)
  await expectFit(page)
  expect((await page.request.get(`/api/citations/${word.toLowerCase()}-one`)).status()).toBe(404)

  await page.getByRole('checkbox', { name: 'Leave out the bad row and import the others' }).check()
  await page.getByRole('button', { name: 'Import now' }).click()
  await step(page, 'Result')
  await expect(page.getByText('3 handouts were added or changed.')).toBeVisible()
  await expectAccessible(page)
  const id = await page.request
    .get(`/api/citations/${word.toLowerCase()}-one`)
    .then(async (one) => (await one.json()).id)
  const citation = await (await page.request.get(`/api/citations/${id}`)).json()
  expect(citation).toMatchObject({ notes: 'on blue paper', publishDate: '2021-04-03T00:00:00.000Z', obsolete: false })

  await page.getByRole('button', { name: 'Undo the import' }).click()
  await expect(page.getByText('The import was undone.')).toBeVisible()
  expect((await (await page.request.get(`/api/citations/${id}`)).json()).obsolete).toBe(true)
})

test('choices are saved under a name and used for the next file by themselves', async ({ page }) => {
  const word = unique()
  const text = (n: number) => `Thing ${word},Where it is\n${word} ${n},Shelf ${n}\n`
  await signIn(page, 'education-admin', '/import_export')
  await send(page, 'first.csv', text(1))
  await page.getByRole('link', { name: 'Continue to the columns' }).click()
  await importAs(page, 'A').selectOption('Title')
  await expect(importAs(page, 'A')).toHaveValue('title')
  await page.getByRole('group').filter({ hasText: 'Saved choices' }).locator('summary').click()
  await page.getByRole('button', { name: 'Save these choices' }).click()
  await expect(page.getByText('Name is required.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`List ${word}`)
  await page.getByRole('button', { name: 'Save these choices' }).click()
  await expect(page.getByRole('combobox', { name: 'Use saved choices' })).toContainText(`List ${word}`)
  await expectAccessible(page)

  await page.goto('/import_export')
  await send(page, 'second.csv', text(2))
  await page.getByRole('link', { name: 'Continue to the columns' }).click()
  await expect(importAs(page, 'A')).toHaveValue('title')
  await expect(page.getByText(`From the mapping 'List ${word}'.`).first()).toBeVisible()
  await page.getByRole('link', { name: 'Continue to the preview' }).click()
  await expect(page.getByText('1 new, 0 changed, 0 unchanged, 0 bad.')).toBeVisible()
})

test('a row that fits two handouts is decided, and changes are shown before they are made', {
  tag: ['@phone', '@only-phone'],
}, async ({ page }) => {
  const word = unique()
  await signInOnly(page, 'education-admin')
  const version = (ksbgNumber: string) => [{ lang: 'English', ksbgNumber, pages: null, url: null }] as never
  const first = await addCitation(page, { title: `${word} fever`, languages: version(`${word}7`) })
  const second = await addCitation(page, { title: `${word} cough`, languages: version(`${word}8`) })
  await page.goto('/import_export')
  await send(page, `${word}.csv`, `Title,Item #,Notes\n${word} fever,${word}8,new note\n${word} cough,,other\n`)
  await page.getByRole('link', { name: 'Continue to the columns' }).click()
  await page.getByRole('link', { name: 'Continue to the preview' }).click()
  await expect(page.getByText(/The item number and the title fit different citations/)).toBeVisible()
  const choice = page.getByRole('combobox', { name: 'What to do with row 2' })
  await choice.selectOption(`Update “${word} fever” (same title)`)
  await expect(page.getByText('You have decided about 1 row.')).toBeVisible()
  await page.getByRole('combobox', { name: 'What to do with row 3' }).selectOption('Leave it out')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Import now' }).click()
  await expect(page.getByText('1 handout was added or changed.')).toBeVisible()
  const notes = async (id: string) => (await (await page.request.get(`/api/citations/${id}`)).json()).notes
  expect([await notes(first.id), await notes(second.id)]).toEqual(['new note', null])
})

test('a file that cannot be read says why, and the same name can be chosen again', async ({ page }) => {
  await signIn(page, 'education-admin', '/import_export')
  await send(page, 'list.xls', '<html><table><tr><td>Title</td></tr></table></html>')
  await expect(page.getByText('list.xls could not be read.')).toBeVisible()
  await expect(
    page
      .getByRole('alert')
      .or(page.getByRole('status'))
      .getByText(/web page|HTML/),
  ).toBeVisible()
  await expectAccessible(page)
  await send(page, 'list.xls', 'Title\nFever\n')
  await step(page, 'File')
})

test('an import is made by keyboard alone', async ({ page }) => {
  test.skip(isPhone(page), 'a keyboard')
  const word = unique()
  await signIn(page, 'education-admin', '/import_export')
  await tabTo(page, page.getByLabel('Excel, OpenDocument, CSV or JSON Lines file'))
  await send(page, 'keys.csv', `Title,Code\n${word} keys,${word}9\n`)
  await step(page, 'File')
  await press(page, page.getByRole('link', { name: 'Continue to the columns' }))
  await step(page, 'Columns')
  await tabTo(page, importAs(page, 'B'))
  await page.keyboard.type('Notes')
  await expect(importAs(page, 'B')).toHaveValue('notes')
  await press(page, page.getByRole('link', { name: 'Continue to the preview' }))
  await expect(page.getByText('1 new, 0 changed, 0 unchanged, 0 bad.')).toBeVisible()
  await tabTo(page, page.getByRole('combobox', { name: 'What to do with row 2' }))
  await press(page, page.getByRole('button', { name: 'Import now' }))
  await expect(page.getByText('1 handout was added or changed.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Result' })).toBeFocused()
  await press(page, page.getByRole('button', { name: 'Undo the import' }))
  await expect(page.getByText('The import was undone.')).toBeVisible()
})
