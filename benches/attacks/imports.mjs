// Measures the cost of imports (hostile files, very large ones, many at once): memory, and the delay of searches and
// saves.
// node benches/attacks/imports.mjs [case…]   HANDOUT=target/debug/handout for another binary. Prints one JSON line per
// case.

import { spawn } from 'node:child_process'
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createGzip } from 'node:zlib'
import { freePort } from '../http/ports.mjs'
import { signIn } from '../http/sign_in.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const handout = resolve(root, process.env.HANDOUT ?? 'target/dist/handout')
const million = Number(process.env.IMPORT_RECORDS ?? 1_000_000)
const work = mkdtempSync(join(tmpdir(), 'handout-attacks-'))
const running = new Set()

/** The peak and the current memory of a process, in MB. */
function memory(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const mb = (name) => Math.round(Number(status.match(new RegExp(`${name}:\\s+(\\d+)`))?.[1] ?? 0) / 1024)
    return { peak: mb('VmHWM'), now: mb('VmRSS') }
  } catch {
    return { peak: 0, now: 0 }
  }
}

/** Runs a command until it exits; returns its exit code, seconds and peak memory. */
async function command(data, args) {
  const begun = performance.now()
  const child = spawn(handout, ['--data', data, ...args], { cwd: work, stdio: 'ignore' })
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, memory(child.pid).peak)
  }, 20)
  const [code] = await once(child, 'exit')
  clearInterval(timer)
  return { code, seconds: Number(((performance.now() - begun) / 1000).toFixed(1)), peakMb: peak }
}

/** Writes a gzip file of `head` and `megabytes` of a repeated text. */
async function packed(name, head, repeated, megabytes) {
  const path = join(work, name)
  const gzip = createGzip({ level: 9 })
  const file = gzip.pipe(createWriteStream(path))
  gzip.write(head)
  const block = repeated.repeat(Math.ceil((1 << 20) / repeated.length))
  for (let n = 0; n < megabytes; n++) if (!gzip.write(block)) await once(gzip, 'drain')
  gzip.end()
  await once(file, 'close')
  return path
}

async function citations(name, count) {
  const path = join(work, name)
  const file = createWriteStream(path)
  for (let n = 0; n < count; n++) {
    const line = JSON.stringify({
      id: `c${n}`,
      title: `Leaflet ${n} about care at home`,
      abstract: `What to do at home, when to call, and what leaflet ${n} leaves open. `.repeat(5),
      authors: ['Nursing'],
      keywords: [`Keyword ${n % 2000}`, 'Care at home'],
      publisher: { name: "Children's" },
      languages: [{ lang: 'English', ksbgNumber: `KSBG${n}`, url: `https://example.org/${n}.pdf` }],
    })
    if (!file.write(`${line}\n`)) await once(file, 'drain')
  }
  file.end()
  await once(file, 'close')
  return path
}

async function serve(data) {
  const address = `http://127.0.0.1:${await freePort()}`
  const args = ['--demo', '--data', data, '--listen', address.slice(7)]
  const env = { ...process.env, HANDOUT_SERVER__RATE_LIMIT: '0' }
  const child = spawn(handout, args, { cwd: work, stdio: 'ignore', env })
  running.add(child)
  for (;;) {
    const answer = await fetch(`${address}/readyz`).catch(() => null)
    if (answer?.ok) return { child, address }
    if (child.exitCode !== null) throw new Error('the server did not start')
    await pause(20)
  }
}

async function stop({ child }) {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
  running.delete(child)
}

/** Request headers of the demo's administrator. */
async function headersOf(server) {
  return { cookie: (await signIn(server)).cookies(), origin: server.address }
}

const quantile = (times, share) => {
  const sorted = times.toSorted((a, b) => a - b)
  return Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1))
}

