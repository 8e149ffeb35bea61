import { expect, test } from 'vitest'
import { emptyForm, emptyRow } from './formValues'
import { mergedValues } from './mergedValues'

test('changed fields keep their input, and unchanged fields show what somebody else has saved', () => {
  const before = { ...emptyForm, title: 'Asthma', notes: 'old', keywords: ['a'] }
  const mine = { ...before, notes: 'mine', languages: [{ ...emptyRow, lang: 'Somali' }] }
  const newest = { ...before, title: 'Asthma at home', notes: 'theirs', keywords: ['a', 'b'] }
  expect(mergedValues(before, mine, newest)).toEqual({
    ...newest,
    notes: 'mine',
    languages: [{ ...emptyRow, lang: 'Somali' }],
  })
})
