// The audit trail: only auditors find and read it.
import type { Locator } from '@playwright/test'
import { expect, expectAccessible, signIn, test } from './support/test'

/** The texts that take more than one line. */
const brokenWords = (cells: Locator) =>
  cells.evaluateAll((all) =>
    all
      .flatMap((cell) => [...cell.childNodes])
      .filter((node) => {
        const range = document.createRange()
        range.selectNodeContents(node)
        return node.nodeType === Node.TEXT_NODE && range.getClientRects().length > 1
      })
      .map((node) => node.textContent),
  )

test('an auditor filters the audit trail, which administrators do not see', async ({ page, browser }) => {
  await signIn(page, 'it-auditor')
  await page.getByRole('link', { name: 'Audit trail' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit trail')
  await expect(page.getByRole('rowheader', { name: 'Sign-in sign_in' }).first()).toBeVisible()
  await page.setViewportSize({ width: 768, height: 800 })
  expect(await brokenWords(page.getByRole('rowheader'))).toEqual([])
  await expectAccessible(page)
  await page.getByLabel('Action').selectOption('server.start')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/\/audit\?action=server\.start$/)
  await expect(page.getByRole('rowheader', { name: 'Sign-in sign_in' })).toHaveCount(0)
  await expect(page.getByRole('rowheader', { name: 'Server started server.start' }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Apply' })).toBeFocused()

  const admin = await (await browser.newContext()).newPage()
  await signIn(admin, 'education-admin', '/audit')
  await expect(admin).toHaveURL(/\/$/)
  await expect(admin.getByRole('link', { name: 'Audit trail' })).toHaveCount(0)
})