/** Repeats `ask` while `work` is running; returns the median, 99th percentile and maximum in milliseconds. */
async function meanwhile(work, ask) {
  let done = false
  const ended = work.finally(() => {
    done = true
  })
  const times = []
  while (!done) {
    const begun = performance.now()
    await ask()
    times.push(performance.now() - begun)
    await pause(5)
  }
  return { result: await ended, asked: times.length, p50: quantile(times, 0.5), p99: quantile(times, 0.99), most: quantile(times, 1) }
}

/** Uploads files at once to a server of the sample catalogue; measures memory and the delay of searches and saves. */
async function uploads(name, files) {
  const server = await serve(join(work, `server-${name}`))
  const headers = await headersOf(server)
  const search = async () => (await fetch(`${server.address}/api/search?q=asthma&start=0`)).arrayBuffer()
  const idle = await meanwhile(pause(3000), search)
  const before = memory(server.child.pid).now
  const upload = async ({ path, bytes }) => {
    const body = bytes ?? readFileSync(path)
    const sent = await fetch(`${server.address}/api/system/imports`, { method: 'POST', headers, body })
    await sent.arrayBuffer()
    if (sent.status !== 201) return sent.status
    const preview = await fetch(`${server.address}${sent.headers.get('location')}/preview`, { headers })
    await preview.arrayBuffer()
    return preview.status
  }
  const busy = await meanwhile(Promise.all(files.map(upload)), search)
  const after = memory(server.child.pid)
  await stop(server)
  return {
    statuses: busy.result,
    megabytes: { before, peak: after.peak, after: after.now },
    searchMs: { idle: { p50: idle.p50, p99: idle.p99 }, busy: { p50: busy.p50, p99: busy.p99, most: busy.most } },
  }
}

const cases = {
  async bomb() {
    const path = await packed('bomb.jsonl.gz', '', '\n', 512)
    return { commandLine: await command(join(work, 'bomb'), ['import', path]), ...(await uploads('bomb', [{ path }])) }
  },
  async commas() {
    const path = await packed('commas.csv.gz', 'title\n', ',', 300)
    return { commandLine: await command(join(work, 'commas'), ['import', path]), ...(await uploads('commas', [{ path }])) }
  },
  async values() {
    const path = await packed('values.jsonl.gz', '', `{"title":[${'{"a":{}},'.repeat(20_000)}1]}\n`, 300)
    return { commandLine: await command(join(work, 'values'), ['import', path]), ...(await uploads('values', [{ path }])) }
  },
  async ten() {
    const line = `${JSON.stringify({ title: 'Leaflet', abstract: 'What to do at home. '.repeat(40) })}\n`
    const bytes = Buffer.from(line.repeat(Math.floor((63 << 20) / line.length)))
    return uploads('ten', Array.from({ length: 10 }, () => ({ bytes })))
  },
  async million() {
    const path = await citations('million.jsonl', million)
    const data = join(work, 'million')
    const dryRun = await command(data, ['import', '--dry-run', path])
    const server = await serve(join(work, 'million-server'))
    const headers = { ...(await headersOf(server)), 'content-type': 'application/json' }
    const department = async () => {
      const body = JSON.stringify({ name: `Unit ${performance.now()}`, frcContact: null })
      const saved = await fetch(`${server.address}/api/system/departments`, { method: 'POST', headers, body })
      if (saved.status !== 201) throw new Error(`a save was answered ${saved.status}`)
      await saved.arrayBuffer()
    }
    const beside = await meanwhile(command(join(work, 'million-server'), ['import', '--dry-run', path]), department)
    await stop(server)
    const written = await command(data, ['import', path])
    return { records: million, dryRun, savesBesideDryRunMs: { p50: beside.p50, p99: beside.p99, most: beside.most }, import: written }
  },
}

try {
  const chosen = process.argv.slice(2)
  for (const [name, run] of Object.entries(cases)) {
    if (chosen.length === 0 || chosen.includes(name)) console.log(JSON.stringify({ case: name, ...(await run()) }))
  }
} finally {
  for (const child of running) child.kill()
  rmSync(work, { recursive: true, force: true })
}
