import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Combobox, MultiCombobox } from './Combobox'

const options = ['Asthma', 'Diabetes', 'Sleep']

function Several({ onValues }: { onValues: (value: string[]) => void }) {
  const [value, setValue] = useState<string[]>(['Sleep'])
  const change = (next: string[]) => {
    setValue(next)
    onValues(next)
  }
  return <MultiCombobox label="Keywords" options={options} value={value} onChange={change} creatable />
}

function One() {
  const [value, setValue] = useState('')
  return <Combobox label="Department" options={options} value={value} onChange={setValue} clearable />
}

test('several values are found by typing, created, and removed', async () => {
  const user = userEvent.setup()
  let value: string[] = []
  render(
    <Several
      onValues={(next) => {
        value = next
      }}
    />,
  )
  await user.type(screen.getByRole('combobox', { name: 'Keywords' }), 'asth')
  await user.click(await screen.findByRole('option', { name: 'Asthma' }))
  expect(value).toEqual(['Sleep', 'Asthma'])
  await user.type(screen.getByRole('combobox'), 'Fever')
  await user.click(await screen.findByRole('option', { name: 'Create "Fever"' }))
  expect(value).toEqual(['Sleep', 'Asthma', 'Fever'])
  await user.click(screen.getByRole('button', { name: 'Remove Asthma' }))
  expect(value).toEqual(['Sleep', 'Fever'])
  await user.type(screen.getByRole('combobox'), '{Backspace}')
  expect(value).toEqual(['Sleep'])
})

test('a value that differs only by case is not created again', async () => {
  const user = userEvent.setup()
  render(<Several onValues={() => {}} />)
  await user.type(screen.getByRole('combobox'), 'ASTHMA')
  expect(await screen.findByRole('option', { name: 'Asthma' })).toBeTruthy()
  expect(screen.queryByRole('option', { name: /^Create/ })).toBeNull()
})

test('one value is selected, stays when the input loses the focus, and is cleared', async () => {
  const user = userEvent.setup()
  render(<One />)
  const box = screen.getByRole('combobox', { name: 'Department' }) as HTMLInputElement
  await user.type(box, 'dia')
  await user.click(await screen.findByRole('option', { name: 'Diabetes' }))
  expect(box.value).toBe('Diabetes')
  await user.clear(box)
  await user.type(box, 'xx')
  await user.tab()
  expect(box.value).toBe('Diabetes')
  await user.click(screen.getByRole('button', { name: 'Clear Department' }))
  expect(box.value).toBe('')
})

test('Tab takes the highlighted option, and the arrow keys reach one to create after the existing ones', async () => {
  const user = userEvent.setup()
  let value: string[] = []
  render(
    <Several
      onValues={(next) => {
        value = next
      }}
    />,
  )
  const box = screen.getByRole('combobox')
  await user.type(box, 'asth')
  const only = await screen.findByRole('option', { name: 'Asthma' })
  await waitFor(() => expect(only.hasAttribute('data-active-item')).toBe(true))
  await user.keyboard('{ArrowDown}')
  expect(only.hasAttribute('data-active-item')).toBe(true)
  await user.keyboard('{ArrowDown}')
  expect(screen.getByRole('option', { name: 'Create "asth"' }).hasAttribute('data-active-item')).toBe(true)
  await user.keyboard('{ArrowDown}')
  expect(only.hasAttribute('data-active-item')).toBe(true)
  await user.tab()
  expect(value).toEqual(['Sleep', 'Asthma'])
  await user.type(box, 'Fever')
  await waitFor(() =>
    expect(screen.getByRole('option', { name: 'Create "Fever"' }).hasAttribute('data-active-item')).toBe(true),
  )
  await user.keyboard('{ArrowDown}')
  await user.tab()
  expect(value).toEqual(['Sleep', 'Asthma', 'Fever'])
})

test('typing, ArrowDown and Enter take the existing value, and the same value before one that begins with it', async () => {
  const user = userEvent.setup()
  let value: string[] = []
  function Places() {
    const [places, setPlaces] = useState<string[]>([])
    value = places
    return (
      <MultiCombobox
        label="Where to Obtain"
        options={['Copy Center desk', 'Copy Center']}
        value={places}
        onChange={setPlaces}
        creatable
      />
    )
  }
  render(<Places />)
  const box = screen.getByRole('combobox')
  const highlighted = (name: string) =>
    waitFor(() => expect(screen.getByRole('option', { name }).hasAttribute('data-active-item')).toBe(true))
  await user.type(box, 'Copy')
  await highlighted('Copy Center desk')
  await user.keyboard('{ArrowDown}{Enter}')
  expect(value).toEqual(['Copy Center desk'])
  await user.type(box, 'copy  center')
  await highlighted('Copy Center')
  await user.keyboard('{Enter}')
  expect(value).toEqual(['Copy Center desk', 'Copy Center'])
})

test('Tab takes the highlighted option of a single choice, and none after only opening the list', async () => {
  const user = userEvent.setup()
  render(<One />)
  const box = screen.getByRole('combobox', { name: 'Department' }) as HTMLInputElement
  await user.type(box, 'dia')
  await waitFor(() => expect(screen.getByRole('option').hasAttribute('data-active-item')).toBe(true))
  await user.keyboard('{ArrowDown}')
  await user.tab()
  expect(box.value).toBe('Diabetes')
  await user.click(box)
  await user.hover(await screen.findByRole('option', { name: 'Asthma' }))
  await user.tab()
  expect(box.value).toBe('Diabetes')
})

test.each([
  [true, ''],
  [false, 'Diabetes'],
])('an emptied input selects no option when Tab leaves it; clearable: %s', async (clearable, after) => {
  const user = userEvent.setup()
  function Filled() {
    const [value, setValue] = useState('Diabetes')
    return <Combobox label="Department" options={options} value={value} onChange={setValue} clearable={clearable} />
  }
  render(<Filled />)
  const box = screen.getByRole('combobox', { name: 'Department' }) as HTMLInputElement
  await user.click(box)
  await user.clear(box)
  await waitFor(() => expect(screen.getAllByRole('option')[0]?.hasAttribute('data-active-item')).toBe(true))
  // To the button that clears the value, and behind it.
  await user.tab()
  await user.tab()
  expect(box.value).toBe(after)
})
