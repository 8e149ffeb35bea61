// A problem with a handout: a family reports it on a phone in Spanish, and the department handles it later.
import type { Page } from '@playwright/test'
import { pageOf } from '../support/catalogue'
import { press, type } from '../support/keyboard'
import { addHandout, addPacket, pageOfPacket } from '../support/packets'
import { expect, expectAccessible, expectAccessibleInBothSchemes, signInOnly, test } from '../support/test'

/** How many problem reports in this state the demo has. */
async function reportCount(page: Page, state: 'open' | 'closed'): Promise<number> {
  const { found } = await (await page.request.get(`/api/system/reports?state=${state}`)).json()
  return found
}

test('a family reports by two taps, or by keys with a text, and the queue is processed from the overview', {
  tag: ['@phone', '@only-phone'],
}, async ({ page, browser, baseURL }) => {
  await signInOnly(page, 'education-admin')
  const open = await reportCount(page, 'open')
  const closed = await reportCount(page, 'closed')
  const handout = await addHandout(page, `Cast care ${Date.now()}`, ['English', 'Spanish', 'Hmong'])
  const packet = await addPacket(page, [handout], { title: `A broken arm ${Date.now()}`, published: true })
  const context = await browser.newContext({
    baseURL,
    viewport: page.viewportSize(),
    locale: 'es-US',
    hasTouch: true,
    isMobile: true,
  })
  const family = await context.newPage()
  await family.goto(pageOf(handout))
  const button = family.getByRole('button', { name: 'Reportar un problema' })
  const dialog = family.getByRole('dialog', { name: 'Reportar un problema' })
  await button.tap()
  await expect(dialog.getByLabel('Idioma del material')).toHaveValue('Spanish')
  await expectAccessibleInBothSchemes(family)
  for (const choice of await dialog.getByRole('listitem').getByRole('button').all()) {
    expect((await choice.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }
  await dialog.getByRole('button', { name: 'El enlace no funciona' }).tap()
  await expect(dialog.getByText('Gracias. Su reporte se envió.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Cerrar' }).first()).toBeFocused()
  await expectAccessible(family)
  await family.keyboard.press('Enter')
  await expect(button).toBeFocused()

  // On the packet's page, by keyboard: 'something else' requires a text.
  await family.goto(pageOfPacket(packet))
  await press(family, button)
  await press(family, dialog.getByRole('button', { name: 'Otra cosa' }))
  const text = dialog.getByRole('textbox', { name: 'Cuéntenos más' })
  await expect(text).toBeFocused()
  await press(family, dialog.getByRole('button', { name: 'Enviar reporte' }))
  await expect(dialog.getByText('Por favor, escriba qué está mal.')).toBeVisible()
  await expect(text).toBeFocused()
  await expectAccessible(family)
  await family.keyboard.type('La página 2 es de <b>otra</b> enfermedad. https://x.example.org/')
  await type(family, dialog.getByLabel('Su correo electrónico (opcional)'), 'padre@example.org')
  await family.keyboard.press('Enter')
  await expect(dialog.getByText('Gracias. Su reporte se envió.')).toBeVisible()
  await context.close()

  // The department: the overview, its number, the queue.
  await page.goto('/overview')
  const row = page.getByRole('link', { name: /^Problem reports/ })
  await expect(row).toContainText(String(open + 2))
  await row.click()
  await expect(page.getByText(`${open + 2} reports`)).toBeVisible()
  const entryOf = (title: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title, exact: true }) })
  const fromPacket = entryOf(packet.title)
  await expect(fromPacket.getByText('La página 2 es de <b>otra</b> enfermedad. https://x.example.org/')).toBeVisible()
  await expect(fromPacket.getByRole('link')).toHaveCount(1)
  await expect(entryOf(handout.title).getByText('Language: Spanish')).toBeVisible()
  await expectAccessible(page)
  await fromPacket.getByRole('button', { name: `Close the report about ${packet.title}` }).click()
  const closing = page.getByRole('dialog', { name: 'Close this report?' })
  await expect(closing.getByText(/Your note is emailed to padre@example.org/)).toBeVisible()
  await expectAccessible(page)
  await closing.getByLabel('Note').fill('The right file is there now.')
  await closing.getByRole('button', { name: 'Close and email the note' }).click()
  await expect(fromPacket.getByText(/^Closed by /)).toBeVisible()
  await expect(fromPacket.getByText('The right file is there now.')).toBeVisible()
  await page.getByRole('button', { name: 'Reload the list' }).click()
  await expect(page.getByText(`${open + 1} reports`)).toBeVisible()
  await page.getByRole('link', { name: `Closed (${closed + 1})` }).click()
  await fromPacket.getByRole('button', { name: `Reopen the report about ${packet.title}` }).click()
  await expect(fromPacket.getByText(/^Reopened by /)).toBeVisible()
  await page.goto('/overview')
  await expect(row).toContainText(String(open + 2))
  // From the overview to the unused citations.
  await page.getByRole('list', { name: 'More: Catalogue' }).getByRole('link', { name: 'Usage' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Usage' })).toBeFocused()
  await expect(page.getByRole('region', { name: 'Not used by anyone' }).getByRole('row')).not.toHaveCount(0)
  await expectAccessible(page)
  const width = page.viewportSize()?.width ?? 0
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
})
