// Bulk edits: results are selected, previewed, changed and undone; nobody but administrators sees any of it.
import type { Page } from '@playwright/test'
import { addCitation } from '../support/citations'
import { expect, expectAccessible, signIn, signInOnly, test } from '../support/test'

let made = 0

/** Adds citations that share a unique word, and opens the results for it. */
async function results(page: Page, count: number) {
  await signInOnly(page, 'education-admin')
  const word = `Zq${Date.now()}x${made++}`
  const citations = []
  for (let n = 1; n <= count; n++) {
    citations.push(await addCitation(page, { title: `${word} sheet ${n}`, keywords: [word], tags: ['Before'] }))
  }
  await page.goto(`/search?q=${word}&page=1&obsolete=true`)
  await expect(list(page).getByText(`Showing 1 to ${Math.min(count, 10)} of ${count} results for`)).toBeVisible()
  return { word, citations }
}

/** The results, without the status line for screen readers. */
const list = (page: Page) => page.getByRole('region', { name: 'Results' })
const selectButton = (page: Page) => page.getByRole('button', { name: 'Select', exact: true })
const bar = (page: Page) => page.getByRole('region', { name: 'Selected handouts' })

const citation = async (page: Page, id: string | undefined) => (await page.request.get(`/api/citations/${id}`)).json()

async function chooseTag(page: Page, tag: string) {
  await page.getByRole('combobox', { name: 'Tags' }).fill(tag)
  await page.getByRole('option', { name: `Create "${tag}"` }).click()
}

test('selected results are changed after a preview, and the change is undone', {
  tag: ['@phone', '@only-phone'],
}, async ({ page }) => {
  const { word, citations } = await results(page, 12)
  await expect(page.getByRole('checkbox', { name: /^Select / })).toHaveCount(0)
  await selectButton(page).click()
  await expect(page.getByRole('checkbox', { name: new RegExp(`^Select ${word}`) })).toHaveCount(10)
  await expectAccessible(page)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await expect(bar(page)).toContainText('10 selected')
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(list(page).getByText('Showing 11 to 12 of 12')).toBeVisible()
  await page
    .getByRole('checkbox', { name: new RegExp(`^Select ${word}`) })
    .first()
    .check()
  await expect(bar(page)).toContainText('11 selected')
  await expectAccessible(page)

  // The selection stays after opening a citation and going back.
  await page
    .getByRole('link', { name: new RegExp(`^${word}`) })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(word) })).toBeVisible()
  await page.goBack()
  await expect(bar(page)).toContainText('11 selected')

  await bar(page).getByRole('link', { name: 'Change…' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Change handouts' })).toBeVisible()
  await page.getByRole('button', { name: 'Show what will change' }).click()
  await expect(page.getByText('A value for Tags is required.')).toBeVisible()
  await expectAccessible(page)
  await chooseTag(page, `Tag ${word}`)
  await page.getByRole('button', { name: 'Another change' }).click()
  const second = page.getByRole('group', { name: 'Change 2' })
  await second.getByRole('combobox', { name: /^Field/ }).selectOption('HE/CS Reviewer')
  await second.getByRole('combobox', { name: /^HE\/CS Reviewer/ }).fill(`Ada ${word}`)
  await page.getByRole('option', { name: `Create "Ada ${word}"` }).click()
  await page.getByRole('button', { name: 'Show what will change' }).click()
  await expect(page.getByRole('heading', { name: 'Preview' })).toBeFocused()
  await expect(page.getByText('11 of 11 handouts will change.')).toBeVisible()
  await expect(page.getByText(`Tag ${word} (Tags): no handout has this value yet.`)).toBeVisible()
  await expectAccessible(page)

  // Somebody changes one of them before the start: it is skipped.
  const ids = new Set(
    await page
      .getByRole('row')
      .getByRole('link')
      .evaluateAll((all) => all.map((a) => a.textContent)),
  )
  const meanwhile = citations.find(({ title }) => ids.has(title))
  const edit = await page.request.put(`/api/citations/${meanwhile?.id}`, {
    headers: { origin: new URL(page.url()).origin },
    data: { ...meanwhile, notes: 'Edited meanwhile' },
  })
  expect(edit.status()).toBe(200)
  await page.getByRole('button', { name: 'Change 11 handouts' }).click()
  await expect(page.getByText('10 handouts changed. 1 handout skipped.')).toBeVisible()
  await expect(page.getByText(`${meanwhile?.title}: Somebody has changed it since.`)).toBeVisible()
  await expectAccessible(page)
  const changed = citations.find(({ id, title }) => id !== meanwhile?.id && ids.has(title))
  expect(await citation(page, changed?.id)).toMatchObject({
    tags: ['Before', `Tag ${word}`],
    reviewedBy: `Ada ${word}`,
  })

  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('10 handouts restored.')).toBeVisible()
  expect(await citation(page, changed?.id)).toMatchObject({ tags: ['Before'], reviewedBy: 'Mara Lindqvist' })
  await page.getByRole('link', { name: 'Jobs', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible()
  await expect(page.getByText('Undone by another job.').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: new RegExp(`^Add Tag ${word} to Tags`) })).toBeVisible()
  await expect(page.getByRole('heading', { name: new RegExp(`^Undo: add Tag ${word}`) })).toBeVisible()
  await expectAccessible(page)
})

