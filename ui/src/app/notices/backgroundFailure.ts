// The unobtrusive line about a failed background call: a refresh or a save.
import { create } from 'zustand'

export const useBackgroundFailure = create<{ what: 'refresh' | 'save' | null }>(() => ({ what: null }))

/** Stays until it is dismissed, even if a later refresh succeeds. */
export const showRefreshFailure = () => useBackgroundFailure.setState(({ what }) => ({ what: what ?? 'refresh' }))

/** Favorites and cart could not be saved, or are saved again. */
export const showSaveFailure = () => useBackgroundFailure.setState({ what: 'save' })
export const endSaveFailure = () =>
  useBackgroundFailure.setState(({ what }) => ({ what: what === 'save' ? null : what }))

export const dismissBackgroundFailure = () => useBackgroundFailure.setState({ what: null })
