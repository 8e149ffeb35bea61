// Codes of a citation: pasted into the form, refused, saved, and shown to staff but not to families.
import { findCitation, pageOf } from '../support/catalogue'
import { expect, expectAccessible, signIn, test } from '../support/test'

test.use({ expectedConsole: /422/ })

test('codes are pasted, corrected and saved, and staff see them', async ({ page, browser }) => {
  test.slow()
  const citation = await findCitation(page.request, '', ({ codes, obsolete }) => !obsolete && !codes)
  await signIn(page, 'education-admin', `/citation/edit/${citation.id}`)
  const add = page.getByRole('button', { name: '+ Add Code' })
  const codes = page.getByRole('textbox', { name: /^Code \(code \d+\)/ })
  await add.press('Enter')
  await expect(codes).toBeFocused()
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', 'J45.909, j4520; 45')
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  })
  await expect(codes).toHaveCount(3)
  await expect(codes.last()).toBeFocused()
  await page.getByLabel('Meaning (code 1: J45.909)').fill('Unspecified asthma')
  await add.press('Enter')
  await page.getByLabel('System (code 4)').selectOption('SNOMED CT')
  await codes.last().fill('195967001')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByRole('link', { name: 'Expected an ICD-10-CM code such as J45.909.' }).click()
  const wrong = page.getByRole('textbox', { name: 'Code (code 3)' })
  await expect(wrong).toBeFocused()
  await expect(wrong).toHaveAccessibleDescription('Expected an ICD-10-CM code such as J45.909.')
  await page.getByRole('button', { name: 'Remove 45, code 3' }).click()
  await expect(page.getByRole('button', { name: 'Remove 195967001, code 3' })).toBeFocused()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Your citation has been updated.')).toBeVisible()

  await page.goto(`/citation/edit/${citation.id}`)
  await expect(codes).toHaveCount(3)
  expect(await codes.evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))).toEqual([
    'J45.909',
    'J45.20',
    '195967001',
  ])
  await page.goto(pageOf(citation))
  const general = page.getByRole('region', { name: 'General Information' })
  await expect(general.getByRole('listitem')).toHaveText([
    'ICD-10-CM J45.909 Unspecified asthma',
    'ICD-10-CM J45.20',
    'SNOMED CT 195967001',
  ])
  const family = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage()
  await family.goto(pageOf(citation))
  await expect(family.getByRole('heading', { level: 1 })).toHaveText(citation.title)
  await expect(family.getByRole('region', { name: 'General Information' })).toBeVisible()
  await expect(family.getByText('J45.909')).toHaveCount(0)
})
