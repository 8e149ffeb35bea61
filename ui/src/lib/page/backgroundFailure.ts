// What the unobtrusive line reports: a part of the page that could not be loaded, a save or a refresh that failed.
import { create } from 'zustand'

export type FailureKind = 'part' | 'save' | 'refresh'

export const useBackgroundFailure = create<{ kind: FailureKind | null }>(() => ({ kind: null }))

/** Reports a failure. One of a refresh replaces no other, and stays until it is dismissed, even if a later refresh succeeds. */
export const showFailure = (kind: FailureKind) =>
  useBackgroundFailure.setState((shown) => (kind === 'refresh' && shown.kind ? shown : { kind }))

/** Ends the report of a failure: what failed has succeeded, or the line was dismissed. */
export const endFailure = (kind: FailureKind) =>
  useBackgroundFailure.setState((shown) => (shown.kind === kind ? { kind: null } : shown))
