// `make instructions BASE=path/to/handout CATALOGUE=file`: how many instructions two builds execute for the same searches and
// suggestions, counted by Valgrind. Unlike times, the counts are the same on a busy machine. See docs/benchmarks.md.

import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { questions, readCatalogue } from './catalogues.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const [base, catalogue] = process.argv.slice(2)
const builds = { base, this: join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'dist/handout') }
const count = Number(process.env.BENCH_SEARCHES ?? 600)
const work = mkdtempSync(join(tmpdir(), 'handout-instructions-'))
const citations = readCatalogue(catalogue)
const typed = questions(citations, 2_000).slice(0, count)
/** How much of a search is typed when suggestions are asked for. */
const typedLetters = [3, 5, 8]
const requests = {
  search: typed.map((q) => `/api/search?q=${encodeURIComponent(q)}`),
  suggestions: typed.map((q, n) => {
    const beginning = [...q].slice(0, typedLetters[n % typedLetters.length]).join('')
    return `/api/search/suggestions?q=${encodeURIComponent(beginning)}`
  }),
}

function get(address, path, agent) {
  return new Promise((resolve, reject) => {
    const request = http.get(address + path, { agent }, (response) => {
      response.resume()
      response.once('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(`${path}: ${response.statusCode}`))))
    })
    request.once('error', reject)
  })
}

/** The instructions of one request, after every request has been made once. */
async function instructions(binary, data, paths) {
  const counts = join(work, 'counts')
  const valgrind = ['--tool=callgrind', '--instr-atstart=no', `--callgrind-out-file=${counts}`, binary]
  const child = spawn('valgrind', [...valgrind, '--data', data, '--listen', '127.0.0.1:0'], {
    cwd: work,
    env: { ...process.env, HANDOUT_SERVER__RATE_LIMIT: '0', RUST_LOG: 'handout=info' },
  })
  child.stdout.resume()
  const stopped = new Promise((resolve) => child.once('exit', resolve))
  const address = await new Promise((resolve, reject) => {
    let log = ''
    child.stderr.on('data', (text) => {
      log += text
      const found = /listening on (http:\/\/[\d.:]+)/.exec(log)
      if (found) resolve(found[1])
    })
    child.once('exit', () => reject(new Error(`the server did not start:\n${log}`)))
  })
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  for (const path of paths) await get(address, path, agent)
  execFileSync('callgrind_control', ['-i', 'on', String(child.pid)], { stdio: 'ignore' })
  for (const path of paths) await get(address, path, agent)
  execFileSync('callgrind_control', ['-i', 'off', String(child.pid)], { stdio: 'ignore' })
  agent.destroy()
  child.kill('SIGTERM')
  await stopped
  return Number(/^totals: (\d+)/m.exec(readFileSync(counts, 'utf8'))[1]) / paths.length
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
    for (const [kind, paths] of Object.entries(requests)) seen[name][kind] = await instructions(binary, data, paths)
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
