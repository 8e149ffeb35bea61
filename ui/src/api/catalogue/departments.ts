// Departments and their contacts, for administrators.
import { queryOptions } from '@tanstack/react-query'
import { call } from '../client'
import type { Nullable } from '../nullable'
import type * as Described from '../schema'

export type Department = Nullable<Described.Department>

export const departmentsQuery = queryOptions({
  queryKey: ['departments'],
  queryFn: ({ signal }) => call('GET /system/departments', { query: { updated: true }, signal }),
  refetchInterval: 15_000,
})

export const addDepartment = (department: Department) => call('POST /system/departments', { body: department })
