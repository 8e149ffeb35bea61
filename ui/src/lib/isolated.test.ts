import { expect, test } from 'vitest'
import { isolated } from './isolated'

test.each([
  ['asthma', 'asthma'],
  ['الربو', '\u2068الربو\u2069'],
  ['KSBG1042 الربو', '\u2068KSBG1042 الربو\u2069'],
  ['哮喘', '哮喘'],
])('%s', (text, expected) => expect(isolated(text)).toBe(expected))
