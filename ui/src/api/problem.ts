// Failed calls in the form that screens need: a text for people, and the errors of single fields.
import messages from 'messages:en/problem'
import type { KeyOf } from '../i18n/section'
import { staffText } from '../i18n/staffText'
import type * as Described from './schema'

/** An invalid field, named as in the JSON (`languages[0].lang`). */
export type FieldError = Described.FieldError

/**
 * A call that failed. `status` is 0 when there was no response, -1 when the error is in the page itself, -2 when something else
 * than the catalogue has answered.
 */
export class Problem extends Error {
  readonly status: number
  /** What happened, as a sentence without its full stop. */
  readonly title: string
  /** What to do about it, in whole sentences; may be empty. */
  readonly detail: string
  readonly fieldErrors: FieldError[]
  /** The detail as sent by the server. */
  readonly serverDetail: string
  /** The URL of the primary, when this server is a replica that cannot do this. */
  readonly primary: unknown
  /** True while the server builds its first search index; the same call succeeds later. */
  readonly preparing: boolean

  constructor(
    status: number,
    title: string,
    detail = '',
    fieldErrors: FieldError[] = [],
    serverDetail = '',
    primary?: unknown,
    preparing = false,
  ) {
    super(detail ? `${title}: ${detail}` : title)
    this.name = 'Problem'
    this.status = status
    this.title = title
    this.detail = detail
    this.fieldErrors = fieldErrors
    this.serverDetail = serverDetail
    this.primary = primary
    this.preparing = preparing
  }

  /** True when the sign-in has expired. */
  get needsSignIn() {
    return this.status === 401
  }

  /** What happened and what to do, as one text. */
  get text() {
    return this.detail ? `${this.title}. ${this.detail}` : `${this.title}.`
  }
}

const t = staffText(messages)

const keys: Record<number, KeyOf<typeof messages>> = {
  [-2]: 'foreign',
  0: 'unreachable',
  200: 'responseUnreadable',
  400: 'unreadable',
  401: 'signInExpired',
  403: 'forbidden',
  404: 'notFound',
  409: 'exists',
  412: 'changed',
  413: 'tooLarge',
  422: 'correct',
  429: 'tooMany',
  507: 'noSpace',
}

/** The key of the text for a status in the section `problem`. */
export const problemKey = (status: number) => keys[status] ?? (status >= 500 ? 'serverError' : 'unknown')

/** What happened, which is the first sentence of the text for a status, and what to do about it. */
function sentencesOf(status: number): [title: string, detail: string] {
  const [title = '', detail = ''] = t(problemKey(status)).split(/\.(?: |$)(.*)/)
  return [title, detail]
}

/** The statuses whose details are written for people. The details of others name parameters or only repeat the status. */
const detailed = new Set([403, 409, 412, 413, 422, 429, 507])
/** The detail of a 400 is shown unless it starts with the name of a parameter. */
const namesParameter = /^[a-z][\w.[\]-]*:/i

function readableDetail(status: number, detail: string) {
  if (detailed.has(status)) return detail
  return status === 400 && !namesParameter.test(detail) ? detail : ''
}

/** Parses a response that is not a success; reads its problem+json if there is one. */
export async function parseProblem(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => null)
  const { detail, errors, primary, preparing } = (typeof body === 'object' && body !== null ? body : {}) as Record<
    string,
    unknown
  >
  const { status } = response
  const [plainTitle, plainDetail] = sentencesOf(status)
  const serverDetail = typeof detail === 'string' ? detail : ''
  const fieldErrors = Array.isArray(errors) ? (errors as FieldError[]) : []
  // The detail of a replica explains that only its primary can do this.
  const [title, shown] = primary
    ? [serverDetail.replace(/\.$/, ''), '']
    : [plainTitle, readableDetail(status, serverDetail) || plainDetail]
  return new Problem(status, title, shown, fieldErrors, serverDetail, primary, preparing === true)
}

/** Whether a call failed only because the server is building its first search index. */
export const isPreparing = (error: unknown): boolean => error instanceof Problem && error.preparing

/** The problem of a call without a response that can be used. */
const problemOf = (status: number) => new Problem(status, ...sentencesOf(status))
export const unreachable = () => problemOf(0)
/** Something else than the catalogue has answered. */
export const foreignResponse = () => problemOf(-2)
export const unreadableResponse = () => problemOf(200)

/** Any thrown value as a problem. */
export const asProblem = (error: unknown): Problem => (error instanceof Problem ? error : problemOf(-1))
