import { expect, test } from 'vitest'
import { withPasted } from './CodeRows'
import type { CodeRow } from './formValues'

const row = (code: string, display = '', system: CodeRow['system'] = 'icd10cm'): CodeRow => ({ system, code, display })
const codes = (rows: readonly CodeRow[]) => rows.map(({ system, code }) => `${system} ${code}`)

test('an empty row gets the first pasted code, and the others follow it', () => {
  const pasted = withPasted([row('R05'), row('', 'Asthma'), row('R50.9')], 1, 'J45.909, J45.20')
  expect(pasted).toEqual({
    rows: [row('R05'), row('J45.909', 'Asthma'), row('J45.20'), row('R50.9')],
    added: 2,
    last: 2,
  })
})

test('a row with a code keeps it, and codes that already have a row are omitted', () => {
  const pasted = withPasted([row('J45.909')], 0, 'j45909; J45.20; loinc|4548-4')
  expect(codes(pasted?.rows ?? [])).toEqual(['icd10cm J45.909', 'icd10cm J45.20', 'loinc 4548-4'])
  expect(pasted?.added).toBe(2)
  expect(withPasted([row('J45'), row('R05'), row('')], 2, 'J45, R05')).toMatchObject({ added: 0, last: 2 })
})

test('a single code is handled by the field itself', () => {
  for (const text of [' J45.909 ', 'J45, J45', '']) expect(withPasted([row('')], 0, text)).toBeUndefined()
})
