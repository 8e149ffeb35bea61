// The lookup values in use, and for administrators changing them, and the departments with their contacts.
import { queryOptions } from '@tanstack/react-query'
import { call, type Nullable } from '../client'
import type * as Described from '../schema'
import type { LookupUpdate } from './jobs'

/** Every value in use of every facet, refreshed every 10 minutes and after a save. */
export const facetsQuery = queryOptions({
  queryKey: ['facets'],
  queryFn: ({ signal }) => call('GET /search/facets', { query: { updated: true }, signal }),
  refetchInterval: 600_000,
  staleTime: 600_000,
})

export type LookupImpact = Nullable<Described.LookupImpact>

/** A lookup value that a rule of the program depends on. */
export type RuleValue = Described.RuleValue

export const ruleValuesQuery = queryOptions({
  queryKey: ['ruleValues'],
  queryFn: ({ signal }) => call('GET /system/lookups/rules', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** What a rename would affect; without a new value, a deletion. */
export const lookupImpactQuery = (type: string, oldValue: string, newValue?: string) =>
  queryOptions({
    queryKey: ['impact', type, oldValue, newValue],
    queryFn: () => call('GET /system/lookups/impact', { query: { type, oldValue, newValue } }),
    gcTime: 0,
    retry: false,
  })

/** Starts a job that makes these changes in the given order. */
export const changeLookups = (config: LookupUpdate[]) =>
  call('POST /system/jobs', { body: { type: 'Batch Update', config } })

export type Department = Nullable<Described.Department>

export const departmentsQuery = queryOptions({
  queryKey: ['departments'],
  queryFn: ({ signal }) => call('GET /system/departments', { query: { updated: true }, signal }),
  refetchInterval: 15_000,
})

export const addDepartment = (department: Department) => call('POST /system/departments', { body: department })
