// The help: the page of each screen, the search, another language, and all of it without scripts.
import { expect, expectAccessibleInBothSchemes, gotoServed, signIn, signInOnly, test } from './support/test'

test("the '?' of a screen leads to its page", { tag: ['@phone', '@only-phone'] }, async ({ page }) => {
  const help = page.getByRole('banner').getByRole('link', { name: 'Help', exact: true })
  await page.goto('/')
  await help.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/help\/families$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Find and read a handout' })).toBeVisible()

  await signInOnly(page, 'education-admin')
  for (const [screen, heading] of [
    ['/review', 'Review handouts'],
    ['/manage_lookups?category=synonyms', 'Teach the search new words'],
    ['/orders/totals', 'See totals of orders'],
  ] as const) {
    await page.goto(screen)
    await help.click()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(new RegExp(`${screen.replace('?', '\\?')}$`))
  }
})

test('people find a page by its words, and reach the catalogue from it', { tag: '@phone' }, async ({ page }) => {
  await signInOnly(page, 'visitor-nurse')
  await page.goto('/help')
  await expect(page.getByRole('heading', { name: 'For nurses and clerks' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'For education specialists' })).toHaveCount(0)
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('searchbox', { name: 'Search the help' }).fill('cancel order')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/[?&]q=cancel/)
  await expect(page.getByRole('link', { name: 'Follow, answer or cancel an order' })).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('link', { name: 'Follow, answer or cancel an order' }).click()
  await expect(page.getByRole('heading', { name: 'What can go wrong' })).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
  await page.getByRole('link', { name: 'My orders' }).click()
  await expect(page).toHaveURL(/\/my_orders$/)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('families read their page in Spanish', { tag: ['@phone', '@only-phone'] }, async ({ page }) => {
    await gotoServed(page, '/citation/asthma-action-plan')
    await page.getByRole('banner').getByRole('link', { name: 'Help', exact: true }).click()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Español' }).click()
    await expect(page).toHaveURL(/\/help\/families$/)
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    await expect(page.getByRole('heading', { level: 1, name: 'Buscar y leer un folleto' })).toBeVisible()
    await page.getByRole('searchbox', { name: 'Buscar en la ayuda' }).fill('código')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Buscar y leer un folleto' }).click()
    await expect(page.getByRole('heading', { name: 'Qué puede salir mal' })).toBeVisible()
  })
})

test.describe('in a new browser', () => {
  test.use({ welcomed: false })

  for (const [account, sentence, link, heading] of [
    ['visitor-nurse', /keep favorites/, 'Find a handout', 'Find a handout'],
    ['copy-center', /lists every order/, 'Work on orders', 'Work on orders'],
    ['education-admin', /keeps the catalogue right/, 'Your first week as an education specialist', /^Your first week/],
    ['it-auditor', /who did what/, 'Read the audit trail', 'Read the audit trail'],
  ] as const) {
    // The line differs by its words only.
    const tag = account === 'visitor-nurse' ? '@phone' : []
    test(`the first sign-in of ${account} shows once what can be done`, { tag }, async ({ page }) => {
      await signIn(page, account)
      const welcome = page.getByRole('region', { name: 'First steps' })
      await expect(welcome.getByText(sentence)).toBeVisible()
      expect((await welcome.getByRole('paragraph').innerText()).match(/\.(\s|$)/g)).toHaveLength(3)
      await expectAccessibleInBothSchemes(page)
      await welcome.getByRole('button', { name: 'Dismiss' }).click()
      await expect(welcome).toHaveCount(0)
      await page.evaluate(() => localStorage.clear())
      await page.reload()
      await welcome.getByRole('link', { name: link }).click()
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await page.goto('/profile')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText('Access token').first()).toBeVisible()
      await expect(welcome).toHaveCount(0)
    })
  }
})
