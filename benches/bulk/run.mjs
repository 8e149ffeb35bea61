// How much slower searches are while a job changes many citations: node benches/bulk/run.mjs CATALOGUE
// CATALOGUE is a JSON Lines file that citations are generated from. HANDOUT_BIN names the binary (target/release/handout),
// BENCH_GENERATED how many citations are changed (5,000). The ratio counts, whatever the machine and the build.

import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { generated, questions, readCatalogue } from '../http/catalogues.mjs'

const handout = process.env.HANDOUT_BIN ?? fileURLToPath(new URL('../../target/release/handout', import.meta.url))
const count = Number(process.env.BENCH_GENERATED ?? 5_000)
const work = mkdtempSync(join(tmpdir(), 'handout-bulk-'))
const data = join(work, 'data')

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((ready) => server.once('listening', ready))
  const { port } = server.address()
  await new Promise((closed) => server.close(closed))
  return port
}

async function serve() {
  const address = `http://127.0.0.1:${await freePort()}`
  const child = spawn(handout, ['--demo', '--data', data, '--listen', address.slice(7)], {
    stdio: 'ignore',
    env: { ...process.env, HANDOUT_SERVER__RATE_LIMIT: '0' },
  })
  for (;;) {
    const answer = await fetch(`${address}/api/search?q=&obsolete=true`).catch(() => null)
    const found = answer?.ok ? (await answer.json()).hits.found : 0
    if (found >= count) return { child, address }
    if (child.exitCode !== null) throw new Error('the server did not start')
    await pause(100)
  }
}

/** Signs in as the demo's administrator; returns a fetch that keeps the cookies. */
async function signIn(address) {
  const jar = new Map()
  const go = async (url, init = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, origin: address, 'content-type': 'application/json', ...init.headers }
    const answer = await fetch(new URL(url, address), { redirect: 'manual', ...init, headers })
    for (const line of answer.headers.getSetCookie()) {
      const [name, value] = line.split(';')[0].split('=')
      jar.set(name, value)
    }
    return answer
  }
  const form = new URL((await go('/login')).headers.get('location')).searchParams
  form.set('account', 'education-admin')
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const chosen = await go('/demo-idp/authorize', { method: 'POST', body: form.toString(), headers })
  await go(chosen.headers.get('location'))
  if ((await go('/api/user')).status !== 200) throw new Error('signing in failed')
  return go
}

const percentile = (times, share) => times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)]
const shown = (ms) => `${ms.toFixed(2)} ms`
const postJson = async (go, path, body) => {
  const answer = await go(path, { method: 'POST', body: JSON.stringify(body) })
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** Searches one after another until `isOver`; how long each took, in ms. */
async function searches(address, paths, isOver) {
  const times = []
  for (let n = 0; !isOver(); n++) {
    const begun = performance.now()
    await (await fetch(address + paths[n % paths.length])).arrayBuffer()
    times.push(performance.now() - begun)
  }
  return times
}

/** Before, between and after the jobs, so that another load of the machine counts for both sides. */
async function idleSearches(address, paths) {
  const begun = performance.now()
  return searches(address, paths, () => performance.now() - begun > 10_000)
}

async function job(go, id) {
  return (await (await go('/api/system/jobs')).json()).find((one) => one.id === id)
}

/** Seconds of processor that a process has used. */
function cpuSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** How long searches take while the job with this id runs. */
async function during(go, { address, child }, paths, id) {
  let isOver = false
  const [begun, used] = [performance.now(), cpuSeconds(child.pid)]
  const searching = searches(address, paths, () => isOver)
  while (!(await job(go, id)).complete) await pause(200)
  isOver = true
  const times = await searching
  return { times, seconds: (performance.now() - begun) / 1_000, cpu: cpuSeconds(child.pid) - used }
}

async function main() {
  const from = readCatalogue(process.argv[2])
  const citations = [...generated(count, from)]
  const file = join(work, 'catalogue.jsonl')
  writeFileSync(file, citations.map((citation) => JSON.stringify(citation)).join('\n'))
  execFileSync(handout, ['--data', data, 'import', file], { stdio: 'ignore' })
  const paths = questions(citations, 400).map((q) => `/api/search?q=${encodeURIComponent(q)}`)
  const server = await serve()
  const { child, address } = server
  try {
    const go = await signIn(address)
    const started = performance.now()
    await searches(address, paths, () => performance.now() - started > 3_000)
    const idle = await idleSearches(address, paths)
    const target = { query: { q: '', obsolete: true }, change: { add: { tags: 'Benchmark' }, set: { reviewedBy: 'Benchmark' } } }
    const previewed = performance.now()
    const preview = await postJson(go, '/api/system/bulk', { ...target, preview: true })
    const asked = performance.now()
    const change = await postJson(go, '/api/system/bulk', target)
    const taken = performance.now()
    const changing = await during(go, server, paths, change.id)
    idle.push(...(await idleSearches(address, paths)))
    const undo = await postJson(go, `/api/system/jobs/${change.id}/undo`, {})
    const undoing = await during(go, server, paths, undo.id)
    idle.push(...(await idleSearches(address, paths)))
    console.log(`${preview.changing} citations: preview ${shown(asked - previewed)}, taken in within ${shown(taken - asked)}`)
    console.log('| searches | count | p50 | p95 | slowest | p50 against idle | p95 against idle |\n|---|---|---|---|---|---|---|')
    const [p50, p95] = [percentile(idle, 0.5), percentile(idle, 0.95)]
    for (const [name, times] of [
      ['idle', idle],
      [`while changing (${changing.seconds.toFixed(1)} s, ${changing.cpu.toFixed(1)} s of processor)`, changing.times],
      [`while undoing (${undoing.seconds.toFixed(1)} s, ${undoing.cpu.toFixed(1)} s of processor)`, undoing.times],
    ]) {
      const [middle, high] = [percentile(times, 0.5), percentile(times, 0.95)]
      const ratios = `${(middle / p50).toFixed(2)} | ${(high / p95).toFixed(2)}`
      console.log(`| ${name} | ${times.length} | ${shown(middle)} | ${shown(high)} | ${shown(percentile(times, 1))} | ${ratios} |`)
    }
  } finally {
    child.kill('SIGTERM')
    await new Promise((done) => child.once('exit', done))
    rmSync(work, { recursive: true, force: true })
  }
}

await main()
