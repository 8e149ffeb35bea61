import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { configQuery } from '../api/config'
import { announce } from '../components/feedback/Notice'
import { PageRouter } from '../lib/PageRouter'
import { navigator } from '../lib/pageHistory'
import { configOf, serve } from '../testApp'
import { PageLoading } from './PageLoading'
import { Shell } from './Shell'

afterEach(() => vi.useRealTimers())

const routes = [
  {
    element: <Shell />,
    children: [
      { path: '/first', element: <h1>First</h1> },
      { path: '/second', element: <h1>Second</h1> },
      { path: '/loading', element: <PageLoading /> },
    ],
  },
]

function open() {
  serve({})
  const client = new QueryClient()
  client.setQueryData(configQuery.queryKey, { ...configOf(false), person: undefined })
  navigator.replace('/first')
  const { container } = render(
    <QueryClientProvider client={client}>
      <PageRouter routes={routes} />
    </QueryClientProvider>,
  )
  return () => within(container).getAllByRole('status').at(-1)?.textContent
}

test('a navigation clears what was announced before it, and nothing that is announced after it', () => {
  const status = open()
  act(() => announce('3 results'))
  act(() => navigator.push('/first?page=2'))
  expect(status()).toBe('3 results')
  act(() => navigator.push('/second'))
  expect(screen.getByRole('heading', { name: 'Second' })).toBeTruthy()
  expect(status()).toBe('')
  act(() => {
    navigator.push('/first')
    announce('1 handout was added.')
  })
  expect(status()).toBe('1 handout was added.')
})

test('only a long wait for a page is announced, until the page is there', () => {
  vi.useFakeTimers()
  const status = open()
  act(() => {
    navigator.push('/loading')
    announce('Deleted')
  })
  act(() => void vi.advanceTimersByTime(400))
  expect(status()).toBe('Deleted')
  act(() => void vi.advanceTimersByTime(200))
  expect(status()).toBe('Loading...')
  act(() => navigator.push('/second'))
  expect(status()).toBe('')
})
