// The responses embedded in the page, from which the server rendered it: the first screen does not request them again.

interface PageResponse {
  /** With its query, such as `/api/search?q=asthma`. */
  path: string
  body: unknown
  /** 200 when absent. */
  status?: number
  etag?: string
}

/** A key that does not depend on the order and encoding of a URL's parameters. */
function addressKey(path: string): string {
  const { pathname, searchParams } = new URL(path, window.location.origin)
  const filled = [...searchParams].filter(([, value]) => value)
  return JSON.stringify([decodeURIComponent(pathname), filled.sort()])
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

/** Drops the responses that the first screen did not use; later screens request current ones. */
export const dropPageResponses = () => responses?.clear()
