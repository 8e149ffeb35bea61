// The one place that calls the server. Answers are JSON; anything but a success is thrown as a Problem.
import { Problem, problemOf, unreachable } from './problem'

export interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Sent as JSON, unless it is a Blob or a FormData. */
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

let signInEnded = () => {}

/** Sets what is called whenever the server answers that the sign-in has ended, or that it is a replica, where nobody is signed in. */
export function onSignInEnded(listener: () => void) {
  signInEnded = listener
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
    throw signal?.aborted ? error : unreachable()
  })
  if (response.ok) return response
  const problem = await problemOf(response)
  if (problem.needsSignIn || problem.primary) signInEnded()
  throw problem
}

/** The JSON of an answer; undefined when it has no body. */
export async function jsonOf<T>(response: Response): Promise<T> {
  const text = await response.text().catch(() => {
    // The connection broke off within the answer.
    throw unreachable()
  })
  try {
    return (text === '' ? undefined : JSON.parse(text)) as T
  } catch {
    throw new Problem(response.status, 'The server sent something that this page cannot read', 'Reload the page.')
  }
}

/** A call under /api and its JSON; undefined when the answer has no body. */
export const call = async <T>(path: string, options?: CallOptions): Promise<T> =>
  jsonOf<T>(await callRaw(path, options))

/** The identifier of the signed-in person that an answer carries; undefined for a visitor. */
export const personOf = (response: Response) => response.headers.get('handout-person') ?? undefined
