import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useSingleMutation } from './useSingleMutation'

/** Two rows with a button each; returns the rows whose calls have started, and a function that ends all calls. */
function open() {
  const started: string[] = []
  const ends: (() => void)[] = []
  function Rows() {
    const change = useSingleMutation({
      mutationFn: (row: { id: string }) => {
        started.push(row.id)
        return new Promise<void>((resolve) => ends.push(resolve))
      },
    })
    return ['a', 'b'].map((id) => (
      <button key={id} type="button" onClick={() => change.mutate({ id })}>
        {id}
      </button>
    ))
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Rows />
    </QueryClientProvider>,
  )
  const endAll = () => {
    for (const end of ends.splice(0)) end()
  }
  return { started, endAll }
}
const press = (id: string) => fireEvent.click(screen.getByRole('button', { name: id }))

test('a second press before the first call has ended starts nothing, except on another row', async () => {
  const { started, endAll } = open()
  press('a')
  press('a')
  press('b')
  await vi.waitFor(() => expect(started).toEqual(['a', 'b']))
  press('a')
  await new Promise((resolve) => setTimeout(resolve))
  expect(started).toEqual(['a', 'b'])
  endAll()
  await vi.waitFor(() => {
    press('a')
    expect(started).toEqual(['a', 'b', 'a'])
  })
})
