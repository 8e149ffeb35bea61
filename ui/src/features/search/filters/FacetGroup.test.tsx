import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { FacetGroup } from './FilterPanel'

const values = Array.from({ length: 20 }, (_, index) => ({ value: `Value ${index}`, count: index + 1 }))

test('a group opens, shows more, and filters', async () => {
  const user = userEvent.setup()
  const toggled: string[] = []
  render(
    <FacetGroup
      q="asthma"
      label="Keywords"
      values={values}
      openFirst={false}
      chosen={new Set()}
      nameOf={(value) => (value === 'Value 19' ? 'Renamed' : value)}
      any={false}
      onAny={() => {}}
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

test('once a value is selected, the facet can be made disjunctive', async () => {
  const user = userEvent.setup()
  const asked: boolean[] = []
  const group = (chosen: string[], any: boolean) => (
    <FacetGroup
      q="asthma"
      label="Languages"
      values={values}
      openFirst
      chosen={new Set(chosen)}
      nameOf={(value) => value}
      any={any}
      onAny={(isAny) => asked.push(isAny)}
      onToggle={() => {}}
    />
  )
  const { rerender } = render(group([], false))
  expect(screen.queryByRole('radio')).toBeNull()
  rerender(group(['Value 1'], false))
  expect(screen.getByRole('group', { name: 'Match any or all: Languages' })).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'All of these' }).checked).toBe(true)
  await user.click(screen.getByRole('radio', { name: 'Any of these' }))
  expect(asked).toEqual([true])
})

test('another search shows neither the deselected values nor the text in the filter box of the previous one', async () => {
  const user = userEvent.setup()
  const group = (q: string, shown: typeof values) => (
    <FacetGroup
      q={q}
      label="Keywords"
      values={shown}
      openFirst
      chosen={new Set()}
      nameOf={(value) => value}
      any={false}
      onAny={() => {}}
      onToggle={() => {}}
    />
  )
  const { rerender } = render(group('asthma', [...values, { value: 'Inhaler', count: 3 }]))
  await user.type(screen.getByRole('searchbox'), 'inhaler')
  await user.click(screen.getByRole('checkbox', { name: 'Inhaler (3)' }))
  rerender(group('diabetes', values))
  expect(screen.queryByRole('checkbox', { name: /^Inhaler/ })).toBeNull()
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
  expect(screen.getAllByRole('checkbox')).toHaveLength(8)
})
