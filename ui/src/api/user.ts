// The signed-in person: rights, stored session, recent searches.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callRaw, jsonOf, personOf } from './client'
import { useConfig } from './config'
import type { Received } from './received'
import { mayDo, type Right } from './rights'
import type * as Described from './schema'

export type Favorite = Described.Favorite

export type OrderItem = Received<Described.OrderItem>

export type StoredSession = Omit<Received<Described.Session>, 'language'> & {
  /** The tag of the language in which somebody wants to read handouts; null or absent for none. */
  language?: string | null
}

export type User = Omit<Received<Described.User>, 'session' | 'roles'> & {
  session: StoredSession
  /** Roles of the person; a server that knows none says only whether they are an administrator. */
  roles?: string[]
}

/** The signed-in person, with the identifier that names them everywhere. */
export interface KnownUser extends User {
  person?: string
}

let askedAt = 0

/** When the latest answer about the person was asked for, in ms; beside the data, which stays the same object while nothing changes. */
export const userAskedAt = () => askedAt

export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ signal }): Promise<KnownUser> => {
    const started = Date.now()
    const response = await callRaw('/user', { signal })
    const user = { ...(await jsonOf<User>(response)), person: personOf(response) }
    askedAt = started
    return user
  },
  refetchInterval: 15_000,
  // Whoever comes back to a tab may be another person.
  refetchOnWindowFocus: 'always',
})

const rolesOf = ({ roles, admin }: User) => roles ?? (admin ? ['admin'] : [])

/**
 * The signed-in person, asked for every 15 seconds while the page is visible.
 *
 * `known` is false until it is sure whether somebody is signed in; then `user` is undefined for a visitor. `failure` is
 * the error while nothing could be loaded yet.
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
    /** Whether the person may do something; nothing while it is not known who it is. */
    may: (right: Right) => signedIn && query.data !== undefined && mayDo(rolesOf(query.data), right),
  }
}
