import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { changePath, select, setSelecting } from '../../../session/citationSelection'
import { serve, show, userOf } from '../../../testApp'
import { SelectDock, SelectTools } from './ResultSelection'

test('a cleared selection moves the focus before its bar is removed', async () => {
  serve({ 'GET /api/user': userOf('nora') })
  setSelecting(true)
  select([{ id: 'a', title: 'Fever' }], true)
  const onLeave = vi.fn(() => expect(screen.getByText('1 selected')).toBeTruthy())
  show(<SelectDock onLeave={onLeave} />, 'nora', '/search')
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(onLeave).toHaveBeenCalledOnce()
  expect(screen.queryByText('1 selected')).toBeNull()
  setSelecting(false)
})

test('selecting all results moves the focus to the bulk edit, because its button is removed', async () => {
  serve({ 'GET /api/user': userOf('nora') })
  setSelecting(true)
  const search = { q: 'fever', obsolete: false, filters: [], any: [] }
  const both = (
    <>
      <SelectTools search={search} address="/search?q=fever" hits={{ hit: [], found: 12 }} />
      <SelectDock onLeave={vi.fn()} />
    </>
  )
  show(both, 'nora', '/search')
  await userEvent.click(screen.getByRole('button', { name: 'Select all 12 found' }))
  const change = screen.getByRole('link', { name: 'Change…' })
  expect(change.getAttribute('href')).toBe(changePath)
  expect(document.activeElement).toBe(change)
  setSelecting(false)
})