test('all matches are marked as obsolete with a replacement; another search ends the selection', async ({ page }) => {
  const { word, citations } = await results(page, 12)
  const instead = await addCitation(page, { title: `Instead of ${Date.now()} ${made}`, keywords: ['instead'] })
  await selectButton(page).click()
  await page
    .getByRole('checkbox', { name: new RegExp(`^Select ${word}`) })
    .first()
    .check()
  await expect(bar(page)).toContainText('1 selected')
  await page.goto('/search?q=asthma&page=1&obsolete=false')
  await expect(bar(page)).toHaveCount(0)

  await page.goto(`/search?q=${word}&page=1&obsolete=true`)
  await selectButton(page).click()
  await page
    .getByRole('checkbox', { name: new RegExp(`^Select ${word}`) })
    .first()
    .check()
  const box = page.getByRole('combobox', { name: 'Search handouts' })
  await box.fill('asthma')
  await box.press('Enter')
  await expect(list(page).getByText('This is another search. Your selection was cleared.')).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  await page.goBack()
  await expect(list(page).getByText(`of 12 results for "${word}"`)).toBeVisible()
  await page.getByRole('button', { name: 'Select all 12 found' }).click()
  await expect(bar(page)).toContainText('All 12 found')
  await expect(page.getByRole('checkbox', { name: new RegExp(`^Select ${word}`) }).first()).toBeChecked()
  await bar(page).getByRole('link', { name: 'Change…' }).click()
  await page.getByRole('combobox', { name: 'Field' }).selectOption('Obsolete')
  await page.getByRole('combobox', { name: 'Replaced by (optional)' }).fill(instead.title)
  await page.getByRole('option', { name: instead.title }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show what will change' }).click()
  await expect(page.getByText('12 of 12 handouts will change.')).toBeVisible()
  await page.getByRole('button', { name: 'Change 12 handouts' }).click()
  await expect(page.getByText('12 handouts changed.')).toBeVisible()
  expect(await citation(page, citations[0]?.id)).toMatchObject({ obsolete: true, replacedBy: instead.id })
  // The results show it immediately.
  await page.getByRole('link', { name: 'Back to the results' }).click()
  await expect(page.getByText('Obsolete', { exact: true }).first()).toBeVisible()
})

test('everything can be done by keyboard', async ({ page }) => {
  const { word, citations } = await results(page, 2)
  await selectButton(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('checkbox', { name: 'Select all on this page' })).toBeVisible()
  // Past the export buttons.
  for (let n = 0; n < 3; n++) await page.keyboard.press('Tab')
  await expect(page.getByRole('checkbox', { name: 'Select all on this page' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('checkbox', { name: new RegExp(`^Select ${word}`) }).first()).toBeFocused()
  await page.keyboard.press('Space')
  await expect(bar(page)).toContainText('1 selected')
  await bar(page).getByRole('link', { name: 'Change…' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  // Back to the results, the field, the operation and the value.
  for (let n = 0; n < 4; n++) await page.keyboard.press('Tab')
  await expect(page.getByRole('combobox', { name: 'Tags' })).toBeFocused()
  await page.keyboard.type(`Key ${word}`)
  await expect(page.getByRole('option', { name: `Create "Key ${word}"` })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `Remove Key ${word}` })).toBeVisible()
  await page.keyboard.press('Escape')
  for (let n = 0; n < 2; n++) await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Show what will change' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Preview' })).toBeFocused()
  await page.getByRole('button', { name: 'Change 1 handout' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 handout changed.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 handout restored.')).toBeVisible()
  for (const { id } of citations) expect((await citation(page, id)).tags).toEqual(['Before'])
})

test('only administrators can select results and open the screens', async ({ page }) => {
  const loaded: string[] = []
  page.on('response', (response) => loaded.push(response.url()))
  await page.goto('/search?q=asthma&page=1&obsolete=false')
  await expect(list(page).getByText(/^Showing 1 to/)).toBeVisible()
  await expect(selectButton(page)).toHaveCount(0)
  await signIn(page, 'visitor-nurse', '/search?q=asthma&page=1&obsolete=false')
  await expect(page.getByRole('button', { name: 'Export to CSV' })).toBeVisible()
  await expect(selectButton(page)).toHaveCount(0)
  expect(loaded.filter((url) => /Selecting/.test(url))).toEqual([])
  for (const path of ['/jobs/change', '/jobs']) {
    await page.goto(path)
    await expect(page).toHaveURL('/')
  }
})

test('the change page without a selection says where to start', async ({ page }) => {
  await signIn(page, 'education-admin', '/jobs/change')
  await expect(page.getByText(/Nothing is selected\./)).toBeVisible()
  await expectAccessible(page)
})
