// The rights of each role. The server enforces them on every call; the screens only offer what it would allow.

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
