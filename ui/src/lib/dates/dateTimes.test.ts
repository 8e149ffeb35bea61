import { expect, test } from 'vitest'
import { dayOfInstant } from './dates'

test.each([
  ['2026-11-28T02:00:00Z', 'en-US', '11/27/2026'],
  ['2026-11-28T08:00:00.110Z', 'en-US', '11/28/2026'],
  ['2026-11-28T02:00:00Z', 'es-US', '27 nov 2026'],
  ['soon', 'en-US', ''],
])('%s in Seattle, in %s, is %s', (iso, locale, expected) => expect(dayOfInstant(iso, locale)).toBe(expected))
