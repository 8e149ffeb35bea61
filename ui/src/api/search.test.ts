import { expect, test } from 'vitest'
import { downloadPath, filterExpression } from './search'

test('filters become one and-expression with apostrophes and backslashes escaped', () => {
  expect(filterExpression([{ languages: 'Spanish' }, { keywords: "Crohn's \\ disease" }])).toBe(
    "(and languages:'Spanish' keywords:'Crohn\\'s \\\\ disease')",
  )
  expect(filterExpression([])).toBeUndefined()
})

test('the text of a search is percent-encoded, apostrophes too', () => {
  expect(downloadPath({ q: "child's plan", obsolete: false, filters: [] })).toBe(
    '/search/download?q=child%27s%20plan&obsolete=false',
  )
})
