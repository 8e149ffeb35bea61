import { expect, test } from 'vitest'
import { mayDo, type Right } from './user'

const allRights: Right[] = ['manageCatalogue', 'workOnOrders', 'reopenOrders', 'readAudit']
const adminRights: Right[] = ['manageCatalogue', 'workOnOrders', 'reopenOrders']

test.each([
  [[], []],
  [['copy-center'], ['workOnOrders']],
  [['auditor'], ['readAudit']],
  [['admin'], adminRights],
  [['admin', 'copy-center'], adminRights],
  [['admin', 'auditor'], allRights],
  [['future-role'], []],
] as const)('with the roles %j: %j', (roles, expected) => {
  expect(allRights.filter((right) => mayDo(roles, right))).toEqual(expected)
})
