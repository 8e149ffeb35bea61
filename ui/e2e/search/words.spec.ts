// Administrators: synonyms and terms, and what people search for.
import { expect, expectAccessible, signIn, signInOnly, test } from '../support/test'

test('a synonym is previewed, added, changed and deleted', { tag: ['@phone', '@only-phone'] }, async ({ page }) => {
  await signIn(page, 'education-admin', '/manage_lookups')
  await page.getByLabel('Category').selectOption('Synonyms')
  await expect(page.getByRole('heading', { level: 1, name: 'Synonyms' })).toBeVisible()
  await page.getByRole('button', { name: 'Add Synonym' }).click()
  const word = `quibble${Date.now()}`
  await page.getByRole('textbox', { name: 'Terms' }).fill(`${word}\nasthma`)
  await page.getByLabel('Try a search').fill(word)
  await page.getByRole('button', { name: 'Try it' }).click()
  await expect(page.getByRole('region', { name: 'First results before' })).toContainText('0 found')
  await expect(page.getByRole('region', { name: 'First results after' }).getByRole('listitem').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: `Edit ${word}, asthma` })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Synonym' })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('button', { name: `Edit ${word}, asthma` }).click()
  await page.getByLabel('One way').check()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('The first finds the others').first()).toBeVisible()
  await page.getByRole('button', { name: `Delete ${word}, asthma` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('button', { name: `Edit ${word}, asthma` })).toHaveCount(0)
})

test('a term is found, switched off and on again', async ({ page }) => {
  await signIn(page, 'education-admin', '/manage_lookups?category=synonyms')
  await page.getByLabel('Find a term').fill('blackheads')
  await page.getByRole('button', { name: /^Switch off: blackheads/ }).click()
  await page.getByRole('button', { name: /^Switch on: blackheads/ }).click()
  await expect(page.getByRole('button', { name: /^Switch off: blackheads/ })).toBeVisible()
})

test('a text that finds nothing becomes a synonym', { tag: ['@phone', '@only-phone'] }, async ({ page }) => {
  await signInOnly(page, 'education-admin')
  const missed = { q: 'xyzzyplugh', count: 4, lastDay: '2026-11-21', language: { tag: 'und-Cyrl', by: 'script' } }
  await page.route('**/api/system/searches?*', (route) =>
    route.fulfill({
      json: {
        total: 9,
        withoutResult: 4,
        found: 1,
        foundMissed: 1,
        rarer: 0,
        rarerMissed: 3,
        languages: [{ tag: 'und-Cyrl', texts: 1 }],
        top: [],
        missed: [missed],
      },
    }),
  )
  await page.goto('/search_insight')
  await expect(page.getByRole('heading', { level: 1, name: 'Search Insight' })).toBeVisible()
  await expect(page.getByText('9 searches, 4 of them found nothing.')).toBeVisible()
  await expect(page.getByText('3 more texts were searched for fewer than three times each.')).toBeVisible()
  const row = page.getByRole('row', { name: /xyzzyplugh/ })
  await expect(row).toContainText('Cyrillic script')
  await expect(row).toContainText('11/21/2026')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Codes without a handout' }).click()
  await expect(page.getByText('In this period no health record requested a code without a handout.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Searches', exact: true }).click()
  const filtered = page.waitForRequest('**/api/system/searches?days=90&language=und-Cyrl&start=0')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Cyrillic script (1 not found)')
  await filtered
  await expect(page).toHaveURL('/search_insight?language=und-Cyrl')
  await expect(page.getByText('3 more texts')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Download as CSV' })).toHaveAttribute(
    'href',
    '/api/system/searches/download?days=90&language=und-Cyrl',
  )
  await page.getByRole('link', { name: 'Add synonym for xyzzyplugh' }).click()
  await expect(page.getByRole('textbox', { name: 'Terms' })).toHaveValue('xyzzyplugh\n')
})

test('a search shows how it was understood', { tag: ['@phone', '@only-phone'] }, async ({ page }) => {
  const notes: [string, string | RegExp][] = [
    ['asma', 'Showing results for "asma" (asthma).'],
    ['athsma', 'Nothing found for "athsma". Showing results for "asthma".'],
    ['asthma action plan xyzzyplugh', 'Showing results with some of your words.'],
  ]
  for (const [q, note] of notes) {
    await page.goto(`/search?q=${encodeURIComponent(q)}`)
    await expect(page.getByRole('region', { name: 'Results' }).getByText(note)).toBeVisible()
    await expect(
      page
        .getByRole('region', { name: 'Results' })
        .getByRole('link', { name: /asthma/i })
        .first(),
    ).toBeVisible()
  }
  await expectAccessible(page)
  await page.goto('/search?q=asthma')
  await expect(
    page
      .getByRole('region', { name: 'Results' })
      .getByRole('link', { name: /asthma/i })
      .first(),
  ).toBeVisible()
  await expect(page.getByText(/Showing results (for|with)/)).toHaveCount(0)
})
