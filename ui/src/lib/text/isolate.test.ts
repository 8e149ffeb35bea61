import { expect, test } from 'vitest'
import { isolate } from './isolate'

test.each([
  ['asthma', 'asthma'],
  ['الربو', '\u2068الربو\u2069'],
  ['KSBG1042 الربو', '\u2068KSBG1042 الربو\u2069'],
  ['哮喘', '哮喘'],
])('%s', (text, expected) => expect(isolate(text)).toBe(expected))
