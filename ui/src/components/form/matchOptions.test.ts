import { expect, test } from 'vitest'
import { findSame, matchOptions } from './Combobox'

const options = ['Asthma', 'Child Asthma', 'Diabetes', 'Sleep  study']

test('options that start with the text come before those that contain it', () => {
  expect(matchOptions(['Child Asthma', 'Asthma'], 'asth')).toEqual(['Asthma', 'Child Asthma'])
})
test('the same value comes first, also when only case and spaces differ', () => {
  expect(matchOptions(['Asthma camp', 'Asthma'], ' ASTHMA')).toEqual(['Asthma', 'Asthma camp'])
  expect(matchOptions(options, 'sleepstudy')).toEqual(['Sleep  study'])
})
test('an empty text matches everything, up to the limit', () => {
  expect(matchOptions(options, ' ', 2)).toEqual(['Asthma', 'Child Asthma'])
})
test('values that differ only in case and spaces are the same', () => {
  expect(findSame(options, ' sleep STUDY ')).toBe('Sleep  study')
  expect(findSame(options, 'SLEEPSTUDY')).toBe('Sleep  study')
  expect(findSame(options, 'sleep')).toBeUndefined()
})
