import { expect, test } from 'vitest'
import { decodeFilters, encodeFilters, parseSearch, type Search, searchPath, toggledFilter } from './searchAddress'

const search: Search = {
  q: "child's asthma & more",
  page: 3,
  obsolete: true,
  filters: [{ languages: 'Español' }, { keywords: "Crohn's disease" }, { audience: '父母' }],
  any: ['keywords', 'languages'],
}

test('a URL is parsed to the search that it was built from', () => {
  const address = searchPath(search)
  expect(parseSearch(address.slice(address.indexOf('?')))).toEqual(search)
})

test('a URL may contain the preferred language', () => {
  const address = searchPath({ ...search, lang: 'es' })
  expect(parseSearch(address.slice(address.indexOf('?')))).toEqual({ ...search, lang: 'es' })
  expect(parseSearch('?q=a&lang=x_y').lang).toBeUndefined()
})

test('filters are base64 of UTF-8 JSON in the order of selection', () => {
  expect(encodeFilters([{ audience: 'Parents' }])).toBe(btoa('[{"audience":"Parents"}]'))
  expect(decodeFilters('W3siYXVkaWVuY2UiOiJQYXJlbnRzIn1d')).toEqual([{ audience: 'Parents' }])
})

test('apostrophes are encoded', () => expect(searchPath(search)).toContain('q=child%27s%20asthma%20%26%20more&'))

test('a search without a text and filters has the home URL', () => {
  expect(searchPath({ ...search, q: '  ', filters: [] })).toBe('/')
})

test.each(['%%%', 'bm90IGpzb24=', btoa('{"a":"b"}'), btoa('[{"a":"b","c":"d"}]'), btoa('[{"a":1}]'), '/w=='])(
  'unreadable filters are ignored: %s',
  (encoded) => expect(decodeFilters(encoded)).toEqual([]),
)

test.each(['0', '-1', '1.5', 'x', ''])('page %s is the first', (page) =>
  expect(parseSearch(`?q=a&page=${page}`).page).toBe(1),
)

test('a facet without a filter is not disjunctive', () => {
  expect(searchPath({ ...search, filters: [{ audience: 'Parents' }], any: ['languages', 'audience'] })).toMatch(
    /&any=audience$/,
  )
  expect(parseSearch('?q=a&any=languages,tags').any).toEqual([])
})

test('toggling appends or removes a filter', () => {
  const both = toggledFilter([{ audience: 'Parents' }], { languages: 'Somali' })
  expect(both).toEqual([{ audience: 'Parents' }, { languages: 'Somali' }])
  expect(toggledFilter(both, { audience: 'Parents' })).toEqual([{ languages: 'Somali' }])
})
