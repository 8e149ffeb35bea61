import { expect, test } from 'vitest'
import { monthText } from './CitationView'

test('the month is that of the day as written, in the language of the screen', () => {
  expect(monthText('2025-05-31T00:00:00.000Z', 'en-US')).toBe('May 2025')
  expect(monthText('2025-05-01T00:00:00.000Z', 'en-US')).toBe('May 2025')
  expect(monthText('2025-05-01T00:00:00.000Z', 'es')).toBe('mayo de 2025')
})

test('without a day there is no month', () => {
  expect(monthText(null, 'en-US')).toBe('')
  expect(monthText('soon', 'en-US')).toBe('')
})
