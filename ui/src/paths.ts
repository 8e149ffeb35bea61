// Every address of the app as a function; the patterns of the routes stand beside them.

/** Route patterns, as the router wants them. */
export const patterns = {
  home: '/',
  search: '/search',
  citation: '/citation/:id',
  citationAdd: '/citation/add',
  citationEdit: '/citation/edit/:id',
  order: '/order',
  myOrders: '/my_orders',
  orders: '/orders',
  orderTotals: '/orders/totals',
  profile: '/profile',
  lookups: '/manage_lookups',
  insight: '/search_insight',
  translations: '/translations',
  overview: '/overview',
  review: '/review',
  links: '/links',
  duplicates: '/duplicates',
  bulk: '/import_export',
  jobs: '/jobs',
} as const

/** The citation's page; `id` is a readable id or an id. */
export const citationPath = (id: string) => `/citation/${encodeURIComponent(id)}`

/** A citation as it stood at the end of a day, `YYYY-MM-DD`. */
export const recordPath = (id: string, day: string) => `${citationPath(id)}?${new URLSearchParams({ asOf: day })}`

/** The edit form of a citation. */
export const citationEditPath = (id: string) => `/citation/edit/${encodeURIComponent(id)}`

/** Sign-in that comes back to where one is: path, query and fragment. On a replica it is at `url`, on the primary. */
export function signInPath(location: { pathname: string; search: string; hash: string }, url?: string | null) {
  return `${url ?? '/login'}?return=${encodeURIComponent(location.pathname + location.search + location.hash)}`
}

/** An order at the copy center, by its number. */
export const orderDetailPath = (number: string) => `/orders/${encodeURIComponent(number)}`

/** The form that signs out posts here. */
export const signOutPath = '/logout'
