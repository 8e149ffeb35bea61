import { expect, test } from 'vitest'
import { mayDo, type Right } from './rights'

const everything: Right[] = ['manageCatalogue', 'workOnOrders', 'reopenOrders', 'readAudit']
const ofAdministrators: Right[] = ['manageCatalogue', 'workOnOrders', 'reopenOrders']

test.each([
  [[], []],
  [['copy-center'], ['workOnOrders']],
  [['auditor'], ['readAudit']],
  [['admin'], ofAdministrators],
  [['admin', 'copy-center'], ofAdministrators],
  [['admin', 'auditor'], everything],
  [['a-role-of-tomorrow'], []],
] as const)('with the roles %j: %j', (roles, expected) => {
  expect(everything.filter((right) => mayDo(roles, right))).toEqual(expected)
})
