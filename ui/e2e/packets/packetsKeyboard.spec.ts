// A packet by keyboard alone, from the first result to the QR code.
import { choose, press, signInByKeys, tabTo, type } from '../support/keyboard'
import { expect, expectAccessible, test } from '../support/test'

test('a nurse gathers a packet, saves it, shows its code and opens a handout, by keys alone', async ({ page }) => {
  test.slow()
  const title = `By keys ${Date.now()}`
  await page.goto('/')
  await signInByKeys(page, 'visitor-nurse')
  await type(page, page.getByRole('combobox', { name: 'Search handouts' }), 'asthma action plan')
  await page.keyboard.press('Enter')
  await press(page, page.getByRole('button', { name: 'Add to packet: Asthma action plan' }))
  await press(page, page.getByRole('link', { name: 'New packet with this handout' }))
  await type(page, page.getByLabel('Title'), title)
  await choose(page, page.getByRole('combobox', { name: 'Add a handout' }), 'Cast care')
  await expect(page.getByText('Handouts (2)')).toBeVisible()
  await press(page, page.getByRole('button', { name: 'Move Cast care up' }))
  await press(page, page.getByRole('button', { name: 'Save packet' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Cast care',
    'Asthma action plan',
  ])
  const code = page.getByRole('button', { name: 'QR code' })
  await press(page, code)
  await expect(page.getByRole('img', { name: `QR code of ${title}` })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(code).toBeFocused()
  await tabTo(page, page.getByRole('combobox', { name: 'Language' }))
  // Not the language that another test may have chosen for this nurse: choosing it again would change nothing.
  await page.keyboard.type('Ti')
  await expect(page).toHaveURL(/lang=vi/)
  await tabTo(page, page.getByRole('link', { name: /^View in Tiếng Việt/ }).first())
})
