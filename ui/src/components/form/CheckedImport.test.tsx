import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LineErrors } from './CheckedImport'

const errors = (count: number) => Array.from({ length: count }, (_, n) => ({ line: n + 2, message: `Wrong ${n}.` }))

test('of many errors the first are listed and the others counted', () => {
  const { rerender } = render(<LineErrors title="Nothing was imported." errors={errors(50)} />)
  expect(screen.getAllByRole('listitem')).toHaveLength(50)
  expect(screen.queryByText(/more error/)).toBeNull()
  rerender(<LineErrors title="Nothing was imported." errors={errors(1_062)} />)
  expect(screen.getAllByRole('listitem')).toHaveLength(50)
  expect(screen.getByText('And 1,012 more errors.')).toBeTruthy()
})
