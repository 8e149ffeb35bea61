// The documented API is correct: responses of the real server have the documented shapes.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { APIResponse } from '@playwright/test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { addCitation } from './support/citations'
import { expect, signInOnly, test } from './support/test'

// biome-ignore lint/suspicious/noExplicitAny: a complete type of OpenAPI documents is not worth it here
type Document = any

const described: Document = JSON.parse(
  readFileSync(fileURLToPath(new URL('../src/api/openapi.json', import.meta.url)), 'utf8'),
)
const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema(described, 'openapi')

const pointer = (parts: readonly string[]) =>
  `openapi#/${parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`

function expectShape(parts: readonly string[], value: unknown) {
  const validate = ajv.compile({ $ref: pointer(parts) })
  expect(validate(value), `${parts.join(' ')}: ${ajv.errorsText(validate.errors)}`).toBe(true)
}

/** Expects a status that the operation documents, and the documented content. */
async function expectDescribed(method: string, path: string, response: APIResponse) {
  const status = String(response.status())
  const operation = described.paths[path][method]
  expect(Object.keys(operation.responses), `${method} ${path}`).toContain(status)
  const content = operation.responses[status].content
  if (!content) {
    expect(await response.text(), `${method} ${path}`).toBe('')
    return
  }
  const type = (response.headers()['content-type'] ?? '').split(';')[0] ?? ''
  expect(Object.keys(content), `${method} ${path}`).toContain(type)
  if (type.endsWith('json')) {
    expectShape(['paths', path, method, 'responses', status, 'content', type, 'schema'], await response.json())
  }
}

test('every documented read answers as documented', async ({ page }) => {
  await signInOnly(page, 'education-admin')
  const citation = await addCitation(page, { title: 'A handout for the described interface' })
  const query: Record<string, string> = {
    '/api/search': '?q=asthma&start=0',
    '/api/search/suggestions': '?q=asth',
    '/api/system/lookups/impact': '?type=tags&oldValue=Asthma',
  }
  const reads = Object.entries<Document>(described.paths).filter(([, item]) => item.get)
  expect(reads.length).toBeGreaterThan(15)
  for (const [path] of reads) {
    const address = path.replace('{id}', encodeURIComponent(citation.id)) + (query[path] ?? '')
    await expectDescribed('get', path, await page.request.get(address, { maxRedirects: 0 }))
    const unknown = path.replace('{id}', 'nothing-of-this-name')
    if (unknown !== path) await expectDescribed('get', path, await page.request.get(unknown))
  }
})

test('changes accept valid bodies, refuse invalid ones, and respond as documented', async ({ page }) => {
  await signInOnly(page, 'education-admin')
  const headers = { 'sec-fetch-site': 'same-origin' }
  const add = ['paths', '/api/citations', 'post', 'requestBody', 'content', 'application/json', 'schema']
  const citation = await addCitation(page, { title: 'A handout sent as described' })
  // Responses can be sent back unchanged.
  expectShape(add, citation)
  const path = '/api/citations/{id}'
  const address = `/api/citations/${encodeURIComponent(citation.id)}`
  await expectDescribed('put', path, await page.request.put(address, { headers, data: citation }))

  // The fields documented as required are exactly those that the server requires.
  const refused = await page.request.post('/api/citations', { headers, data: {} })
  await expectDescribed('post', '/api/citations', refused)
  const asked = (await refused.json()).errors.map(({ field }: { field: string }) => field.split('.')[0])
  expect(asked.sort()).toEqual([...described.components.schemas.CitationInput.required].sort())

  const unreadable = await page.request.post('/api/citations', {
    headers: { ...headers, 'content-type': 'application/json' },
    data: Buffer.from('{'),
  })
  await expectDescribed('post', '/api/citations', unreadable)
  const session = await page.request.post('/api/user/session', { headers, data: { favorites: [], order: [] } })
  await expectDescribed('post', '/api/user/session', session)
  const order = await page.request.post('/api/user/order', { headers, data: { orders: [] } })
  await expectDescribed('post', '/api/user/order', order)
  const job = await page.request.post('/api/system/jobs', { headers, data: { type: 'unknown', config: {} } })
  await expectDescribed('post', '/api/system/jobs', job)
})

test('a visitor is refused where a sign-in is documented, and only there', async ({ page }) => {
  for (const [path, item] of Object.entries<Document>(described.paths)) {
    if (!item.get) continue
    const status = (await page.request.get(path.replace('{id}', 'nothing-of-this-name'))).status()
    const open = item.get.security.some((way: object) => Object.keys(way).length === 0)
    expect(status === 401, path).toBe(!open)
  }
})
