import { expect, test } from 'vitest'
import { fieldError } from './useOrderForm'

test.each([
  ['firstName', '', 'missing'],
  ['firstName', 'Nora', undefined],
  ['activity', '', undefined],
  ['email', 'nora', 'wrongEmail'],
  ['email', 'nora@x', undefined],
  ['dateRequired', '2026-01-04', 'past'],
  ['dateRequired', '2026-01-05', undefined],
  ['dateRequired', '2027-01-05', undefined],
  ['dateRequired', '2027-01-06', 'tooFarAhead'],
  ['dateRequired', '122026-01-05', 'wrongYear'],
] as const)('%s "%s": %s', (field, value, expected) => expect(fieldError(field, value, '2026-01-05')).toBe(expected))
