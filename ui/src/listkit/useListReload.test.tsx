import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useListReload } from './listAddress'

/** A list that has loaded its first rows; the test answers its later requests. */
async function openList() {
  const requests: { resolve: (rows: string) => void; reject: (cause: Error) => void }[] = []
  const queryFn = () => new Promise<string>((resolve, reject) => requests.push({ resolve, reject }))
  const onReloaded = vi.fn()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { result } = renderHook(
    () => ({ list: useQuery({ queryKey: ['list'], queryFn }), reload: useListReload(['list'], onReloaded) }),
    { wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider> },
  )
  act(() => requests[0]?.resolve('old rows'))
  await waitFor(() => expect(result.current.list.data).toBe('old rows'))
  return { result, requests, onReloaded }
}

test('rows are reset only when the new rows are loaded', async () => {
  const { result, requests, onReloaded } = await openList()
  act(() => result.current.reload())
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(onReloaded).not.toHaveBeenCalled()
  act(() => requests[1]?.resolve('new rows'))
  await waitFor(() => expect(onReloaded).toHaveBeenCalledOnce())
  expect(result.current.list.data).toBe('new rows')
})

test('rows are not reset when the list cannot be reloaded', async () => {
  const { result, requests, onReloaded } = await openList()
  act(() => result.current.reload())
  await waitFor(() => expect(requests).toHaveLength(2))
  act(() => requests[1]?.reject(new Error('no network')))
  await waitFor(() => expect(result.current.list.isError).toBe(true))
  expect(onReloaded).not.toHaveBeenCalled()
  expect(result.current.list.data).toBe('old rows')
})
