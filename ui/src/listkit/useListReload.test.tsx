import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useListReload } from './useListReload'

test('rows are reset only when the new rows are there', async () => {
  const responses: ((rows: string) => void)[] = []
  const queryFn = () => new Promise<string>((resolve) => responses.push(resolve))
  const onReloaded = vi.fn()
  const { result } = renderHook(
    () => ({ rows: useQuery({ queryKey: ['list'], queryFn }).data, reload: useListReload(['list'], onReloaded) }),
    {
      wrapper: ({ children }) => <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>,
    },
  )
  act(() => responses[0]?.('old rows'))
  await waitFor(() => expect(result.current.rows).toBe('old rows'))

  act(() => result.current.reload())
  await waitFor(() => expect(responses).toHaveLength(2))
  expect(onReloaded).not.toHaveBeenCalled()
  act(() => responses[1]?.('new rows'))
  await waitFor(() => expect(onReloaded).toHaveBeenCalledOnce())
  expect(result.current.rows).toBe('new rows')
})
