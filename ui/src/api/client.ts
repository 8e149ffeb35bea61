// The only module that calls the server. A response that is not a success is thrown as a Problem.
import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { whenTriedAgain } from '../lib/page/interruptedCalls'
import { percentEncode } from '../lib/text/percentEncode'
import { takePageResponse } from './pageData'
import { foreignResponse, parseProblem, unreachable, unreadableResponse } from './problem'
import type { Calls } from './schema'

/** A call by its method and its path below /api, such as `GET /citations/{id}`. */
export type Route = keyof Calls

/** What a call returns: every optional member is present and may be null. */
export type Result<R extends Route> = Nullable<Calls[R]['response']>

/** A response with the JSON of its call. */
export interface Answer<Json> extends Response {
  json(): Promise<Json>
}

/** A value in a query: texts may stand for numbers and booleans; null and the empty text leave it out. */
type Written<Value> =
  | (Value extends number | boolean ? Value | string : Value extends unknown[] ? Readonly<Value> : Value | '')
  | null

type Query<Parameters> = { [Name in keyof Parameters]: Written<Parameters[Name]> }

/** A body as it may be held before it is sent. */
type Sendable<Body> = Body extends Blob
  ? Body
  : Body extends (infer Item)[]
    ? readonly Sendable<Item>[]
    : Body extends object
      ? { [Name in keyof Body]: Sendable<Body[Name]> }
      : Body

/** What a call needs: `params` of its path, `query` and `body`. */
type Needs<Call> = {
  [Name in keyof Call as Exclude<Name, 'response'>]: Name extends 'query'
    ? Query<NonNullable<Call[Name]>> | URLSearchParams
    : Name extends 'body'
      ? Sendable<Call[Name]>
      : Call[Name]
}

export type Options<R extends Route> = Needs<Calls[R]> & {
  /** The entity tag that the server must still have. */
  ifMatch?: string | null
  headers?: Record<string, string>
  signal?: AbortSignal
} & (Calls[R]['response'] extends undefined ? { content: 'nothing' } : { content?: Content })

type Arguments<Given> = Record<string, never> extends Given ? [options?: Given] : [options: Given]

/** Options without the types of their route. */
interface Sent {
  params?: Record<string, string>
  query?: Record<string, unknown> | URLSearchParams
  /** Sent as JSON, unless it is a Blob. */
  body?: unknown
  ifMatch?: string | null
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

/** The query string of parameters that have a value, in their order. */
function queryString(query: NonNullable<Sent['query']>): string {
  const entries: [string, unknown][] = query instanceof URLSearchParams ? [...query] : Object.entries(query)
  const pairs = entries.flatMap(([name, values]) =>
    [values].flat().map((value) => (value == null || value === '' ? '' : `&${name}=${percentEncode(`${value}`)}`)),
  )
  return pairs.join('').replace('&', '?')
}

/** The method and the address of a call. */
function requestOf(route: Route, { params = {}, query = {} }: Sent): [method: string, address: string] {
  const [method = '', path = ''] = route.split(' ')
  const filled = path.replace(/{(\w+)}/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  return [method, `/api${filled}${queryString(query)}`]
}

/** The address of a call, for links and images. */
export const addressOf = <R extends Route>(route: R, ...[needs]: Arguments<Omit<Needs<Calls[R]>, 'body'>>): string =>
  requestOf(route, needs ?? {})[1]

/** Sends a call. Redirects of GET are followed; one to another host, which browsers report as a failure, is returned as it is. */
async function send([method, address]: [string, string], { body, ifMatch, headers, signal }: Sent): Promise<Response> {
  const asIs = body instanceof Blob
  const request: RequestInit = {
    method,
    signal,
    credentials: 'same-origin',
    redirect: 'manual',
    headers: {
      accept: 'application/json',
      ...(body !== undefined && !asIs && { 'content-type': 'application/json' }),
      ...(ifMatch && { 'if-match': ifMatch }),
      ...headers,
    },
    body: asIs ? body : JSON.stringify(body),
  }
  const response = await fetch(address, request).catch((error: unknown) => {
    throw signal?.aborted ? error : unreachable()
  })
  if (method !== 'GET' || response.type !== 'opaqueredirect') return response
  return fetch(address, { ...request, redirect: 'follow' }).catch(() => response)
}

/**
 * Calls the server and returns the response, for callers that need more than its JSON. A call that something else than the
 * catalogue has answered waits until the person tries again.
 */
export async function callRaw<R extends Route>(
  route: R,
  ...[given]: Arguments<Options<R>>
): Promise<Answer<Result<R>>> {
  const options: Sent = given ?? {}
  const { signal, content = 'json' } = options
  const request = requestOf(route, options)
  const embedded = request[0] === 'GET' ? takePageResponse(request[1]) : undefined
  let response = embedded ?? (await send(request, options))
  while (response !== embedded && isForeign(response, content)) {
    if (!(await whenTriedAgain(signal))) throw signal?.aborted ? signal.reason : foreignResponse()
    response = await send(request, options)
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
export async function parseJson<Json>(response: Answer<Json>): Promise<Json> {
  const text = await response.text().catch(() => {
    // The connection was lost while the body was being received.
    throw unreachable()
  })
  try {
    return (text === '' ? undefined : JSON.parse(text)) as Json
  } catch {
    throw unreadableResponse()
  }
}

/** Calls the server and returns the JSON; undefined when the response has no body. */
export const call = async <R extends Route>(route: R, ...options: Arguments<Options<R>>): Promise<Result<R>> =>
  parseJson(await callRaw(route, ...options))

/**
 * A page of a list that people work through. It is not refreshed in the background, so that nobody loses their place in it; anyone
 * who returns to the list sees current data.
 */
export const listQuery = <R extends Route, Page = Result<R>>(route: R, key: QueryKey, query: object) =>
  queryOptions({
    queryKey: [...key, query],
    queryFn: ({ signal }) =>
      call(route, ...([{ query, signal }] as unknown as Arguments<Options<R>>)) as Promise<unknown> as Promise<Page>,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

/** The version that a response names, without the mark that a proxy adds when it compresses. */
export const entityTag = (response: Response) => response.headers.get('etag')?.replace(/^W\//, '') ?? null

/** The identifier of the signed-in person, from the response headers; undefined for a visitor. */
export const personHeader = (response: Response) => response.headers.get('handout-person') ?? undefined

/** A response type in which every optional field is present and may be null. */
export type Nullable<T> = T extends readonly (infer Item)[]
  ? Nullable<Item>[]
  : T extends object
    ? { [Key in keyof T]-?: Nullable<Exclude<T[Key], undefined>> | (undefined extends T[Key] ? null : never) }
    : T

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

/** Whether something else than the catalogue has answered: the page of a sign-in proxy, a firewall or a captive portal. */
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
