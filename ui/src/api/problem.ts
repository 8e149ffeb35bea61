// What went wrong with a call, in the shape screens need: words for people, and the faults of single fields.
import type * as Described from './schema'

/** One field that was not accepted, named as in the JSON (`languages[0].lang`). */
export type FieldError = Described.FieldError

/** A call that failed. `status` is 0 when no answer came at all. */
export class Problem extends Error {
  readonly status: number
  /** What happened, as a sentence without its full stop. */
  readonly title: string
  /** What to do about it, in whole sentences; may be empty. */
  readonly detail: string
  readonly fieldErrors: FieldError[]
  /** What the server said, for screens that know its words. */
  readonly said: string
  /** Where the call can be made, when this server is a replica: the address of its primary. */
  readonly primary: unknown
  /** True while the server builds its first search index: the same call succeeds in a moment. */
  readonly preparing: boolean

  constructor(
    status: number,
    title: string,
    detail = '',
    fieldErrors: FieldError[] = [],
    said = '',
    primary?: unknown,
    preparing = false,
  ) {
    super(detail ? `${title}: ${detail}` : title)
    this.name = 'Problem'
    this.status = status
    this.title = title
    this.detail = detail
    this.fieldErrors = fieldErrors
    this.said = said
    this.primary = primary
    this.preparing = preparing
  }

  /** True when the sign-in has ended. */
  get needsSignIn() {
    return this.status === 401
  }

  /** What happened and what to do, as one text. */
  get text() {
    return this.detail ? `${this.title}. ${this.detail}` : `${this.title}.`
  }
}

interface Words {
  title: string
  detail: string
}

const words: Record<number, Words> = {
  0: { title: 'The server could not be reached', detail: 'Check your connection, then try again.' },
  400: { title: 'The server could not read this request', detail: 'Check the address, or start again.' },
  401: { title: 'Your sign-in has ended', detail: 'Sign in again, then repeat the last step.' },
  403: { title: 'You are not allowed to do this', detail: 'Ask an administrator for help.' },
  404: { title: 'This was not found', detail: 'It may have been renamed or removed.' },
  409: { title: 'This is there already', detail: '' },
  412: { title: 'Somebody else has changed this in the meantime', detail: '' },
  413: { title: 'This is too large to send', detail: '' },
  422: { title: 'Something has to be corrected', detail: '' },
  429: { title: 'Too many requests at once', detail: 'Wait a moment, then try again.' },
  507: { title: 'The server has no space left to store this', detail: 'Please report it to hospital IT.' },
}
const serverFault: Words = { title: 'The server has a problem', detail: 'Try again in a moment.' }
const unknownFault: Words = { title: 'Something went wrong', detail: 'Try again.' }

/** Whose details the server words for people. Others name parameters or say no more than the status. */
const detailed = new Set([403, 409, 412, 413, 422, 429, 507])
/** What is wrong with a file or a body is worth reading; what is wrong with a parameter is not. */
const namesParameter = /^[a-z][\w.[\]-]*:/i

function detailOf(status: number, detail: string) {
  if (detailed.has(status)) return detail
  return status === 400 && !namesParameter.test(detail) ? detail : ''
}

/** The problem behind an answer that is no success; reads problem+json when there is one. */
export async function problemOf(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => null)
  const { detail, errors, primary, preparing } = (typeof body === 'object' && body !== null ? body : {}) as Record<
    string,
    unknown
  >
  const { status } = response
  const plain = words[status] ?? (status >= 500 ? serverFault : unknownFault)
  const said = typeof detail === 'string' ? detail : ''
  const fieldErrors = Array.isArray(errors) ? (errors as FieldError[]) : []
  // A replica says in plain words that its primary does this.
  const [title, more] = primary ? [said.replace(/\.$/, ''), ''] : [plain.title, detailOf(status, said) || plain.detail]
  return new Problem(status, title, more, fieldErrors, said, primary, preparing === true)
}

/** Whether a call failed only because the server still builds its first search index. */
export const isPreparing = (error: unknown): boolean => error instanceof Problem && error.preparing

/** The problem of a call that got no answer. */
export const unreachable = () => new Problem(0, words[0]?.title ?? '', words[0]?.detail)

/** Any thrown value as a problem. */
export function asProblem(error: unknown): Problem {
  return error instanceof Problem ? error : new Problem(-1, unknownFault.title, unknownFault.detail)
}
