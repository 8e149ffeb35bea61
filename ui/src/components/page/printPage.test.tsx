import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { usePrintDay } from './printPage'

const Sheet = () => <p>Printed {usePrintDay()}</p>

afterEach(() => vi.useRealTimers())

test('a page that was opened yesterday is printed with the day of today', () => {
  vi.useFakeTimers({ now: new Date(2026, 0, 5, 23) })
  render(<Sheet />)
  expect(screen.getByText('Printed 2026-01-05')).toBeTruthy()
  vi.setSystemTime(new Date(2026, 0, 6, 8))
  fireEvent(window, new Event('beforeprint'))
  expect(screen.getByText('Printed 2026-01-06')).toBeTruthy()
})
