// Calls that got no response of the catalogue: they wait until the person tries again, so that nothing typed is lost.
import { create } from 'zustand'

/** Continues a waiting call: `true` tries again, `false` gives up. */
type Continue = (again: boolean) => void

export const useInterruptedCalls = create<{ waiting: readonly Continue[] }>(() => ({ waiting: [] }))

/** Resolves when the person tries again (`true`) or gives up, or when the call is no longer needed (`false`). */
export const whenTriedAgain = (signal?: AbortSignal) =>
  new Promise<boolean>((resolve) => {
    const proceed: Continue = (again) => {
      useInterruptedCalls.setState(({ waiting }) => ({ waiting: waiting.filter((other) => other !== proceed) }))
      resolve(again)
    }
    if (signal?.aborted) return resolve(false)
    signal?.addEventListener('abort', () => proceed(false), { once: true })
    useInterruptedCalls.setState(({ waiting }) => ({ waiting: [...waiting, proceed] }))
  })

/** Continues every waiting call. */
export function continueCalls(again: boolean) {
  for (const proceed of useInterruptedCalls.getState().waiting) proceed(again)
}
