import { expect, test } from 'vitest'
import { mergedValues } from './useRecordForm'

test('changed fields keep their input, and unchanged fields show what somebody else has saved', () => {
  const before = { title: 'Asthma', notes: 'old', keywords: ['a'], languages: [] as { lang: string }[] }
  const mine = { ...before, notes: 'mine', languages: [{ lang: 'Somali' }] }
  const newest = { ...before, title: 'Asthma at home', notes: 'theirs', keywords: ['a', 'b'] }
  expect(mergedValues(before, mine, newest)).toEqual({ ...newest, notes: 'mine', languages: [{ lang: 'Somali' }] })
})
