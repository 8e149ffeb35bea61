// The signed-in person: rights, stored session, recent searches.

import { queryOptions, useQuery } from '@tanstack/react-query'
import { call, callRaw, type Nullable, parseJson, personHeader } from './client'
import { useConfig } from './config'
import type * as Described from './schema'

export type Favorite = Described.Favorite

export type OrderItem = Nullable<Described.OrderItem>

export type StoredSession = Omit<Nullable<Described.Session>, 'language'> & {
  /** The tag of the preferred language; null or absent for none. */
  language?: string | null
}

export type User = Omit<Nullable<Described.User>, 'session' | 'roles'> & {
  session: StoredSession
  /** Absent from servers without roles, which only send `admin`. */
  roles?: string[]
}

/** The signed-in person with their identifier. */
export interface UserWithPerson extends User {
  person?: string
}

let requestedAt = 0

/** When the latest user data was requested, in ms. Not part of the data, which stays the same object while nothing changes. */
export const userRequestedAt = () => requestedAt

export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ signal }): Promise<UserWithPerson> => {
    const started = Date.now()
    const response = await callRaw('GET /user', { signal })
    const user = { ...(await parseJson(response)), person: personHeader(response) }
    requestedAt = started
    return user
  },
  refetchInterval: 15_000,
  // Another person may have signed in before the tab is shown again.
  refetchOnWindowFocus: 'always',
})

const rolesOf = ({ roles, admin }: User) => roles ?? (admin ? ['admin'] : [])

/**
 * The signed-in person, refreshed every 15 seconds while the page is visible.
 *
 * `known` is false until it is certain whether somebody is signed in; afterwards `user` is undefined for a visitor. `failure`
 * is the error while nothing has been loaded.
 */
export function useUser() {
  const config = useConfig()
  const signedIn = config?.signIn.signedIn ?? false
  const query = useQuery({ ...userQuery, enabled: signedIn })
  return {
    known: config !== undefined && (!signedIn || query.data !== undefined),
    failure: signedIn && query.data === undefined ? query.error : null,
    retry: () => void query.refetch(),
    signedIn,
    user: signedIn ? query.data : undefined,
    /** Whether the person has a right; false until the person is known. */
    may: (right: Right) => signedIn && query.data !== undefined && mayDo(rolesOf(query.data), right),
  }
}

/** The claims of the identity provider about the person, and their access token. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => call('GET /user/profile', { signal }),
  gcTime: 0,
})

/** Stores favorites and cart on the server; `base` is the last synced state. */
export const saveSession = (session: Described.SessionRequest) =>
  call('POST /user/session', { body: session, content: 'nothing' })

/** A role of a person, as `GET /api/user` names it. */
export type Role = 'admin' | 'copy-center' | 'auditor'

/** Something that not every signed-in person may do. */
export type Right = 'manageCatalogue' | 'workOnOrders' | 'reopenOrders' | 'readAudit'

const rightsOf: Record<string, readonly Right[] | undefined> = {
  admin: ['manageCatalogue', 'workOnOrders', 'reopenOrders'],
  'copy-center': ['workOnOrders'],
  auditor: ['readAudit'],
} satisfies Record<Role, readonly Right[]>

/** Whether one of these roles has the right; roles unknown to the screens have none. */
export const mayDo = (roles: readonly string[], right: Right) => roles.some((role) => rightsOf[role]?.includes(right))
