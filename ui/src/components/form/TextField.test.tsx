import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { NumberField } from './TextField'

test('the wheel does not change the number of a focused field', () => {
  render(<NumberField label="Quantity" defaultValue={50} />)
  const field = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Quantity' })
  field.focus()
  fireEvent.wheel(field, { deltaY: 100 })
  // A browser changes the number of the focused field alone.
  expect(document.activeElement).not.toBe(field)
  expect(field.value).toBe('50')
})
