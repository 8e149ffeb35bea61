import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { PagedList } from '../components/list/PagedList'
import { serve, show } from '../testApp'
import { listAddress, useListAddress } from './listAddress'

const address = listAddress<Record<never, string>>('/entries', {})

function Entries({ found }: { found: number }) {
  const { page, setPage } = useListAddress(address)
  return (
    <PagedList
      query={{ data: { found }, isError: false, refetch: () => null }}
      label="Pages of entries"
      failure="The entries could not be loaded."
      page={page}
      pageSize={2}
      onPage={setPage}
    >
      {() => <p>{`Page ${page} is shown`}</p>}
    </PagedList>
  )
}

test('a person adds a page to the history, a missing page is replaced', async () => {
  serve({})
  const before = window.history.length
  const { unmount } = show(<Entries found={3} />, 'nora', '/entries')
  await userEvent.click(screen.getByRole('button', { name: 'Page 2' }))
  expect(screen.getByText('Page 2 is shown')).toBeTruthy()
  expect(window.history.length).toBe(before + 1)
  unmount()
  show(<Entries found={2} />, 'nora', '/entries?page=2')
  expect(screen.getByText('Page 1 is shown')).toBeTruthy()
  expect(window.location.search).toBe('')
  expect(window.history.length).toBe(before + 1)
})
