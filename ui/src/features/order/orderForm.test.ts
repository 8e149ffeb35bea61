import { expect, test } from 'vitest'
import { faultOf } from './orderForm'

test.each([
  ['firstName', '', 'First Name is required.'],
  ['firstName', 'Nora', undefined],
  ['activity', '', undefined],
  ['email', 'nora', 'An email address looks like name@example.org.'],
  ['email', 'nora@x', undefined],
  ['dateRequired', '2026-01-04', 'The date required is in the past.'],
  ['dateRequired', '2026-01-05', undefined],
  ['dateRequired', '122026-01-05', 'A date has a year of four digits.'],
] as const)('%s "%s": %s', (field, value, expected) => expect(faultOf(field, value, '2026-01-05')).toBe(expected))
