// Uses the screens by keyboard alone: a control that keys cannot reach, or whose focus is invisible, fails the test.
import type { Locator, Page } from '@playwright/test'
import { expect } from './test'

const MAX_PRESSES = 200

/** Expects a visible focus: an outline, or a shadow or border that appears with it. */
async function expectVisibleFocus(target: Locator) {
  const isSeen = await target.evaluate((element) => {
    const seen = (of: Element) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(of)
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
    }
    for (let at: Element | null = element, n = 0; at && n < 4; at = at.parentElement, n++) if (seen(at)) return true
    return false
  })
  expect(isSeen, `the focus shows on ${target}`).toBe(true)
}

/** Presses Tab (or Shift+Tab) until the target has the focus. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(target).toBeVisible()
  // Found once: to find it by role reads the whole page, which takes longer than a key.
  let element = await target.elementHandle()
  for (let presses = 0; presses < MAX_PRESSES; presses++) {
    const state = await element?.evaluate((it) => (it.isConnected ? it === document.activeElement : null))
    if (state) {
      await expectVisibleFocus(target)
      return
    }
    if (state === false) await page.keyboard.press(key)
    else element = await target.elementHandle()
  }
  throw new Error(`${target} is not reached with ${key}`)
}

/** Moves to a button or link and presses it. */
export async function press(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter') {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Moves to a field and replaces its content. */
export async function type(page: Page, field: Locator, text: string) {
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

/** Moves to a combobox, types, and selects the first option. */
export async function choose(page: Page, field: Locator, text: string) {
  await type(page, field, text)
  await expect(page.getByRole('option').filter({ hasText: text }).first()).toBeVisible()
  await page.keyboard.press('Enter')
}

/** Signs in with the demo provider by keyboard, from any page with 'Sign In'. */
export async function signInByKeys(page: Page, account: string) {
  await press(page, page.getByRole('link', { name: 'Sign In' }))
  await press(page, page.getByRole('button', { name: new RegExp(account) }))
  await expect(page.getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible()
}
