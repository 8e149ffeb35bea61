// What every file of unit tests starts with: modules without the state of other files, and an empty document. Files share
// an environment, because making a new one takes longer than most tests.
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'

vi.resetModules()

// On a busy machine a form of fifty rows takes longer than the usual second to show what was typed.
configure({ asyncUtilTimeout: 10_000 })

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
