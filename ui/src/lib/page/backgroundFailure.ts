// The unobtrusive lines about what failed in the background: a refresh or a save, or a part of the page that could not be
// loaded.
import { create } from 'zustand'

interface BackgroundFailure {
  what: 'refresh' | 'save' | null
  /** Whether the script of a part could not be loaded. */
  part: boolean
}

export const useBackgroundFailure = create<BackgroundFailure>(() => ({ what: null, part: false }))

/** Stays until it is dismissed, even if a later refresh succeeds. */
export const showRefreshFailure = () => useBackgroundFailure.setState(({ what }) => ({ what: what ?? 'refresh' }))

/** Favorites and cart could not be saved, or are saved again. */
export const showSaveFailure = () => useBackgroundFailure.setState({ what: 'save' })
export const endSaveFailure = () =>
  useBackgroundFailure.setState(({ what }) => ({ what: what === 'save' ? null : what }))

export const dismissBackgroundFailure = () => useBackgroundFailure.setState({ what: null })

/** A part could not be loaded; or one was loaded, or the line was dismissed. */
export const showPartFailure = () => useBackgroundFailure.setState({ part: true })
export const endPartFailure = () => useBackgroundFailure.setState({ part: false })
