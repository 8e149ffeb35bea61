import { beforeEach, expect, test } from 'vitest'
import {
  clearSelection,
  type SelectedSearch,
  select,
  selectAll,
  selectedCount,
  setSelecting,
  showSearch,
  useCitationSelection,
} from './citationSelection'

const search = (q: string): SelectedSearch => ({ q, obsolete: false, filters: [], any: [], lang: null })
const count = () => selectedCount(useCitationSelection.getState())
const some = [
  { id: 'a', title: 'A' },
  { id: 'b', title: 'B' },
]

beforeEach(() => {
  showSearch(search('fever'), '/search?q=fever&page=1')
  setSelecting(true)
})

test('the selection survives pagination of the same search', () => {
  select(some, true)
  showSearch(search('fever'), '/search?q=fever&page=2')
  select([{ id: 'c', title: 'C' }], true)
  select([{ id: 'a', title: 'A' }], false)
  expect([...useCitationSelection.getState().selected.keys()]).toEqual(['b', 'c'])
  expect(useCitationSelection.getState().address).toBe('/search?q=fever&page=2')
})

test('another search, filter or language clears the selection and reports it, but the checkboxes stay', () => {
  const others = [search('cough'), { ...search('fever'), filters: [{ tags: 'A' }] }, { ...search('fever'), lang: 'so' }]
  for (const other of others) {
    showSearch(search('fever'), '/')
    select(some, true)
    showSearch(other, '/')
    expect([count(), useCitationSelection.getState().ended, useCitationSelection.getState().selecting]).toEqual([
      0,
      true,
      true,
    ])
  }
  showSearch(search('fever'), '/')
  expect(useCitationSelection.getState().ended, 'nothing was selected').toBe(false)
})

test('all results are selected until a single one is, or the selection is cleared', () => {
  selectAll(240)
  expect(count()).toBe(240)
  select(some, true)
  expect(count()).toBe(2)
  selectAll(240)
  clearSelection()
  expect(count()).toBe(0)
})
