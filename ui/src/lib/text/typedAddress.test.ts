import { expect, test } from 'vitest'
import { typedAddress } from './typedAddress'

test.each([
  ['https://handouts.example.org', 'KSBG1042', 'handouts.example.org/i/KSBG1042'],
  ['https://handouts.example.org', 'ksbg 10-42', 'handouts.example.org/i/KSBG1042'],
  ['http://localhost:8080', 'ＫＳＢＧ–１０４２', 'http://localhost:8080/i/KSBG1042'],
  ['https://handouts.example.org', 'see shelf', null],
  ['https://handouts.example.org', '<b> 7', null],
  ['https://handouts.example.org', null, null],
  [undefined, 'KSBG1042', null],
])('%s and %s make %s', (publicUrl, itemNumber, expected) => {
  expect(typedAddress(publicUrl, itemNumber)).toBe(expected)
})
