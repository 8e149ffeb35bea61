// Every path of the app as a function, and the route patterns.

/** The page of totals in the place of an order's number. */
export const totalsId = 'totals'

/** The route patterns of the router. */
export const patterns = {
  home: '/',
  search: '/search',
  citation: '/citation/:id',
  citationAdd: '/citation/add',
  citationEdit: '/citation/edit/:id',
  order: '/order',
  myOrders: '/my_orders',
  packets: '/packets',
  packet: '/packet/:id',
  packetAdd: '/packet/add',
  packetEdit: '/packet/edit/:id',
  itemNumber: '/i/*',
  myPackets: '/my_packets',
  orders: '/orders',
  orderTotals: `/orders/${totalsId}`,
  profile: '/profile',
  lookups: '/manage_lookups',
  insight: '/search_insight',
  translations: '/translations',
  usage: '/usage',
  reports: '/reports',
  overview: '/overview',
  review: '/review',
  links: '/links',
  readability: '/reading_level',
  accessibility: '/accessibility',
  duplicates: '/duplicates',
  bulk: '/import_export',
  jobs: '/jobs',
  audit: '/audit',
} as const

/** The citation's page; `id` is a readable ID or an ID. */
export const citationPath = (id: string) => `/citation/${encodeURIComponent(id)}`

/** The short address of an item number, or of its version in a language. */
export const itemNumberPath = (number: string, tag?: string) =>
  ['/i', number, ...(tag ? [tag] : [])].map((part, n) => (n === 0 ? part : encodeURIComponent(part))).join('/')

/** The record of a citation as of a date, `YYYY-MM-DD`. */
export const recordPath = (id: string, day: string) => `${citationPath(id)}?${new URLSearchParams({ asOf: day })}`

/** The rows of the audit trail about an object, such as `citation/1f2e`. */
export const auditPathOf = (object: string) => `${patterns.audit}?${new URLSearchParams({ object })}`

/** The edit form of a citation. */
export const citationEditPath = (id: string) => `/citation/edit/${encodeURIComponent(id)}`

/** The packet's page; `id` is a readable ID, a code or an ID. */
export const packetPath = (id: string) => `/packet/${encodeURIComponent(id)}`

/** The sign-in, which returns to this location. On a replica, `url` is that of the primary. */
export function signInPath(location: { pathname: string; search: string; hash: string }, url?: string | null) {
  return `${url ?? '/login'}?return=${encodeURIComponent(location.pathname + location.search + location.hash)}`
}

/** An order at the copy center, by its number. */
export const orderDetailPath = (number: string) => `/orders/${encodeURIComponent(number)}`

/** The help about a screen, which the server chooses; a list in Manage Lookups may have a page of its own. */
export const helpPath = ({ pathname, search }: { pathname: string; search: string }) =>
  `/help?for=${encodeURIComponent(pathname + (/^\?category=\w+/.exec(search) ?? ''))}`

/** A page of the help by its name. */
export const guidePagePath = (name: string) => `/help/${name}`

/** The target of the sign-out form. */
export const signOutPath = '/logout'

export const adminPaths = [
  patterns.overview,
  patterns.citationAdd,
  patterns.citationEdit,
  patterns.lookups,
  patterns.insight,
  patterns.translations,
  patterns.review,
  patterns.links,
  patterns.readability,
  patterns.accessibility,
  patterns.duplicates,
  patterns.usage,
  patterns.reports,
  patterns.bulk,
  patterns.jobs,
] as const

export type AdminPath = (typeof adminPaths)[number]
