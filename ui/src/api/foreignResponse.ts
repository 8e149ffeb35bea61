// Recognizes what is not the catalogue's: the page of a sign-in proxy, a firewall or a captive portal in place of a response.

/** What a call returns when it succeeds: JSON, a CSV file, a workbook, nothing, or JSON only if there is something to say. */
export type Content = 'json' | 'csv' | 'xlsx' | 'nothing' | 'note'

/** Statuses with which a proxy refuses for its own reasons, which the screens explain: too slow, too large, too many. */
const ofProxies = new Set([408, 413, 429])

/** Statuses that ask for a sign-in. */
const asksForSignIn = new Set([401, 407, 511])

const json = /^application\/([\w.-]+\+)?json\b/i
const contentTypes = {
  json,
  csv: /^text\/csv\b/i,
  xlsx: /^application\/vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet\b/i,
  note: json,
}

export function isForeign(response: Response, expected: Content): boolean {
  // A redirect that was not followed. The interface redirects within this host, and only GET.
  if (response.type === 'opaqueredirect') return true
  const contentType = response.headers.get('content-type') ?? ''
  if (response.ok) {
    const isEmpty = response.status === 204 || response.status === 202
    if (expected === 'nothing') return !isEmpty
    return response.status === 204 ? expected !== 'note' : !contentTypes[expected].test(contentType)
  }
  if (asksForSignIn.has(response.status)) return !json.test(contentType)
  return /html/i.test(contentType) && response.status < 500 && !ofProxies.has(response.status)
}
