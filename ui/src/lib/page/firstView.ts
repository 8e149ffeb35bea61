// What a screen gets when it loads its data before it is rendered for the first time.
import type { QueryClient } from '@tanstack/react-query'
import type { Location } from 'react-router-dom'

export interface FirstView {
  client: QueryClient
  location: Location
  /** The ID in the path; empty if it has none. */
  id: string
}

/** Loads the script and the data that a screen shows at first; a failure is shown by the screen itself. */
export type LoadFirstView = (view: FirstView) => Promise<unknown>
