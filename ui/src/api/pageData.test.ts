import { beforeEach, describe, expect, it, vi } from 'vitest'

const block = (responses: object[]) => {
  document.body.innerHTML = ''
  const script = document.createElement('script')
  script.type = 'application/json'
  script.id = 'page-data'
  script.textContent = JSON.stringify({ responses })
  document.body.append(script)
}

/** The module as a page loads it. */
const load = async () => {
  vi.resetModules()
  return { ...(await import('./pageData')), ...(await import('./client')) }
}

describe('the responses embedded in the page', () => {
  beforeEach(() =>
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => Response.json('asked')),
    ),
  )

  it('are found regardless of the order and encoding of the parameters', async () => {
    block([{ path: "/api/search?q=it's a&fq=x%3A%27y%27&start=0", body: 1 }])
    const { takePageResponse } = await load()
    expect(await takePageResponse('/api/search?start=0&q=it%27s%20a&fq=x:%27y%27')?.json()).toBe(1)
  })

  it('replace one request, with status and entity tag', async () => {
    block([{ path: '/api/citations/a%20b', body: { id: 'a b' }, etag: '"7"' }])
    const { callRaw } = await load()
    const first = await callRaw('GET /citations/{id}', { params: { id: 'a b' } })
    expect(first.headers.get('etag')).toBe('"7"')
    expect(await first.json()).toEqual({ id: 'a b' })
    expect(fetch).not.toHaveBeenCalled()
    expect(await (await callRaw('GET /citations/{id}', { params: { id: 'a b' } })).json()).toBe('asked')
    expect(fetch).toHaveBeenCalledOnce()
  })

  it('may be errors', async () => {
    block([{ path: '/api/citations/none', body: { status: 404, title: 'Not Found' }, status: 404 }])
    const { call } = await load()
    await expect(call('GET /citations/{id}', { params: { id: 'none' } })).rejects.toMatchObject({ status: 404 })
    expect(fetch).not.toHaveBeenCalled()
  })

  it('are not used for other requests or for writes', async () => {
    block(['/api/search?q=a&start=0', '/api/system/jobs'].map((path) => ({ path, body: 1 })))
    const { call, dropPageResponses } = await load()
    expect(await call('GET /search', { query: { q: 'a', start: 10 } })).toBe('asked')
    expect(await call('POST /system/jobs', { body: { type: '', config: [] } })).toBe('asked')
    dropPageResponses()
    expect(await call('GET /search', { query: { q: 'a', start: 0 } })).toBe('asked')
  })

  it('are optional', async () => {
    document.body.innerHTML = ''
    const { call } = await load()
    expect(await call('GET /config')).toBe('asked')
  })
})
