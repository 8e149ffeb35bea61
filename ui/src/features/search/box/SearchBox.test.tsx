import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { replacePage } from '../../../lib/page/takeover'
import { SearchBox } from './SearchBox'

/** The fake server: three suggestions for any text. */
const answer = {
  suggest: { suggestions: [{ suggestion: 'Asthma' }, { suggestion: 'Asthma plan' }, { suggestion: 'Asthma kit' }] },
}
const calls: string[] = []

beforeEach(() => {
  calls.length = 0
  vi.stubGlobal('fetch', async (url: string) => {
    calls.push(url)
    return Response.json(url.startsWith('/api/config') ? {} : answer)
  })
})
afterEach(() => vi.unstubAllGlobals())

/** The search box of the server's page, with what somebody typed there before the scripts were loaded. */
function leaveInPage(text: string, caret: number) {
  const [page, screens] = [document.createElement('div'), document.createElement('div')]
  page.innerHTML = '<input id="search-text">'
  document.body.append(page)
  const box = page.querySelector('input') as HTMLInputElement
  box.focus()
  box.value = text
  box.setSelectionRange(caret, caret)
  replacePage(page, screens)
}

function show(props: Partial<Parameters<typeof SearchBox>[0]> = {}) {
  const done: string[] = []
  const client = new QueryClient()
  client.setQueryData(['config'], { hospital: { name: "Children's" } })
  const box = (more: Partial<Parameters<typeof SearchBox>[0]> = {}) => (
    <QueryClientProvider client={client}>
      <SearchBox
        q=""
        visit="1"
        searches={['fever', 'asthma']}
        favorites={[{ id: '7', title: 'Asthma action plan' }]}
        onSearch={(text) => done.push(`search ${text}`)}
        onPick={(choice) => done.push(`${choice.kind} ${choice.text}`)}
        onClear={() => done.push('clear')}
        {...props}
        {...more}
      />
    </QueryClientProvider>
  )
  const { rerender } = render(box(), { wrapper: MemoryRouter })
  return {
    done,
    box: screen.getByRole<HTMLInputElement>('combobox'),
    user: userEvent.setup(),
    /** Shows the box again after a navigation. */
    visit: (more: Partial<Parameters<typeof SearchBox>[0]>) => rerender(box(more)),
  }
}

/** Finds an option by its text, because its name consists of a typed and an untyped part. */
const optionOf = (text: string) => {
  const found = screen.getAllByRole('option').find((option) => option.textContent === text)
  if (!found) throw new Error(`There is no option ${text}`)
  return found
}

test('an empty box offers recent searches on focus, and a picked one runs again', async () => {
  const { done, box, user } = show()
  await user.click(box)
  const group = await screen.findByRole('group', { name: 'Recent searches' })
  expect(
    within(group)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['fever', 'asthma'])
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(done).toEqual(['recent asthma'])
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('typing shows favorites at once and suggestions after a pause, with one request', async () => {
  const { box, user } = show()
  await user.type(box, 'asth')
  expect(screen.getByRole('group', { name: 'Favorites' }).textContent).toContain('Asthma action plan')
  const group = await screen.findByRole('group', { name: 'Suggestions' })
  expect(within(group).getAllByRole('option')).toHaveLength(3)
  expect(calls.filter((url) => url.includes('suggestions'))).toEqual(['/api/search/suggestions?q=asth'])
})

test('arrow keys cycle through the options and the text, and Enter without an option searches', async () => {
  const { done, box, user } = show()
  await user.type(box, 'asth')
  await screen.findByRole('group', { name: 'Suggestions' })
  await user.keyboard('{ArrowUp}')
  expect(screen.getAllByRole('option').at(-1)?.getAttribute('aria-selected')).toBe('true')
  await user.keyboard('{ArrowDown}')
  expect(box.getAttribute('aria-activedescendant')).toBeNull()
  await user.keyboard('{Enter}')
  expect(done).toEqual(['search asth'])
})

test('an option that other suggestions replace is not picked, and one that moves is', async () => {
  const { done, box, user } = show()
  await user.type(box, 'ast')
  await screen.findByRole('group', { name: 'Suggestions' })
  const suggestions = (...texts: string[]) => ({
    suggest: { suggestions: texts.map((suggestion) => ({ suggestion })) },
  })
  const next = [suggestions('Asthma kit', 'Asthma plan', 'Asthma'), suggestions('Astigmatism')]
  vi.stubGlobal('fetch', async () => Response.json(next.shift()))
  await user.type(box, 'h{ArrowDown}{ArrowDown}')
  expect(optionOf('Asthma').getAttribute('aria-selected')).toBe('true')
  await vi.waitFor(() => expect(screen.getAllByRole('option').at(-1)?.textContent).toBe('Asthma'))
  expect(optionOf('Asthma').getAttribute('aria-selected')).toBe('true')
  await user.type(box, 'm{ArrowDown}{ArrowDown}')
  await vi.waitFor(() => optionOf('Astigmatism'))
  await user.keyboard('{Enter}')
  expect(done).toEqual(['search asthm'])
})

test('Escape closes the list and leaves the box', async () => {
  const { box, user } = show()
  await user.click(box)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(document.activeElement).not.toBe(box)
})

test('a picked favorite and a picked suggestion are passed on with their kind', async () => {
  const { done, box, user } = show()
  await user.type(box, 'asth')
  await user.click(optionOf('Asthma action plan'))
  await user.type(box, 'm')
  await screen.findByRole('group', { name: 'Suggestions' })
  await user.click(optionOf('Asthma kit'))
  expect(done).toEqual(['favorite Asthma action plan', 'suggestion Asthma kit'])
})

test('a blank text is not searched for', async () => {
  const { done, box, user } = show()
  await user.type(box, '   {Enter}')
  expect(done).toEqual([])
})

test('the clear button empties the box, which has the focus and offers recent searches', async () => {
  const { done, box, user } = show({ q: 'asthma' })
  expect(box.value).toBe('asthma')
  await user.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(done).toEqual(['clear'])
  expect(document.activeElement).toBe(box)
  expect(await screen.findByRole('group', { name: 'Recent searches' })).toBeTruthy()
})

test('after every navigation the box shows the text of the URL, regardless of what was typed', async () => {
  const { box, user, visit } = show({ q: 'asthma', visit: 'a' })
  await user.type(box, ' plan')
  visit({ q: 'asthma plan', visit: 'b' })
  expect(box.value).toBe('asthma plan')
  visit({ q: 'asthma', visit: 'a' })
  expect(box.value).toBe('asthma')
  await user.type(box, ' plan')
  visit({ q: 'asthma', visit: 'c' })
  expect(box.value).toBe('asthma')
})

test('a text of more than 500 characters stays, is reported as too long, and not searched for', async () => {
  const { done, box, user } = show()
  await user.click(box)
  await user.paste('a'.repeat(600))
  expect(box.value).toHaveLength(600)
  expect(screen.getByRole('alert').textContent).toContain('600 of at most 500 characters')
  await user.keyboard('{Enter}')
  expect(done).toEqual([])
  expect(document.activeElement).toBe(box)
})

test('text that was typed before the scripts were loaded stays, with focus and caret', async () => {
  leaveInPage('asthma pl', 3)
  const { box, user, done } = show()
  expect(box.value).toBe('asthma pl')
  expect(document.activeElement).toBe(box)
  expect(box.selectionStart).toBe(3)
  await user.keyboard('{Enter}')
  expect(done).toEqual(['search asthma pl'])
})
