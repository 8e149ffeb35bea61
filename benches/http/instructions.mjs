// `make instructions BASE=path/to/handout CATALOGUE=file`: how many instructions two builds execute for the same
// searches and suggestions, counted by Valgrind. Unlike times, the counts are the same on a busy machine. See
// docs/benchmarks.md.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { instructions } from './callgrind.mjs'
import { questions, readCatalogue } from './catalogues.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const [base, catalogue] = process.argv.slice(2)
const builds = { base, this: join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'dist/handout') }
const count = Number(process.env.BENCH_SEARCHES ?? 600)
const work = mkdtempSync(join(tmpdir(), 'handout-instructions-'))
const citations = readCatalogue(catalogue)
const typed = questions(citations, 2_000).slice(0, count)
/** How many letters are typed when suggestions are requested. */
const typedLetters = [3, 5, 8]
const requests = {
  search: typed.map((q) => `/api/search?q=${encodeURIComponent(q)}`),
  suggestions: typed.map((q, n) => {
    const beginning = [...q].slice(0, typedLetters[n % typedLetters.length]).join('')
    return `/api/search/suggestions?q=${encodeURIComponent(beginning)}`
  }),
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
    for (const [kind, paths] of Object.entries(requests)) seen[name][kind] = await instructions(binary, data, paths, { work })
  }
  console.log(`\nInstructions a request, ${citations.length} citations, ${count} texts\n`)
  console.log('| | base | this | ratio |\n| --- | --: | --: | --: |')
  for (const kind of Object.keys(requests)) {
    const cells = Object.values(seen).map((build) => Math.round(build[kind]).toLocaleString('en-US'))
    console.log(`| ${kind} | ${cells.join(' | ')} | ${(seen.this[kind] / seen.base[kind]).toFixed(2)} |`)
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}
