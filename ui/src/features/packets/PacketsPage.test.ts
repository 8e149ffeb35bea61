import { expect, test } from 'vitest'
import { readPacketsAddress, writePacketsAddress } from './PacketsPage'

test.each(['', 'q=new+diabetes', 'department=Surgery&page=2', 'obsolete=true'])(
  'the URL ?%s is written as it was parsed',
  (text) => {
    const { filter, page } = readPacketsAddress(new URLSearchParams(text))
    expect(writePacketsAddress(filter, page).toString()).toBe(text)
  },
)

test('invalid values are ignored', () => {
  const { filter, page } = readPacketsAddress(new URLSearchParams('q=+&obsolete=yes&page=x'))
  expect(filter).toEqual({ q: '', department: '', obsolete: false })
  expect(page).toBe(1)
})
