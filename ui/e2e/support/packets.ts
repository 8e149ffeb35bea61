// Adds packets for a test over HTTP, as the person who is signed in on the page.
import { expect, type Page } from '@playwright/test'
import type { Citation } from '../../src/api/catalogue/citations'
import type { Packet, PacketInput } from '../../src/api/packets'
import { addCitation } from './citations'

const sameOrigin = { 'sec-fetch-site': 'same-origin' }

/** Adds a packet with these citations. */
export async function addPacket(
  page: Page,
  citations: readonly Citation[],
  fields: Partial<PacketInput> = {},
): Promise<Packet> {
  const response = await page.request.post('/api/packets', {
    headers: sameOrigin,
    data: {
      title: `A packet ${Date.now()}`,
      description: null,
      department: null,
      published: false,
      items: citations.map(({ id }) => ({ citation: id, note: null })),
      ...fields,
    },
  })
  expect(response.status(), await response.text()).toBe(201)
  return (await response.json()) as Packet
}

export async function deletePacket(page: Page, id: string) {
  const response = await page.request.delete(`/api/packets/${id}`, { headers: sameOrigin })
  expect(response.status(), await response.text()).toBe(204)
}

let made = 0

/** Adds a handout in these languages, each with its own file and item number. */
export function addHandout(
  page: Page,
  title: string,
  languages: readonly string[] = ['English'],
  fields: Partial<Citation> = {},
) {
  const n = ++made
  return addCitation(page, {
    ...fields,
    title,
    languages: languages.map((lang) => ({
      lang,
      ksbgNumber: `KSBG${process.pid}${n}`,
      pages: null,
      url: `https://files.example.org/${process.pid}/${n}/${lang}.pdf`,
    })),
  })
}

/** Adds several handouts in English, Spanish and Somali. */
export async function addHandouts(page: Page, count: number): Promise<Citation[]> {
  const handouts: Citation[] = []
  for (let n = 1; n <= count; n++) {
    handouts.push(await addHandout(page, `Handout ${n} of ${Date.now()}`, ['English', 'Spanish', 'Somali']))
  }
  return handouts
}

/** The path of a packet's page. */
export const pageOfPacket = ({ id, readableId, code }: Packet, lang?: string) =>
  `/packet/${readableId ?? code ?? id}${lang ? `?lang=${lang}` : ''}`
