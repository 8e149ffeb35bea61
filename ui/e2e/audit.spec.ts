// The audit trail: only auditors find and read it.
import { expect, expectAccessible, signIn, test } from './support/test'

test('an auditor filters the audit trail, which administrators do not see', async ({ page, browser }) => {
  await signIn(page, 'it-auditor')
  await page.getByRole('link', { name: 'Audit trail' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit trail')
  await expect(page.getByRole('rowheader', { name: 'sign_in' }).first()).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Action').selectOption('server.start')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/\/audit\?action=server\.start$/)
  await expect(page.getByRole('rowheader', { name: 'sign_in' })).toHaveCount(0)
  await expect(page.getByRole('rowheader', { name: 'server.start' }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Apply' })).toBeFocused()

  const admin = await (await browser.newContext()).newPage()
  await signIn(admin, 'education-admin', '/audit')
  await expect(admin).toHaveURL(/\/$/)
  await expect(admin.getByRole('link', { name: 'Audit trail' })).toHaveCount(0)
})
