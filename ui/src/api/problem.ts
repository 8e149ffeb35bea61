// Failed calls in the form that screens need: a text for people, and the errors of single fields.
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

interface ProblemText {
  title: string
  detail: string
}

const texts: Record<number, ProblemText> = {
  [-2]: {
    title: 'The response was not from the catalogue',
    detail: "Your network's own sign-in may have ended. Open the catalogue in a new tab to sign in, then try again.",
  },
  0: { title: 'The server could not be reached', detail: 'Check your connection, then try again.' },
  400: { title: 'The server could not read this request', detail: 'Check the address, or start again.' },
  401: { title: 'Your sign-in expired', detail: 'Once you are signed in, try again.' },
  403: { title: 'You are not allowed to do this', detail: 'Ask an administrator for help.' },
  404: { title: 'This was not found', detail: 'It may have been renamed or removed.' },
  409: { title: 'This already exists', detail: '' },
  412: { title: 'Somebody else has changed this', detail: '' },
  413: { title: 'This is too large to send', detail: '' },
  422: { title: 'Something has to be corrected', detail: '' },
  429: { title: 'Too many requests at once', detail: 'Wait a moment, then try again.' },
  507: { title: 'The server has no space left to store this', detail: 'Please report it to hospital IT.' },
}
const serverError: ProblemText = { title: 'The server has a problem', detail: 'Try again in a moment.' }
const unknownError: ProblemText = { title: 'Something went wrong', detail: 'Try again.' }

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
  const plain = texts[status] ?? (status >= 500 ? serverError : unknownError)
  const serverDetail = typeof detail === 'string' ? detail : ''
  const fieldErrors = Array.isArray(errors) ? (errors as FieldError[]) : []
  // The detail of a replica explains that only its primary can do this.
  const [title, shown] = primary
    ? [serverDetail.replace(/\.$/, ''), '']
    : [plain.title, readableDetail(status, serverDetail) || plain.detail]
  return new Problem(status, title, shown, fieldErrors, serverDetail, primary, preparing === true)
}

/** Whether a call failed only because the server is building its first search index. */
export const isPreparing = (error: unknown): boolean => error instanceof Problem && error.preparing

/** The problem of a call without a response. */
export const unreachable = () => new Problem(0, texts[0]?.title ?? '', texts[0]?.detail)

/** The problem of a call that something else than the catalogue has answered. */
export const foreignResponse = () => new Problem(-2, texts[-2]?.title ?? '', texts[-2]?.detail)

/** Any thrown value as a problem. */
export function asProblem(error: unknown): Problem {
  return error instanceof Problem ? error : new Problem(-1, unknownError.title, unknownError.detail)
}
