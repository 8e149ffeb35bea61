import { expect, test } from 'vitest'
import { reviewAddress, toFilter } from './ReviewPage'

const filterIn = (text: string) => reviewAddress.parse(new URLSearchParams(text)).filter

test('no state means overdue citations, and an unknown state is ignored', () => {
  expect(filterIn('state=late&department=%20ICU%20')).toEqual({ state: '', department: 'ICU', reviewer: '' })
  expect(toFilter(filterIn('')).state).toBe('overdue')
  expect(toFilter(filterIn('state=all')).state).toBe('')
  expect(toFilter(filterIn('state=never')).state).toBe('never')
})

test('the path has the filters', () => {
  const text = 'state=due&department=ICU&reviewer=Ada+Byron'
  expect(reviewAddress.path(filterIn(text))).toBe(`/review?${text}`)
  expect(reviewAddress.path(filterIn(''))).toBe('/review')
})
