import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SearchBox } from './SearchBox'

/** The server at the other end: three suggestions for whatever is typed. */
const answer = {
  suggest: { suggestions: [{ suggestion: 'Asthma' }, { suggestion: 'Asthma plan' }, { suggestion: 'Asthma kit' }] },
}
const calls: string[] = []

beforeEach(() => {
  calls.length = 0
  vi.stubGlobal('fetch', async (url: string) => {
    calls.push(url)
    return new Response(JSON.stringify(url.startsWith('/api/config') ? {} : answer))
  })
})
afterEach(() => vi.unstubAllGlobals())

function show(props: Partial<Parameters<typeof SearchBox>[0]> = {}) {
  const said: string[] = []
  const client = new QueryClient()
  client.setQueryData(['config'], { hospital: { name: "Children's" } })
  render(
    <QueryClientProvider client={client}>
      <SearchBox
        q=""
        searches={['fever', 'asthma']}
        favorites={[{ id: '7', title: 'Asthma action plan' }]}
        onSearch={(text) => said.push(`search ${text}`)}
        onPick={(choice) => said.push(`${choice.kind} ${choice.text}`)}
        onClear={() => said.push('clear')}
        {...props}
      />
    </QueryClientProvider>,
  )
  return { said, box: screen.getByRole('combobox'), user: userEvent.setup() }
}

/** By its text: the name of an option is made of a typed and an untyped part. */
const optionOf = (text: string) => {
  const found = screen.getAllByRole('option').find((option) => option.textContent === text)
  if (!found) throw new Error(`There is no option ${text}`)
  return found
}

test('an empty box offers recent searches on focus, and a picked one runs again', async () => {
  const { said, box, user } = show()
  await user.click(box)
  const group = screen.getByRole('group', { name: 'Recent searches' })
  expect(
    within(group)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['fever', 'asthma'])
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(said).toEqual(['recent asthma'])
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('typing shows favorites at once and suggestions after a rest, with one call', async () => {
  const { box, user } = show()
  await user.type(box, 'asth')
  expect(screen.getByRole('group', { name: 'Favorites' }).textContent).toContain('Asthma action plan')
  const group = await screen.findByRole('group', { name: 'Suggestions' })
  expect(within(group).getAllByRole('option')).toHaveLength(3)
  expect(calls.filter((url) => url.includes('suggestions'))).toEqual(['/api/search/suggestions?q=asth'])
})

test('arrows walk around through the text itself, and Enter without a choice searches', async () => {
  const { said, box, user } = show()
  await user.type(box, 'asth')
  await screen.findByRole('group', { name: 'Suggestions' })
  await user.keyboard('{ArrowUp}')
  expect(screen.getAllByRole('option').at(-1)?.getAttribute('aria-selected')).toBe('true')
  await user.keyboard('{ArrowDown}')
  expect(box.getAttribute('aria-activedescendant')).toBeNull()
  await user.keyboard('{Enter}')
  expect(said).toEqual(['search asth'])
})

test('Escape closes the list and leaves the box', async () => {
  const { box, user } = show()
  await user.click(box)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(document.activeElement).not.toBe(box)
})

test('a picked favorite is told with its id, a suggestion by its text', async () => {
  const { said, box, user } = show()
  await user.type(box, 'asth')
  await user.click(optionOf('Asthma action plan'))
  await user.type(box, 'm')
  await screen.findByRole('group', { name: 'Suggestions' })
  await user.click(optionOf('Asthma kit'))
  expect(said).toEqual(['favorite Asthma action plan', 'suggestion Asthma kit'])
})

test('blank text searches nothing', async () => {
  const { said, box, user } = show()
  await user.type(box, '   {Enter}')
  expect(said).toEqual([])
})

test('the clear button empties the box and keeps the focus', async () => {
  const { said, box, user } = show({ q: 'asthma' })
  expect((box as HTMLInputElement).value).toBe('asthma')
  await user.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(said).toEqual(['clear'])
  expect(document.activeElement).toBe(box)
})
