import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { json, noAnswer, serve, show } from '../../../testApp'
import LinkMark from './LinkMark'

const url = 'https://files.example.org/fever.pdf'
const showOf = () => show(<LinkMark citation="fever" url={url} />, 'nora', '/citation/fever')

test('a mark describes what is wrong with the URL', async () => {
  serve({ 'GET /api/citations/fever/links': () => json([{ url, state: 'changed', checked: null }]) })
  showOf()
  expect(await screen.findByText('The file has changed since the last review')).toBeTruthy()
})

test('other URLs, other states and failed requests have no mark', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const answers = [
    () => json([{ url: 'https://other.example.org/', state: 'gone', checked: null }]),
    () => json([{ url, state: 'blocked', checked: null }]),
    noAnswer,
  ]
  for (const answer of answers) {
    const asked = serve({ 'GET /api/citations/fever/links': answer })
    const { container, unmount } = showOf()
    await waitFor(() => expect(asked).toHaveLength(1))
    await waitFor(() => expect(container.textContent).toBe(''))
    unmount()
  }
})
