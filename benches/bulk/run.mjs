// `node benches/bulk/run.mjs CATALOGUE`: how much slower searches are while a job changes many citations. Compares with
// the same searches before, between and after the jobs, and with the same searches on a second server that has no job,
// alternating between the two. On a busy machine the first ratio includes other work, the second only what happens
// within the server.
// CATALOGUE is a JSON Lines file that citations are generated from. HANDOUT_BIN names the binary (target/dist/handout),
// BENCH_GENERATED how many citations are changed (5,000). Only the ratio is comparable between machines and builds.

import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { generated, questions, readCatalogue } from '../http/catalogues.mjs'
import { freePort } from '../http/ports.mjs'
import { signIn } from '../http/sign_in.mjs'

const handout = process.env.HANDOUT_BIN ?? fileURLToPath(new URL('../../target/dist/handout', import.meta.url))
const count = Number(process.env.BENCH_GENERATED ?? 5_000)
const work = mkdtempSync(join(tmpdir(), 'handout-bulk-'))
const data = join(work, 'data')

async function serve(data) {
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

const percentile = (times, share) => times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)]
const shown = (ms) => `${ms.toFixed(2)} ms`
const postJson = async (go, path, body) => {
  const headers = { 'content-type': 'application/json' }
  const answer = await go(path, { method: 'POST', body: JSON.stringify(body), headers })
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** Searches one after another, alternating between the servers, until `isOver`; returns the times in ms. */
async function searches(servers, paths, isOver) {
  const times = servers.map(() => [])
  for (let n = 0; !isOver(); n++) {
    for (const [of, { address }] of servers.entries()) {
      const begun = performance.now()
      await (await fetch(address + paths[n % paths.length])).arrayBuffer()
      times[of].push(performance.now() - begun)
    }
  }
  return times
}

/** Runs before, between and after the jobs, so that other load of the machine affects both sides alike. */
async function idleSearches(servers, paths) {
  const begun = performance.now()
  return (await searches(servers, paths, () => performance.now() - begun > 10_000))[0]
}

async function job(go, id) {
  return (await (await go('/api/system/jobs')).json()).find((one) => one.id === id)
}

/** The processor seconds that a process has used. */
function cpuSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Measures searches while the job with this id runs. */
async function during(go, servers, paths, id) {
  const { child } = servers[0]
  let isOver = false
  const [begun, used] = [performance.now(), cpuSeconds(child.pid)]
  const searching = searches(servers, paths, () => isOver)
  while (!(await job(go, id)).complete) await pause(200)
  isOver = true
  const [times, beside] = await searching
  return { times, beside, seconds: (performance.now() - begun) / 1_000, cpu: cpuSeconds(child.pid) - used }
}

async function main() {
  const from = readCatalogue(process.argv[2])
  const citations = [...generated(count, from)]
  const file = join(work, 'catalogue.jsonl')
  writeFileSync(file, citations.map((citation) => JSON.stringify(citation)).join('\n'))
  execFileSync(handout, ['--data', data, 'import', file], { stdio: 'ignore' })
  const paths = questions(citations, 400).map((q) => `/api/search?q=${encodeURIComponent(q)}`)
  cpSync(data, `${data}-beside`, { recursive: true })
  const servers = [await serve(data), await serve(`${data}-beside`)]
  try {
    const { go } = await signIn(servers[0])
    const started = performance.now()
    await searches(servers, paths, () => performance.now() - started > 3_000)
    const idle = await idleSearches(servers, paths)
    const target = { query: { q: '', obsolete: true }, change: { add: { tags: 'Benchmark' }, set: { reviewedBy: 'Benchmark' } } }
    const previewed = performance.now()
    const preview = await postJson(go, '/api/system/bulk', { ...target, preview: true })
    const asked = performance.now()
    const change = await postJson(go, '/api/system/bulk', target)
    const taken = performance.now()
    const changing = await during(go, servers, paths, change.id)
    idle.push(...(await idleSearches(servers, paths)))
    const undo = await postJson(go, `/api/system/jobs/${change.id}/undo`, {})
    const undoing = await during(go, servers, paths, undo.id)
    idle.push(...(await idleSearches(servers, paths)))
    console.log(`${preview.changing} citations: preview ${shown(asked - previewed)}, taken in within ${shown(taken - asked)}`)
    const percentiles = (times) => ({ p50: percentile(times, 0.5), p95: percentile(times, 0.95) })
    const before = percentiles(idle)
    console.log(`idle: p50 ${shown(before.p50)}, p95 ${shown(before.p95)} (${idle.length} searches)`)
    console.log('| while | searches | p50 | p95 | against idle | against the server beside |\n|---|--:|--:|--:|--:|--:|')
    for (const [name, { times, beside, seconds, cpu }] of [
      ['changing', changing],
      ['undoing', undoing],
    ]) {
      const [now, other] = [percentiles(times), percentiles(beside)]
      const ratio = (base) => `${(now.p50 / base.p50).toFixed(2)} (p95 ${(now.p95 / base.p95).toFixed(2)})`
      const took = `${name}, ${seconds.toFixed(0)} s, ${cpu.toFixed(0)} s of processor`
      console.log(`| ${took} | ${times.length} | ${shown(now.p50)} | ${shown(now.p95)} | ${ratio(before)} | ${ratio(other)} |`)
    }
  } finally {
    for (const { child } of servers) {
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGTERM')
      await ended
    }
    rmSync(work, { recursive: true, force: true })
  }
}

await main()
