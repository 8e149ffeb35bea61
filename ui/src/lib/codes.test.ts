import { expect, test } from 'vitest'
import { parseCodes, systemName } from './codes'

const found = (text: string) => parseCodes(text, 'icd10cm').map(({ system, code }) => `${system} ${code}`)

test('codes are separated by commas, semicolons and white space', () => {
  const three = ['icd10cm J45.909', 'icd10cm J45.20', 'icd10cm R05']
  for (const text of ['J45.909, J45.20;R05', ' J45.909\nJ45.20\r\n\tR05 ', 'J45.909,J45.20,,R05,']) {
    expect(found(text)).toEqual(three)
  }
  expect(found(' ,; ')).toEqual([])
})

test('a code may have its own system, and is listed once', () => {
  expect(found('snomed|195967001; LOINC|4548-4, J45 j45')).toEqual(['snomed 195967001', 'loinc 4548-4', 'icd10cm J45'])
  expect(found('other|J45')).toEqual(['icd10cm other|J45'])
})

test('systems have the names of their publishers', () => {
  expect(['icd10cm', 'snomed', 'House'].map(systemName)).toEqual(['ICD-10-CM', 'SNOMED CT', 'House'])
})
