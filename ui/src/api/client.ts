// The one place that calls the server. Answers are JSON; anything but a success is thrown as a Problem.
import { asProblem, problemOf } from './problem'

export interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT'
  /** Sent as JSON, unless it is a Blob or a FormData. */
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** A call under /api, for those who need more of the answer than its JSON. */
export async function callRaw(
  path: string,
  { method = 'GET', body, headers, signal }: CallOptions = {},
): Promise<Response> {
  const asIs = body instanceof Blob || body instanceof FormData
  const response = await fetch(`/api${path}`, {
    method,
    signal,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      ...(body !== undefined && !asIs ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    body: body === undefined ? undefined : asIs ? body : JSON.stringify(body),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw asProblem(error)
  })
  if (!response.ok) throw await problemOf(response)
  return response
}

/** A call under /api and its JSON; undefined when the answer has no body. */
export async function call<T>(path: string, options?: CallOptions): Promise<T> {
  const response = await callRaw(path, options)
  const text = await response.text()
  return (text === '' ? undefined : JSON.parse(text)) as T
}
