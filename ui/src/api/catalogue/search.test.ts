import { expect, test } from 'vitest'
import { downloadPath } from './exports'
import { type Filter, filterExpression } from './search'

test('filters become one and-expression with apostrophes and backslashes escaped', () => {
  expect(filterExpression([{ languages: 'Spanish' }, { keywords: "Crohn's \\ disease" }])).toBe(
    "(and languages:'Spanish' keywords:'Crohn\\'s \\\\ disease')",
  )
  expect(filterExpression([])).toBeUndefined()
})

test('the values of a disjunctive facet become one or-expression at the position of the first', () => {
  const filters: Filter[] = [
    { languages: 'Spanish' },
    { audience: 'Parents' },
    { languages: 'Somali' },
    { tags: 'New' },
  ]
  expect(filterExpression(filters, ['languages', 'tags'])).toBe(
    "(and (or languages:'Spanish' languages:'Somali') audience:'Parents' tags:'New')",
  )
  expect(filterExpression(filters.slice(0, 1), ['languages'])).toBe("(and languages:'Spanish')")
})

test('the query is percent-encoded, including apostrophes', () => {
  expect(downloadPath({ q: "child's plan", obsolete: false, filters: [], any: [] }, 'xlsx')).toBe(
    '/api/search/download?q=child%27s%20plan&obsolete=false&format=xlsx',
  )
})
