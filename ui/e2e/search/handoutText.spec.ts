// Results that match only in the text of a handout: in English and Spanish, with the language of the handout.
import { searchFor } from '../support/catalogue'
import { addCitation } from '../support/citations'
import { startServer } from '../support/server'
import { test as base, expect, expectAccessible, gotoServed, signInOnly } from '../support/test'

/** The handouts, by path. */
const texts: Record<string, string> = {
  '/throat.txt': 'No zebrafish swimming. Your child can go back to school ten days after the tonsillectomy.',
  '/garganta.txt': 'Su hijo no debe cargar la mochila durante tres semanas.',
}

const test = base.extend<object, { server: string }>({
  server: [
    async ({ files }, use) => {
      const server = await startServer([], {
        HANDOUT_LINKS__CHECK: 'nightly',
        HANDOUT_LINKS__ALLOW_HOSTS: JSON.stringify([new URL(files.url('/')).host]),
        HANDOUT_HANDOUTS__TEXT: 'nightly',
      })
      await use(server.url)
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

test('a result shows that its words are in the handout, and shows the passage in its language', async ({
  page,
  files,
}) => {
  for (const [path, text] of Object.entries(texts)) files.put(path, text, 'text/plain; charset=utf-8')
  await signInOnly(page, 'education-admin')
  const version = (lang: string, path: string) => ({ lang, ksbgNumber: null, pages: null, url: files.url(path) })
  const languages = [version('English', '/throat.txt'), version('Spanish', '/garganta.txt')]
  const citation = await addCitation(page, { title: `Going home ${Date.now()}`, languages })
  for (const { url } of languages) {
    const asked = await page.request.post('/api/system/links/check', {
      headers: { 'sec-fetch-site': 'same-origin' },
      data: { citation: citation.id, url },
    })
    expect(asked.status()).toBe(202)
  }
  const hits = async (q: string) => (await searchFor(page.request, { q })).hits
  await expect.poll(async () => (await hits('zebrafish')).found, { timeout: 30_000 }).toBe(1)
  // Before the text is indexed, the words find handouts that they describe.
  const isFound = async (q: string) => (await hits(q)).hit.some(({ id }) => id === `citation:${citation.id}`)
  await expect.poll(() => isFound('mochila semanas'), { timeout: 30_000 }).toBe(true)

  await page.goto('/search?q=zebrafish+tonsillectomy')
  const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: citation.title }) })
  await expect(row.getByText('Found in the handout')).toBeVisible()
  await expect(row.locator('mark')).toHaveText(['zebrafish', 'tonsillectomy'])
  await expect(row).not.toContainText('In the handout:')
  await expectAccessible(page)

  await page.goto('/search?q=mochila+semanas')
  await expect(row.getByText('Found in the handout')).toBeVisible()
  await expect(row.locator('p[lang="es"]')).toContainText('cargar la mochila')
  await expectAccessible(page)

  await page.context().addCookies([{ name: 'handout_language', value: 'es', url: page.url() }])
  await page.goto('/search?q=zebrafish+tonsillectomy')
  await expect(row.getByText('Encontrado en el texto del material')).toBeVisible()
  await expect(row.locator('p[lang="en"]')).toContainText('zebrafish')
  await expectAccessible(page)
  // The same without scripts.
  await gotoServed(page, '/search?q=zebrafish+tonsillectomy')
  await expect(row.getByText('Encontrado en el texto del material')).toBeVisible()
})
