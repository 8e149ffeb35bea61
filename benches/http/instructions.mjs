// `make instructions BASE=path/to/handout CATALOGUE=file`: how many instructions two builds execute for the same
// searches, suggestions, pages and saves, counted by Valgrind. Unlike times, the counts are the same on a busy machine.
// BENCH_BINARY is measured instead of this build. See docs/benchmarks.md.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { instructions, requesting } from './callgrind.mjs'
import { questions, readCatalogue } from './catalogues.mjs'
import { signIn } from './sign_in.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const [base, catalogue] = process.argv.slice(2)
const builds = { base, this: process.env.BENCH_BINARY ?? join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'dist/handout') }
const count = Number(process.env.BENCH_SEARCHES ?? 600)
const work = mkdtempSync(join(tmpdir(), 'handout-instructions-'))
const citations = readCatalogue(catalogue)
const typed = questions(citations, 2_000).slice(0, count)
/** How many letters are typed when suggestions are requested. */
const typedLetters = [3, 5, 8]
const ids = citations.slice(0, count).map(({ id }) => encodeURIComponent(id))
const SAVES = 100
let saved = 0
const day = '2026-01-24T00:00:00.000Z'
const handout = {
  authors: ['Ruth Okafor, RN'],
  publisher: { name: 'Bayside Children’s' },
  materialFormat: 'Handout',
  keywords: ['asthma', 'breathing'],
  keySubjectHeading: 'Asthma',
  whereToObtain: 'Copy Center',
  publishDate: day,
  languages: [{ lang: 'English', url: 'https://files.example.org/english.pdf' }],
  revisionDates: [{ lang: 'English', revisionDate: day }],
  abstract: 'A short abstract.',
  audience: ['Parents'],
  reviewedBy: 'Mara Lindqvist',
  assessment: 1,
  famReview: 1,
  originator: 'Daniel Weiss, MD',
  deptReviewDate: day,
}

/** Adds citations, as the demo's administrator. */
async function save(server, { go }) {
  for (let n = 0; n < SAVES; n++) {
    const body = JSON.stringify({ ...handout, title: `${typed[n % typed.length]} ${++saved}` })
    const answer = await go('/api/citations', { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    if (answer.status !== 201) throw new Error(`a save: ${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
  }
}

const reading = (paths) => ({ run: requesting(paths), calls: paths.length })
const kinds = {
  search: reading(typed.map((q) => `/api/search?q=${encodeURIComponent(q)}`)),
  suggestions: reading(
    typed.map((q, n) => {
      const beginning = [...q].slice(0, typedLetters[n % typedLetters.length]).join('')
      return `/api/search/suggestions?q=${encodeURIComponent(beginning)}`
    }),
  ),
  'page of results': reading(typed.map((q) => `/search?q=${encodeURIComponent(q)}`)),
  'page of a citation': reading(ids.map((id) => `/citation/${id}`)),
  // Last: it changes the data.
  save: { run: save, calls: SAVES, args: ['--demo'], prepare: signIn },
}

try {
  const file = join(work, 'catalogue.jsonl')
  writeFileSync(file, citations.map((citation) => JSON.stringify(citation)).join('\n'))
  const seen = {}
  for (const [name, binary] of Object.entries(builds)) {
    const data = join(work, name)
    execFileSync(binary, ['--data', data, 'import', file], { cwd: work, stdio: 'ignore' })
    execFileSync(binary, ['--data', data, '--rebuild-index'], { cwd: work, stdio: 'ignore' })
    seen[name] = {}
    for (const [kind, { run, calls, ...options }] of Object.entries(kinds)) {
      seen[name][kind] = (await instructions(binary, data, run, { work, ...options })) / calls
    }
  }
  console.log(`\nInstructions a request, ${citations.length} citations, ${count} texts\n`)
  console.log('| | base | this | ratio |\n| --- | --: | --: | --: |')
  for (const kind of Object.keys(kinds)) {
    const cells = Object.values(seen).map((build) => Math.round(build[kind]).toLocaleString('en-US'))
    console.log(`| ${kind} | ${cells.join(' | ')} | ${(seen.this[kind] / seen.base[kind]).toFixed(2)} |`)
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}
