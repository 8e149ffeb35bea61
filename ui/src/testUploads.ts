// For component tests: a fake XMLHttpRequest that the test answers, with progress.
import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** A request as the server would see it. */
export interface SentUpload {
  /** The name of the file. */
  name: string
  file: File
  isAborted: () => boolean
  progress: (sent: number) => void
  answer: (status: number, body: unknown, headers?: Record<string, string>) => Promise<void>
  fail: () => Promise<void>
}

/** Replaces XMLHttpRequest; returns the uploads, in the order in which they were sent. */
export function serveUploads(): SentUpload[] {
  const sent: SentUpload[] = []
  class FakeRequest extends EventTarget {
    upload = new EventTarget()
    status = 0
    responseText = ''
    #path = ''
    #headers = new Headers()
    #aborted = false
    open(_method: string, path: string) {
      this.#path = path
    }
    setRequestHeader() {}
    getResponseHeader(name: string) {
      return this.#headers.get(name)
    }
    abort() {
      this.#aborted = true
      this.#end('abort')
    }
    send(file: File) {
      sent.push({
        name: new URLSearchParams(this.#path.split('?')[1]).get('name') ?? '',
        file,
        isAborted: () => this.#aborted,
        progress: (loaded) =>
          act(() => void this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded }))),
        answer: (status, body, headers = {}) => {
          Object.assign(this, { status, responseText: typeof body === 'string' ? body : JSON.stringify(body) })
          this.#headers = new Headers({
            'content-type': status < 400 ? 'application/json' : 'application/problem+json',
            ...headers,
          })
          return act(async () => this.#end('load'))
        },
        fail: () => act(async () => this.#end('error')),
      })
    }
    #end(event: string) {
      this.dispatchEvent(new Event(event))
      this.dispatchEvent(new Event('loadend'))
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  return sent
}
