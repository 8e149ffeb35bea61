import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { json, serve, show, userOf } from '../../testApp'
import { PacketFilters } from './PacketsPage'

let goBack = () => {}

function Filters() {
  const [filter, setFilter] = useState({ q: '', department: '', obsolete: false })
  goBack = () => setFilter((before) => ({ ...before, q: '' }))
  return <PacketFilters filter={filter} onChange={setFilter} />
}

test('the field keeps the focus after a search, and shows the text of the URL after Back', async () => {
  serve({ 'GET /api/user': userOf('nora'), 'GET /api/search/facets': () => json({}) })
  show(<Filters />, 'nora', '/packets')
  const field = screen.getByRole<HTMLInputElement>('searchbox')
  await userEvent.type(field, ' asthma {Enter}')
  expect(document.activeElement).toBe(field)
  expect(field.value).toBe('asthma')
  act(() => goBack())
  expect(field.value).toBe('')
})
