import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { select, setSelecting } from '../../../session/citationSelection'
import { serve, show, userOf } from '../../../testApp'
import { SelectDock } from './ResultSelection'

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
