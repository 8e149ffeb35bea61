// The responses embedded in the page, from which the server rendered it: the first screen does not request them again.

interface PageResponse {
  /** With its query, such as `/api/search?q=asthma`. */
  path: string
  body: unknown
  /** 200 when absent. */
  status?: number
  etag?: string
}

/** The same for every way of writing an address: order and encoding of its parameters do not matter. */
function addressKey(path: string): string {
  const { pathname, searchParams } = new URL(path, window.location.origin)
  return JSON.stringify([decodeURIComponent(pathname), [...searchParams].sort()])
}

let responses: Map<string, PageResponse> | null = null

function read(): Map<string, PageResponse> {
  const block = document.getElementById('page-data')?.textContent
  const all: PageResponse[] = block ? JSON.parse(block).responses : []
  return new Map(all.map((response) => [addressKey(response.path), response]))
}

/** The response to a GET of this path, once; undefined if the page does not contain it. */
export function takePageResponse(path: string): Response | undefined {
  responses ??= read()
  if (responses.size === 0) return
  const key = addressKey(path)
  const found = responses.get(key)
  if (!found) return
  responses.delete(key)
  const { body, status = 200, etag } = found
  return new Response(JSON.stringify(body), { status, headers: etag ? { etag } : {} })
}

/** Forgets what the first screen did not need; later screens ask the server. */
export const dropPageResponses = () => responses?.clear()
