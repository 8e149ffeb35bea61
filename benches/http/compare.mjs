// `make compare BASE=path/to/handout CATALOGUE=file`: compares two builds, alternating the same searches between them
// in one run: server CPU per search, searches a second, latency, memory, start. See docs/benchmarks.md.
// A ratio is the median of the rounds' ratios, with their quartiles: both builds of a round see the same state of the machine.

import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generated, questions, readCatalogue } from './catalogues.mjs'
import { loggedAddress } from './ports.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const [base, catalogue] = process.argv.slice(2)
const builds = { base, this: join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'dist/handout') }
const rounds = Number(process.env.BENCH_ROUNDS ?? 20)
const seconds = process.env.BENCH_SECONDS ?? '1'
const generatedCount = Number(process.env.BENCH_GENERATED ?? 50_000)
const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
const work = mkdtempSync(join(tmpdir(), 'handout-compare-'))
const running = new Set()

/** Serves a data directory; measures the milliseconds until the first answer. */
async function serve(binary, data) {
  const begun = performance.now()
  const child = spawn(binary, ['--data', data, '--listen', '127.0.0.1:0'], {
    cwd: work,
    env: { ...process.env, HANDOUT_SERVER__RATE_LIMIT: '0', RUST_LOG: 'handout=info' },
  })
  running.add(child)
  const address = await loggedAddress(child)
  await (await fetch(`${address}/api/search?q=asthma`)).text()
  return { child, address, started: performance.now() - begun }
}

function cpuSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

const memoryMb = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024

function load({ child, address }, file, connections) {
  const before = cpuSeconds(child.pid)
  const wrk = ['-t', '1', '-c', `${connections}`, '-d', `${seconds}s`, '-s', join(root, 'benches/http/requests.lua')]
  const out = execFileSync('wrk', [...wrk, address, '--', file], { encoding: 'utf8' })
  const seen = JSON.parse(out.trim().split('\n').at(-1))
  if (seen.failed > 0) throw new Error(`${seen.failed} requests failed`)
  return {
    cpu: ((cpuSeconds(child.pid) - before) / seen.requests) * 1e6,
    perSecond: seen.requests / seen.seconds,
    p50: seen.p50_us,
    p99: seen.p99_us,
  }
}

const quantile = (numbers, share) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)]
const median = (numbers) => quantile(numbers, 0.5)
const whole = (number) => Math.round(number).toLocaleString('en-US')
const print = (...cells) => console.log(`| ${cells.join(' | ')} |`)

async function compare(title, citations) {
  const paths = questions(citations, 2_000).map((q) => `/api/search?q=${encodeURIComponent(q)}`)
  const searches = join(work, 'searches.txt')
  writeFileSync(searches, paths.join('\n'))
  const file = join(work, 'catalogue.jsonl')
  writeFileSync(file, citations.map((citation) => JSON.stringify(citation)).join('\n'))
  const servers = {}
  const seen = {}
  for (const [name, binary] of Object.entries(builds)) {
    const data = join(work, `${name}-${citations.length}`)
    execFileSync(binary, ['--data', data, 'import', file], { cwd: work, stdio: 'ignore' })
    execFileSync(binary, ['--data', data, '--rebuild-index'], { cwd: work, stdio: 'ignore' })
    servers[name] = await serve(binary, data)
    seen[name] = { memoryAtStart: memoryMb(servers[name].child.pid), one: [], many: [] }
  }
  const names = Object.keys(builds)
  for (const name of names) load(servers[name], searches, 16)
  for (let round = 0; round < rounds; round++) {
    for (const [kind, connections] of Object.entries({ one: 1, many: 16 })) {
      for (const name of round % 2 === 0 ? names : names.toReversed()) {
        seen[name][kind].push(load(servers[name], searches, connections))
      }
    }
  }
  console.log(`\n${title}, ${whole(citations.length)} citations; medians of ${rounds} rounds\n`)
  print('', 'base', 'this', 'ratio')
  print('---', '--:', '--:', '--:')
  const row = (label, of) => {
    const [before, after] = names.map(of)
    print(label, whole(before), whole(after), (after / before).toFixed(2))
  }
  const rowOfRounds = (label, kind, measure) => {
    const [before, after] = names.map((name) => seen[name][kind].map((round) => round[measure]))
    const ratios = after.map((value, round) => value / before[round])
    const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => quantile(ratios, share).toFixed(2))
    print(label, whole(median(before)), whole(median(after)), `${middle} (${low} to ${high})`)
  }
  rowOfRounds('CPU a search, 1 connection, µs', 'one', 'cpu')
  rowOfRounds('CPU a search, 16 connections, µs', 'many', 'cpu')
  rowOfRounds('searches a second, 16 connections', 'many', 'perSecond')
  rowOfRounds('p50, 16 connections, µs', 'many', 'p50')
  rowOfRounds('p99, 16 connections, µs', 'many', 'p99')
  row('start to first answer, ms', (name) => servers[name].started)
  row('memory after the first answer, MB', (name) => seen[name].memoryAtStart)
  row('memory after all rounds, MB', (name) => memoryMb(servers[name].child.pid))
  for (const { child } of Object.values(servers)) {
    child.removeAllListeners('exit')
    child.kill('SIGTERM')
    running.delete(child)
  }
}

try {
  const citations = readCatalogue(catalogue)
  await compare('Given catalogue', citations)
  await compare('Generated catalogue', [...generated(generatedCount, citations)])
} finally {
  for (const child of running) child.kill('SIGKILL')
  rmSync(work, { recursive: true, force: true })
}
