import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { FacetGroup } from './FacetGroup'

const buckets = Array.from({ length: 20 }, (_, index) => ({ value: `Value ${index}`, count: index + 1 }))

test('a group opens, shows more, and filters', async () => {
  const user = userEvent.setup()
  const toggled: string[] = []
  render(
    <FacetGroup
      label="Keywords"
      buckets={buckets}
      openFirst={false}
      chosen={new Set()}
      nameOf={(value) => (value === 'Value 19' ? 'Renamed' : value)}
      onToggle={(value) => toggled.push(value)}
    />,
  )
  expect(screen.queryByRole('checkbox')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Keywords' }))
  expect(screen.getAllByRole('checkbox')).toHaveLength(8)
  await user.click(screen.getByRole('checkbox', { name: 'Renamed (20)' }))
  expect(toggled).toEqual(['Value 19'])
  await user.click(screen.getByRole('button', { name: 'Show more of Keywords' }))
  expect(screen.getAllByRole('checkbox')).toHaveLength(20)
  await user.type(screen.getByRole('searchbox'), 'value 1')
  expect(screen.getAllByRole('checkbox')).toHaveLength(11)
})
