import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { PagedList, type PageQuery } from './PagedList'

interface Entries {
  found: number
  entries: string[]
}

function show(query: Partial<PageQuery<Entries>>, page = 1) {
  const onPage = vi.fn()
  render(
    <PagedList
      query={{ data: undefined, isError: false, refetch: () => null, ...query }}
      label="Pages of entries"
      failure="The entries could not be loaded."
      page={page}
      pageSize={2}
      onPage={onPage}
      empty={<p>No entries yet.</p>}
    >
      {({ entries }) => <p>{entries.join(' ')}</p>}
    </PagedList>,
  )
  return onPage
}

test('shows the entries and links to the other pages', async () => {
  const onPage = show({ data: { found: 3, entries: ['one', 'two'] } })
  expect(screen.getByText('one two')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Page 2' }))
  expect(onPage).toHaveBeenCalledWith(2)
})

test('another page gets the focus at its start, where its number is', async () => {
  show({ data: { found: 3, entries: ['one', 'two'] } })
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
  expect(document.activeElement).toBe(screen.getByText('Page 1', { selector: 'p' }))
})

test('shows whether the list is empty or could not be loaded', () => {
  show({ data: { found: 0, entries: [] } })
  expect(screen.getByText('No entries yet.')).toBeTruthy()
  expect(screen.queryByRole('navigation')).toBeNull()
  show({ isError: true })
  expect(screen.getByRole('alert').textContent).toContain('The entries could not be loaded.')
})

test('a failed refresh keeps what was loaded', () => {
  show({ data: { found: 1, entries: ['one'] }, isError: true })
  expect(screen.getByText('one')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the last page replaces this one when the list became too short for it', () => {
  expect(show({ data: { found: 2, entries: [] } }, 2)).toHaveBeenCalledWith(1, { replace: true })
})

test('stays on its page while the entries of another filter are still shown', () => {
  expect(show({ data: { found: 2, entries: [] }, isPlaceholderData: true }, 2)).not.toHaveBeenCalled()
})
