import { expect, test } from 'vitest'
import { Problem } from '../../../api/problem'
import type { Attached } from './folderRun'
import { createFolderRun } from './folderRun'
import type { PlannedFile } from './plan'

const planned = (path: string, citation: string): PlannedFile => ({
  path,
  file: new File(['x'], path),
  match: {
    name: path,
    state: 'matched',
    citation,
    title: '',
    lang: 'Spanish',
    has: null,
    reason: null,
    candidates: [],
  },
  problem: null,
  sameAs: null,
  state: 'ready',
  to: { citation, title: '', lang: 'Spanish' },
  reason: '',
})

/** A run whose files are finished by the test. */
function open(files: PlannedFile[]) {
  const sent = new Map<string, { finish: (outcome: Attached) => void; fail: (error: unknown) => void }>()
  const run = createFolderRun(
    (file, { signal }) =>
      new Promise((finish, fail) => {
        sent.set(file.name, { finish, fail })
        signal.addEventListener('abort', () => fail(new DOMException('', 'AbortError')))
      }),
  )
  run.start(files, false)
  const settled = () => new Promise((resolve) => setTimeout(resolve))
  return { run, sent, settled }
}

test('three files are sent at a time, and those of one citation one after the other', async () => {
  const files = [planned('a', 'c1'), planned('b', 'c1'), planned('c', 'c2'), planned('d', 'c3'), planned('e', 'c4')]
  const { run, sent, settled } = open(files)
  expect([...sent.keys()]).toEqual(['a', 'c', 'd'])
  sent.get('a')?.finish({ result: 'attached' })
  await settled()
  expect([...sent.keys()]).toEqual(['a', 'c', 'd', 'b'])
  expect(run.summary()).toMatchObject({ total: 5, done: 1, attached: 1, isRunning: true })
})

test('a cancel stops what is sent and what waits; both are sent again on request', async () => {
  const files = ['a', 'b', 'c', 'd'].map((path) => planned(path, path))
  const { run, sent, settled } = open(files)
  sent.get('a')?.finish({ result: 'left', reason: 'It has a link.' })
  await settled()
  run.cancel()
  await settled()
  expect(files.map(({ path }) => run.stateOf(path)?.is)).toEqual(['done', 'cancelled', 'cancelled', 'cancelled'])
  expect(run.summary()).toMatchObject({ done: 4, left: 1, failed: 3, isRunning: false })
  sent.clear()
  run.retry()
  expect([...sent.keys()]).toEqual(['b', 'c', 'd'])
})

test('a failure names what the server said, and the other files are sent', async () => {
  const { run, sent, settled } = open([planned('a', 'c1'), planned('b', 'c2')])
  sent.get('a')?.fail(new Problem(422, 'Something has to be corrected', '', [], 'A web page is not a handout.'))
  sent.get('b')?.finish({ result: 'unchanged' })
  await settled()
  expect(run.stateOf('a')).toEqual({ is: 'failed', reason: 'A web page is not a handout.' })
  expect(run.summary()).toMatchObject({ done: 2, failed: 1, unchanged: 1, isRunning: false })
})
