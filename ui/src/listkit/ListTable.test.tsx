import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ListTable } from './ListTable'

const rows = [
  { title: 'Asthma', pieces: 1200, lang: 'Spanish' },
  { title: 'Croup', pieces: 40, lang: 'Somali' },
]

test('a column is its header, its cells and their labels on phones', () => {
  render(
    <ListTable
      caption="Handouts"
      rows={rows}
      rowKey={({ title }) => title}
      columns={[
        { header: 'Title', is: 'rowHeader', cell: ({ title }) => title },
        { header: 'Pieces', is: 'numeric', cell: ({ pieces }) => pieces },
        false,
        { header: 'Language', cell: ({ lang }) => lang },
        { header: 'State', label: '', cell: () => 'Sent' },
        { header: 'Actions', is: 'actions', cell: () => 'Delete' },
      ]}
    />,
  )
  const table = screen.getByRole('table', { name: 'Handouts' })
  const headers = within(table).getAllByRole('columnheader')
  expect(headers.map(({ textContent }) => textContent)).toEqual(['Title', 'Pieces', 'Language', 'State', 'Actions'])
  expect(headers[1]?.dataset).toHaveProperty('numeric')
  expect(screen.getByRole('rowheader', { name: 'Croup' }).dataset).toHaveProperty('name')
  const [, ...cells] = [...(within(table).getAllByRole('row')[1]?.children ?? [])] as HTMLElement[]
  expect(cells.map(({ textContent, dataset }) => [textContent, dataset.label])).toEqual([
    ['1,200', 'Pieces'],
    ['Spanish', 'Language'],
    ['Sent', undefined],
    ['Delete', undefined],
  ])
})
