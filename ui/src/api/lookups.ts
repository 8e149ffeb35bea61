// Changing lookup values, for administrators.
import { call } from './client'
import type { Job, LookupUpdate } from './jobs'

export interface LookupImpact {
  citations: number
  leftIncomplete: number
  mergesInto: string | null
}

/** What a change would touch; without a new value, a deletion. */
export function lookupImpact(type: string, oldValue: string, newValue?: string) {
  const query = new URLSearchParams({ type, oldValue, ...(newValue === undefined ? {} : { newValue }) })
  return call<LookupImpact>(`/system/lookups/impact?${query}`)
}

/** Asks for changes; they are made in the background, in this order. */
export const changeLookups = (config: LookupUpdate[]) =>
  call<Job>('/system/jobs', { method: 'POST', body: { type: 'Batch Update', config } })
