// What went wrong with a call, in the shape screens need: words for people, and the faults of single fields.

/** One field that was not accepted, named as in the JSON (`languages[0].lang`). */
export interface FieldError {
  field: string
  message: string
}

/** A call that failed. `status` is 0 when no answer came at all. */
export class Problem extends Error {
  readonly status: number
  readonly title: string
  readonly detail: string
  readonly fieldErrors: FieldError[]

  constructor(status: number, title: string, detail = '', fieldErrors: FieldError[] = []) {
    super(detail ? `${title}: ${detail}` : title)
    this.name = 'Problem'
    this.status = status
    this.title = title
    this.detail = detail
    this.fieldErrors = fieldErrors
  }
}

const titles: Record<number, string> = {
  0: 'The server could not be reached',
  401: 'Please sign in again',
  403: 'You are not allowed to do this',
  404: 'This was not found',
  412: 'Somebody else has changed this in the meantime',
  413: 'This is too large to send',
  429: 'Too many requests at once',
  507: 'The server has no room left to store this',
}

const details: Record<number, string> = {
  0: 'Check your connection, then try again.',
  429: 'Wait a moment, then try again.',
}

/** The problem behind an answer that is no success; reads problem+json when there is one. */
export async function problemOf(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => null)
  const told = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const text = (key: string) => (typeof told[key] === 'string' ? (told[key] as string) : '')
  const errors = Array.isArray(told.errors) ? (told.errors as FieldError[]) : []
  const title = titles[response.status] ?? (text('title') || 'Something went wrong')
  return new Problem(response.status, title, text('detail') || (details[response.status] ?? ''), errors)
}

/** Any thrown value as a problem; what is none means that no answer came. */
export function asProblem(error: unknown): Problem {
  return error instanceof Problem ? error : new Problem(0, titles[0] ?? '', details[0])
}
