import { expect, test } from 'vitest'
import { listPath, readAddress, toFilter, writeAddress } from './reviewAddress'

const read = (text: string) => readAddress(new URLSearchParams(text))

test('no state means the overdue ones, and what makes no sense counts as not given', () => {
  expect(read('')).toEqual({ address: { state: '', department: '', reviewer: '' }, page: 1 })
  expect(read('state=late&page=x&department=%20ICU%20')).toEqual({
    address: { state: '', department: 'ICU', reviewer: '' },
    page: 1,
  })
  expect(toFilter(read('').address).state).toBe('overdue')
  expect(toFilter(read('state=all').address).state).toBe('')
  expect(toFilter(read('state=never').address).state).toBe('never')
})

test('what was read is written again', () => {
  const text = 'state=due&department=ICU&reviewer=Ada+Byron&page=3'
  const { address, page } = read(text)
  expect(writeAddress(address, page).toString()).toBe(text)
  expect(listPath(address)).toBe('/review?state=due&department=ICU&reviewer=Ada+Byron')
  expect(listPath(read('').address)).toBe('/review')
})
