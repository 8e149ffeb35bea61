// What the unobtrusive line reports: a part of the page that could not be loaded, a save or a refresh that failed.
import { create } from 'zustand'

export type FailureKind = 'part' | 'save' | 'refresh'

interface Reported {
  kind: FailureKind | null
  /** Why a part could not be loaded. */
  cause?: Error
}

export const useBackgroundFailure = create<Reported>(() => ({ kind: null }))

/** Reports a failure. One of a refresh replaces no other, and stays until it is dismissed, even if a later refresh succeeds. */
export const showFailure = (kind: FailureKind, cause?: Error) =>
  useBackgroundFailure.setState((shown) => (kind === 'refresh' && shown.kind ? shown : { kind, cause }))

/** Ends the report of a failure: what failed has succeeded, or the line was dismissed. */
export const endFailure = (kind: FailureKind) =>
  useBackgroundFailure.setState((shown) => (shown.kind === kind ? { kind: null, cause: undefined } : shown))
