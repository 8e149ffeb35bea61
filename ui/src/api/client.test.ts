import { expect, test } from 'vitest'
import { serve } from '../testApp'
import { addressOf, call } from './client'

test.each([
  [addressOf('GET /citations/{id}', { params: { id: 'a/b ü' } }), '/api/citations/a%2Fb%20%C3%BC'],
  [
    addressOf('GET /search', { query: { q: "it's & 1", start: 0, obsolete: false } }),
    '/api/search?q=it%27s%20%26%201&start=0&obsolete=false',
  ],
  [
    addressOf('GET /system/links', { query: { state: '', department: null, citation: undefined } }),
    '/api/system/links',
  ],
  [addressOf('GET /orders/files', { query: { id: ['26-1', '26-2'] } }), '/api/orders/files?id=26-1&id=26-2'],
  [addressOf('GET /infobutton', { query: new URLSearchParams('a=1&b=&a=+') }), '/api/infobutton?a=1&a=%20'],
])('the address %s', (address, expected) => expect(address).toBe(expected))

test('a call sends its method, body and entity tag, and returns the JSON of its path', async () => {
  const asked = serve({ 'PUT /api/packets/7': () => Response.json({ title: 'Asthma' }) })
  const body = { title: 'Asthma', items: [] }
  const { title } = await call('PUT /packets/{id}', { params: { id: '7' }, body, ifMatch: '"3"' })
  expect(title satisfies string).toBe('Asthma')
  expect(asked[0]?.body).toEqual(body)
  expect(asked[0]?.headers.get('if-match')).toBe('"3"')
})

test('a wrong path, method, parameter or body does not compile', () => {
  const wrongCalls = () => {
    // @ts-expect-error The document does not have this path.
    void call('GET /citation/{id}', { params: { id: '7' } })
    // @ts-expect-error The path does not have this method.
    void call('DELETE /citations/{id}', { params: { id: '7' } })
    // @ts-expect-error The ID is missing.
    void call('GET /citations/{id}')
    // @ts-expect-error The path has another parameter.
    void call('GET /citations/{id}', { params: { number: '7' } })
    // @ts-expect-error The language is required.
    void call('GET /system/translations', { query: { state: 'missing' } })
    // @ts-expect-error The query has no such parameter.
    void call('GET /search', { query: { text: 'asthma' } })
    // @ts-expect-error `by` is none of the groupings.
    void call('GET /system/usage', { query: { by: 'year' } })
    // @ts-expect-error The body is missing.
    void call('POST /reports')
    // @ts-expect-error The body lacks the quantity of a line.
    void call('POST /orders/{id}/state', { params: { id: '7' }, body: { sent: [{ line: 1 }], state: 'sent' } })
    // @ts-expect-error The path takes no body.
    void call('GET /config', { body: {} })
    // @ts-expect-error A file is sent as a Blob.
    void call('POST /files', { body: { name: 'a.pdf' } })
    // @ts-expect-error The response has no content.
    void call('DELETE /packets/{id}', { params: { id: '7' } })
    // @ts-expect-error The response has no such member.
    void call('GET /config').then(({ hospitals }) => hospitals)
  }
  expect(wrongCalls).toBeTypeOf('function')
})
