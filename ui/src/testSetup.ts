// What every file of unit tests starts with: modules without the state of other files, and an empty document. Files share
// an environment, because making a new one takes longer than most tests.
import { cleanup } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'

vi.resetModules()

afterEach(cleanup)

afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  if (!globalThis.document) return
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  for (const element of [document.documentElement, document.head, document.body]) {
    for (const { name } of [...element.attributes]) element.removeAttribute(name)
  }
  document.head.replaceChildren()
  document.body.replaceChildren()
})
