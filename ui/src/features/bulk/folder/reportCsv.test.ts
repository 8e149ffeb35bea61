import { expect, test } from 'vitest'
import type { SendState } from './folderRun'
import { reportCsv } from './folderRun'
import type { PlannedFile } from './plan'

const planned = (path: string, fields: Partial<PlannedFile> = {}): PlannedFile => ({
  path,
  file: null,
  match: { name: path, state: 'matched', citation: 'c1', lang: 'Spanish', has: null, reason: null, candidates: [] },
  problem: null,
  sameAs: null,
  state: 'ready',
  to: { citation: 'c1', title: 'Asthma, "severe"', lang: 'Spanish' },
  reason: '',
  ...fields,
})
const candidates = [
  { citation: 'c1', title: 'Asthma', lang: 'Spanish' },
  { citation: 'c2', title: 'Fever', lang: null },
]

test('each file has a line with its result; nothing in it is run by a spreadsheet program', () => {
  const states: Record<string, SendState> = {
    'a.pdf': { is: 'done', outcome: { result: 'attached' } },
    '=b.pdf': { is: 'done', outcome: { result: 'left', reason: 'It has a link.' } },
    'c.pdf': { is: 'failed', reason: 'The disk is full.' },
    'd.pdf': { is: 'cancelled' },
  }
  const open = { state: 'open' as const, to: null, reason: 'Several.' }
  const files = [
    ...Object.keys(states).map((path) => planned(path)),
    planned('e.pdf', { ...open, match: { ...planned('e.pdf').match, state: 'ambiguous', candidates } }),
    planned('g.pdf', { ...open, state: 'same', reason: 'The same content as a.pdf.' }),
    planned('f.pdf', { ...open, state: 'left', match: { ...planned('f.pdf').match, state: 'unmatched' } }),
  ]
  expect(reportCsv(files, (path) => states[path]).split('\r\n')).toEqual([
    '\uFEFFFile,Result,Reason,Handout,Title,Language,Candidates',
    'a.pdf,attached,,c1,"Asthma, ""severe""",Spanish,',
    `'=b.pdf,left,It has a link.,c1,"Asthma, ""severe""",Spanish,`,
    'c.pdf,failed,The disk is full.,c1,"Asthma, ""severe""",Spanish,',
    'd.pdf,not sent,,c1,"Asthma, ""severe""",Spanish,',
    'e.pdf,ambiguous,Several.,,,,Asthma (Spanish); Fever',
    'g.pdf,skipped,The same content as a.pdf.,,,,',
    'f.pdf,unmatched,Several.,,,,',
    '',
  ])
})
