// The only module that calls the server. A response that is not a success is thrown as a Problem.
import { whenTriedAgain } from '../lib/page/interruptedCalls'
import { type Content, isForeign } from './foreignResponse'
import { takePageResponse } from './pageData'
import { foreignResponse, parseProblem, unreachable, unreadableResponse } from './problem'

export interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Sent as JSON, unless it is a Blob or a FormData. */
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  /** The content of a successful response. */
  content?: Content
}

let signInExpired = () => {}

/** Sets the listener for 401 responses, and for refusals by a replica, where nobody is signed in. */
export function onSignInExpired(listener: () => void) {
  signInExpired = listener
}

/** Sends a call. Redirects of GET are followed; one to another host, which browsers report as a failure, is returned as it is. */
async function send(path: string, { method = 'GET', body, headers, signal }: CallOptions): Promise<Response> {
  const asIs = body instanceof Blob || body instanceof FormData
  const request: RequestInit = {
    method,
    signal,
    credentials: 'same-origin',
    redirect: 'manual',
    headers: {
      accept: 'application/json',
      ...(body !== undefined && !asIs ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    body: body === undefined ? undefined : asIs ? body : JSON.stringify(body),
  }
  const response = await fetch(`/api${path}`, request).catch((error: unknown) => {
    throw signal?.aborted ? error : unreachable()
  })
  if (method !== 'GET' || response.type !== 'opaqueredirect') return response
  return fetch(`/api${path}`, { ...request, redirect: 'follow' }).catch(() => response)
}

/**
 * Calls a path under /api and returns the response, for callers that need more than its JSON. A call that something else than
 * the catalogue has answered waits until the person tries again.
 */
export async function callRaw(path: string, options: CallOptions = {}): Promise<Response> {
  const { method = 'GET', signal, content = 'json' } = options
  const embedded = method === 'GET' ? takePageResponse(`/api${path}`) : undefined
  let response = embedded ?? (await send(path, options))
  while (response !== embedded && isForeign(response, content)) {
    if (!(await whenTriedAgain(signal))) throw signal?.aborted ? signal.reason : foreignResponse()
    response = await send(path, options)
  }
  return response.ok ? response : throwProblem(response)
}

/** Throws the problem of a response that is not a success. */
export async function throwProblem(response: Response): Promise<never> {
  const problem = await parseProblem(response)
  if (problem.needsSignIn || problem.primary) signInExpired()
  throw problem
}

/** Parses the JSON body of a response; undefined when it has no body. */
export async function parseJson<T>(response: Response): Promise<T> {
  const text = await response.text().catch(() => {
    // The connection was lost while the body was being received.
    throw unreachable()
  })
  try {
    return (text === '' ? undefined : JSON.parse(text)) as T
  } catch {
    throw unreadableResponse()
  }
}

/** Calls a path under /api and returns the JSON; undefined when the response has no body. */
export const call = async <T>(path: string, options?: CallOptions): Promise<T> =>
  parseJson<T>(await callRaw(path, options))

/** The version that a response names, without the mark that a proxy adds when it compresses. */
export const entityTag = (response: Response) => response.headers.get('etag')?.replace(/^W\//, '') ?? null

/** The identifier of the signed-in person, from the response headers; undefined for a visitor. */
export const personHeader = (response: Response) => response.headers.get('handout-person') ?? undefined
