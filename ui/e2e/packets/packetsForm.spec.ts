// The packet form: reordering by keyboard, mouse and touch, undo of a removal, draft, conflict, history.
import type { Page } from '@playwright/test'
import { type } from '../support/keyboard'
import { addHandouts, addPacket } from '../support/packets'
import { expect, expectAccessible, isPhone, signInOnly, test } from '../support/test'

async function openForm(page: Page, count: number) {
  await signInOnly(page, 'education-admin')
  const handouts = await addHandouts(page, count)
  const packet = await addPacket(page, handouts, { title: `In the form ${Date.now()}` })
  await page.goto(`/packet/edit/${packet.id}`)
  await expect(page.getByText(`Handouts (${count})`)).toBeVisible()
  return { packet, titles: handouts.map(({ title }) => title) }
}

const handles = (page: Page) => page.getByRole('button', { name: /^Drag / })
const expectOrder = async (page: Page, titles: readonly (string | undefined)[]) => {
  for (const [n, title] of titles.entries()) {
    await expect(handles(page).nth(n)).toHaveAccessibleName(`Drag ${title}, ${n + 1} of ${titles.length}`)
  }
}

test('handouts are moved and removed by keyboard, with announcements; a removal is undone', async ({ page }) => {
  const { titles } = await openForm(page, 3)
  const [a, b, c] = titles
  const status = page.getByRole('status')
  await page.getByRole('button', { name: `Move ${a} down` }).focus()
  await page.keyboard.press('Enter')
  await expectOrder(page, [b, a, c])
  await expect(page.getByRole('button', { name: `Move ${a} down` })).toBeFocused()
  await expect(status.filter({ hasText: `${a} is now 2 of 3.` })).toHaveCount(1)
  await handles(page).nth(2).focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expectOrder(page, [c, b, a])
  await expect(handles(page).nth(0)).toBeFocused()
  await page.getByRole('button', { name: `Remove ${b}` }).focus()
  await page.keyboard.press('Enter')
  await expectOrder(page, [c, a])
  await expect(page.getByRole('button', { name: `Remove ${a}` })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expectOrder(page, [c, b, a])
  await expect(page.getByRole('button', { name: `Remove ${b}` })).toBeFocused()
  await type(page, page.getByLabel(`Note for ${b}`), 'Read this first')
  await page.getByRole('button', { name: 'Save packet' }).press('Enter')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([c ?? '', b ?? '', a ?? ''])
  await expect(page.getByText('Read this first').first()).toBeVisible()
})

test('handouts are reordered by dragging, with a finger too', { tag: '@phone' }, async ({ page }) => {
  const { titles } = await openForm(page, 3)
  const [a, b, c] = titles
  await handles(page).nth(0).scrollIntoViewIfNeeded()
  const from = await handles(page).nth(0).boundingBox()
  const to = await handles(page).nth(1).boundingBox()
  if (!from || !to) throw new Error('The handles are missing')
  const x = from.x + from.width / 2
  const [start, end] = [from.y + from.height / 2, to.y + to.height + 60]
  if (isPhone(page)) {
    const touch = await page.context().newCDPSession(page)
    const send = (kind: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      touch.send('Input.dispatchTouchEvent', { type: kind, touchPoints: y === undefined ? [] : [{ x, y }] })
    await send('touchStart', start)
    for (let step = 1; step <= 6; step++) await send('touchMove', start + ((end - start) * step) / 6)
    await send('touchEnd')
  } else {
    await page.mouse.move(x, start)
    await page.mouse.down()
    await page.mouse.move(x, end, { steps: 6 })
    await page.mouse.up()
  }
  await expectOrder(page, [b, a, c])
})

test('input is stored as a draft, and Cancel deletes it', async ({ page }) => {
  await openForm(page, 1)
  const description = page.getByLabel('Description')
  await description.fill('Not saved yet')
  await page.getByRole('link', { name: 'My orders' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My orders' })).toBeVisible()
  await page.goBack()
  await expect(page.getByText(/^Your unsaved changes of .* were restored\.$/)).toBeVisible()
  await expect(description).toHaveValue('Not saved yet')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('link', { name: 'Edit' })).toBeVisible()
  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(description).toHaveValue('')
})

test.describe('errors', () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  test('in a conflict both changes are merged, and the history restores the first version', async ({ page }) => {
    const { packet } = await openForm(page, 2)
    const title = page.getByLabel('Title')
    await title.fill(`${packet.title} mine`)
    const current = await page.request.get(`/api/packets/${packet.id}`)
    const theirs = await page.request.put(`/api/packets/${packet.id}`, {
      headers: { 'sec-fetch-site': 'same-origin', 'if-match': current.headers().etag ?? '' },
      data: {
        title: packet.title,
        description: 'Theirs',
        department: null,
        published: false,
        items: packet.items.map(({ citation }) => ({ citation, note: null })),
      },
    })
    expect(theirs.status(), await theirs.text()).toBe(200)
    await page.getByRole('button', { name: 'Save packet' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Somebody else has changed this packet' })
    await expect(dialog.getByRole('listitem')).toHaveText(['Description'])
    const gaps = await dialog.getByRole('list').evaluate((list) => {
      const { top, bottom } = list.getBoundingClientRect()
      const [before, after] = [list.previousElementSibling, list.nextElementSibling]
      return [top - (before?.getBoundingClientRect().bottom ?? 0), (after?.getBoundingClientRect().top ?? 0) - bottom]
    })
    for (const gap of gaps) expect(gap).toBeGreaterThan(8)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Keep my changes' }).click()
    await expect(page.getByLabel('Description')).toHaveValue('Theirs')
    await expect(title).toHaveValue(`${packet.title} mine`)
    await page.getByRole('button', { name: 'Save packet' }).click()
    await expect(page.getByRole('heading', { level: 1, name: `${packet.title} mine` })).toBeVisible()
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByRole('button', { name: 'Restore version 1' }).click()
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(title).toHaveValue(packet.title)
    await expect(page.getByLabel('Description')).toHaveValue('')
  })

  test('an error of the server is shown beside its handout', async ({ page }) => {
    const { packet, titles } = await openForm(page, 2)
    const [, second] = packet.items
    const citation = await (await page.request.get(`/api/citations/${second?.citation}`)).json()
    await page.goto(`/packet/add?citation=${packet.items.map((item) => item.citation).join('&citation=')}`)
    await expect(page.getByText('Handouts (2)')).toBeVisible()
    await page.getByLabel('Title').fill('With an obsolete handout')
    const retired = await page.request.put(`/api/citations/${second?.citation}`, {
      headers: { 'sec-fetch-site': 'same-origin' },
      data: { ...citation, obsolete: true },
    })
    expect(retired.status(), await retired.text()).toBe(200)
    await page.getByRole('button', { name: 'Save packet' }).click()
    const row = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Remove ${titles[1]}` }) })
    await expect(row.locator('[id^="item-error-"]')).toBeVisible()
    await row.getByRole('button', { name: `Remove ${titles[1]}` }).click()
    await page.getByRole('button', { name: 'Save packet' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'With an obsolete handout' })).toBeVisible()
  })
})
