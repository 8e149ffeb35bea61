// Whether the quiet line about a failed refresh is shown. A refresh that succeeds does not need to take it away: the person does.
import { create } from 'zustand'

export const useBackgroundFailure = create(() => ({ shown: false }))

export const showBackgroundFailure = () => useBackgroundFailure.setState({ shown: true })
export const dismissBackgroundFailure = () => useBackgroundFailure.setState({ shown: false })
