import { expect, test } from 'vitest'
import { mayDo, type Right } from './rights'

const everything: Right[] = ['manageCatalogue', 'handleOrders', 'reopenOrders']

test.each([
  [[], []],
  [['copy-center'], ['handleOrders']],
  [['admin'], everything],
  [['admin', 'copy-center'], everything],
  [['a-role-of-tomorrow'], []],
] as const)('with the roles %j: %j', (roles, expected) => {
  expect(everything.filter((right) => mayDo(roles, right))).toEqual(expected)
})
