// Packets for staff: a nurse makes one from results, favorites and the cart; an education specialist publishes one.
import type { Page } from '@playwright/test'
import type { Citation } from '../../src/api/catalogue/citations'
import { addHandout, addHandouts, addPacket, pageOfPacket } from '../support/packets'
import { fillOrder, startWithoutOrder } from '../support/staff'
import { type Account, endSignIn, expect, expectAccessible, isPhone, signIn, signInOnly, test } from '../support/test'

/** Makes something as an administrator, for a page of another person. */
async function byAdmin<Made>(page: Page, make: (admin: Page) => Promise<Made>): Promise<Made> {
  const browser = page.context().browser()
  if (browser === null) throw new Error('The page has no browser')
  const { origin } = new URL((await page.request.get('/api/config')).url())
  const context = await browser.newContext({ baseURL: origin })
  const admin = await context.newPage()
  await signInOnly(admin, 'education-admin')
  const made = await make(admin)
  await context.close()
  return made
}

// One account per viewport size, because both use the same server concurrently.
const nurse = (page: Page): Account => (isPhone(page) ? 'unit-clerk' : 'visitor-nurse')

const names = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 })

test('a nurse starts a packet from a result, adds another one from its page, and shows the code', async ({ page }) => {
  const word = `zebra${Date.now()}`
  const [first, second] = await byAdmin(page, async (admin) => [
    await addHandout(admin, `First ${word}`, ['English', 'Somali']),
    await addHandout(admin, `Second ${word}`),
  ])
  await signIn(page, nurse(page))
  await expect
    .poll(async () => {
      const response = await page.request.get(`/api/search?q=${word}`)
      return (await response.json()).hits.found
    })
    .toBe(2)
  await page.goto(`/search?q=${word}`)
  await page.getByRole('button', { name: `Add to packet: First ${word}` }).click()
  const newPacket = page.getByRole('link', { name: 'New packet with this handout' })
  await expect(newPacket).toBeVisible()
  await expectAccessible(page)
  await newPacket.click()
  await expect(page.getByText('Handouts (1)')).toBeVisible()
  await page.getByLabel('Title').fill(`Going home ${word}`)
  await page.getByRole('button', { name: 'Save packet' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Going home ${word}` })).toBeVisible()
  await page.getByRole('button', { name: 'QR code' }).click()
  await expect(page.getByRole('img', { name: `QR code of Going home ${word}` })).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).last().click()

  await page.goto(`/citation/${second?.id}`)
  await page.getByRole('button', { name: 'Add to packet' }).click()
  await page.getByRole('button', { name: new RegExp(`^Going home ${word}`) }).click()
  await page.getByRole('link', { name: 'Open the packet' }).click()
  await expect(names(page)).toHaveText([`First ${word}`, `Second ${word}`])
  await page.goto('/my_packets')
  await expect(page.getByRole('link', { name: `Going home ${word}` })).toBeVisible()
  await expectAccessible(page)
  expect(first?.title).toBe(`First ${word}`)
})

/** Sets the favorites and the cart of the person. */
async function setFavoritesAndCart(page: Page, favorites: readonly Citation[], order: readonly Citation[]) {
  await page.request.post('/api/user/session', {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: {
      favorites: favorites.map(({ id, title }) => ({ id, title })),
      order: order.map(({ id, title, languages }) => ({
        id,
        title,
        lang: 'English',
        itemNum: null,
        url: languages[0]?.url,
        readableId: null,
        printingSpecs: null,
        quantity: 1,
      })),
    },
  })
  await page.evaluate(() => localStorage.clear())
}

test('favorites and the order list become packets', async ({ page }) => {
  const handouts = await byAdmin(page, (admin) => addHandouts(admin, 3))
  await signIn(page, nurse(page))
  await setFavoritesAndCart(page, handouts, handouts.slice(1))
  await page.goto('/')
  await page.getByRole('link', { name: 'Save as packet' }).click()
  await expect(page.getByText('Handouts (3)')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.goto('/order')
  await page.getByRole('link', { name: 'Save as packet' }).click()
  await expect(page.getByText('Handouts (2)')).toBeVisible()
  await page.getByLabel('Title').fill(`From my order ${Date.now()}`)
  await page.getByRole('button', { name: 'Save packet' }).click()
  await expect(names(page)).toHaveText(handouts.slice(1).map(({ title }) => title))
  await startWithoutOrder(page)
})

test('twenty handouts are ordered in four presses, each in the chosen language or in one that exists', async ({
  page,
}) => {
  test.slow()
  const packet = await byAdmin(page, async (admin) => {
    const handouts = await addHandouts(admin, 19)
    const last = await addHandout(admin, `Only English ${Date.now()}`)
    return addPacket(admin, [...handouts, last], { title: `To order ${Date.now()}`, published: true })
  })
  await signInOnly(page, 'unit-clerk')
  await startWithoutOrder(page)
  await page.goto(pageOfPacket(packet, 'so'))
  await page.getByRole('button', { name: 'Add all to order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add all to order' })
  await expect(dialog.getByText('In Soomaali', { exact: true })).toHaveCount(19)
  await expect(dialog.getByRole('combobox', { name: /^Language of Only English/ })).toHaveValue('English')
  await expectAccessible(page)
  await dialog.getByLabel('Quantity of each handout').fill('15')
  await dialog.getByRole('button', { name: 'Add 20 handouts' }).click()
  await expect(page.getByRole('spinbutton')).toHaveCount(20)
  for (const field of await page.getByRole('spinbutton').all()) await expect(field).toHaveValue('15')
  await fillOrder(page)
  await page.getByRole('button', { name: 'Submit Order' }).click()
  await expect(page.getByRole('dialog', { name: 'Success!' })).toBeVisible()
})

test('an education specialist publishes a packet; everybody finds it above the results', async ({ page }) => {
  await signInOnly(page, 'education-admin')
  const word = `gecko${Date.now()}`
  const old = await addHandout(page, `Insulin ${word}`)
  const next = await addHandout(page, `Insulin pens ${word}`)
  await page.goto('/packets')
  await page.getByRole('link', { name: 'New packet' }).click()
  await page.getByLabel('Title').fill(`New diabetes ${word}`)
  await page.getByLabel(/^Published/).check()
  const search = page.getByRole('combobox', { name: 'Add a handout' })
  await search.fill(`Insulin ${word}`)
  await page.getByRole('option', { name: `Insulin ${word}` }).click()
  await expect(page.getByText('Handouts (1)')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save packet' }).click()
  await expect(page).toHaveURL(new RegExp(`/packet/new-diabetes-${word}$`))

  await page.goto(`/search?q=${encodeURIComponent(`new diabetes ${word}`)}`)
  const packets = page.getByRole('region', { name: 'Packets' })
  await expect(packets.getByRole('link', { name: `New diabetes ${word}` })).toBeVisible()
  await expect(packets.getByRole('link', { name: 'All packets' })).toBeVisible()
  await page.getByRole('combobox').fill('new diabetes gec')
  const option = page.getByRole('group', { name: 'Packets' }).getByRole('option', { name: `New diabetes ${word}` })
  await option.click()
  await expect(page.getByRole('heading', { level: 1, name: `New diabetes ${word}` })).toBeVisible()
  await page.goto(`/citation/${old.id}`)
  await expect(page.getByRole('region', { name: 'In packets' }).getByRole('link')).toHaveText(`New diabetes ${word}`)

  const citation = await (await page.request.get(`/api/citations/${old.id}`)).json()
  const retired = await page.request.put(`/api/citations/${old.id}`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { ...citation, obsolete: true, replacedBy: next.id },
  })
  expect(retired.status(), await retired.text()).toBe(200)
  await page.goto('/packets?obsolete=true')
  await page.getByRole('link', { name: `New diabetes ${word}` }).click()
  await expect(page.getByText(`Insulin ${word} is obsolete. Families see this one in its place.`)).toBeVisible()
  await expectAccessible(page)
  const url = page.url()
  await endSignIn(page)
  await page.goto(url)
  await expect(names(page)).toHaveText([`Insulin pens ${word}`])
  await expect(page.getByText(`Replaces Insulin ${word}`)).toBeVisible()
})
