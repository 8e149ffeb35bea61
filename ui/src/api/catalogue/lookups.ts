// Changing lookup values, for administrators.
import { queryOptions } from '@tanstack/react-query'
import { call } from '../client'
import type { Nullable } from '../nullable'
import type * as Described from '../schema'
import type { Job, LookupUpdate } from './jobs'

export type LookupImpact = Nullable<Described.LookupImpact>

/** A lookup value that a rule of the program depends on. */
export type RuleValue = Described.RuleValue

export const ruleValuesQuery = queryOptions({
  queryKey: ['ruleValues'],
  queryFn: ({ signal }) => call<RuleValue[]>('/system/lookups/rules', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const lookupImpactQuery = (type: string, oldValue: string, newValue?: string) =>
  queryOptions({
    queryKey: ['impact', type, oldValue, newValue],
    queryFn: () => lookupImpact(type, oldValue, newValue),
    gcTime: 0,
    retry: false,
  })

/** What a rename would affect; without a new value, a deletion. */
function lookupImpact(type: string, oldValue: string, newValue?: string) {
  const query = new URLSearchParams({ type, oldValue, ...(newValue === undefined ? {} : { newValue }) })
  return call<LookupImpact>(`/system/lookups/impact?${query}`)
}

/** Starts a job that makes these changes in the given order. */
export const changeLookups = (config: LookupUpdate[]) =>
  call<Job>('/system/jobs', { method: 'POST', body: { type: 'Batch Update', config } })
