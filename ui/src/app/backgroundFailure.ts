// Which quiet line about work in the background is shown: a refresh or a save that failed.
import { create } from 'zustand'

export const useBackgroundFailure = create<{ what: 'refresh' | 'save' | null }>(() => ({ what: null }))

/** A refresh that succeeds later does not take the line away: the person does. */
export const showRefreshFailure = () => useBackgroundFailure.setState(({ what }) => ({ what: what ?? 'refresh' }))

/** Favorites and order list could not be saved, or now are. */
export const showSaveFailure = () => useBackgroundFailure.setState({ what: 'save' })
export const endSaveFailure = () =>
  useBackgroundFailure.setState(({ what }) => ({ what: what === 'save' ? null : what }))

export const dismissBackgroundFailure = () => useBackgroundFailure.setState({ what: null })
