// `make bench`, replicas: a primary alone, and two replicas behind nginx, configured as in assets/replicas/nginx.conf.
// Everything shares one machine with the load generator: requests a second compare the setups but are not the capacity
// of separate machines. docs/growing.md uses the processor time of each process.
// node benches/replicas/run.mjs [CATALOGUE]   a JSON Lines file from which 50,000 citations are generated.

import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createWriteStream, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { beginnings, generated, questions, readCatalogue } from '../http/catalogues.mjs'
import { freePort } from '../http/ports.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const handout = join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'dist/handout')
const seconds = Number(process.env.BENCH_SECONDS ?? '5')
const generatedCount = Number(process.env.BENCH_GENERATED ?? 50_000)
const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
const work = mkdtempSync(join(tmpdir(), 'handout-replicas-'))
const running = new Set()

const whole = (number) => Math.round(number).toLocaleString('en-US')
const print = (...cells) => console.log(`| ${cells.join(' | ')} |`)

function install() {
  const wanted = { wrk: 'wrk', nginx: 'nginx-light' }
  const path = `${process.env.PATH}:/usr/sbin`
  const has = (program) => spawnSync('sh', ['-c', `command -v ${program}`], { env: { ...process.env, PATH: path } }).status === 0
  const missing = Object.keys(wanted).filter((program) => !has(program)).map((program) => wanted[program])
  if (missing.length > 0) {
    const command = `apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends ${missing.join(' ')}`
    execFileSync('sh', ['-c', command], { stdio: 'inherit' })
  }
  execFileSync('cargo', ['build', '--profile', 'dist', '--bin', 'handout'], { cwd: root, stdio: 'inherit' })
}

/** Waits until a search is answered at this address. */
async function answering(address, child) {
  for (;;) {
    try {
      const answer = await fetch(`${address}/api/search?q=asthma`)
      await answer.arrayBuffer()
      if (answer.ok) return
    } catch {
      // Not listening yet.
    }
    if (child.exitCode !== null) throw new Error(`what should answer at ${address} ended`)
    await pause(10)
  }
}

/** Starts a server on a data directory, as a replica if it is given replica settings. */
async function serve(data, settings = {}) {
  const address = `127.0.0.1:${await freePort()}`
  const env = { PATH: process.env.PATH, HANDOUT_SERVER__RATE_LIMIT: '0', HANDOUT_SERVER__TRUSTED_PROXIES: '["127.0.0.1/32"]', ...settings }
  const command = Object.keys(settings).length > 0 ? ['serve', '--replica'] : []
  const child = spawn(handout, ['--data', data, '--listen', address, ...command], { cwd: work, stdio: 'ignore', env })
  running.add(child)
  await answering(`http://${address}`, child)
  return { child, address }
}

/** nginx with the settings of the example, except addresses and TLS. */
async function proxy(primary, replicas) {
  const listen = `127.0.0.1:${await freePort()}`
  const settings = readFileSync(join(root, 'assets/replicas/nginx.conf'), 'utf8')
    .replaceAll('10.0.0.10:8080', primary.address)
    .replaceAll('10.0.0.11:8080', replicas[0].address)
    .replaceAll('10.0.0.12:8080', replicas[1].address)
    .replace('listen 443 ssl;', `listen ${listen};`)
    .replace(/^ *http2 on;.*$/m, '')
    .replaceAll(/^ *ssl_certificate.*$/gm, '')
  writeFileSync(join(work, 'handout.conf'), settings)
  const frame = `daemon off;\npid ${work}/nginx.pid;\nerror_log ${work}/nginx.log;\nworker_processes auto;\nevents { worker_connections 4096; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${work}/${name};`).join('\n  ')}
  include ${work}/handout.conf;
}\n`
  const file = join(work, 'nginx.conf')
  writeFileSync(file, frame)
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }
  const checked = spawnSync('nginx', ['-t', '-q', '-e', `${work}/nginx.log`, '-c', file], { env, encoding: 'utf8' })
  if (checked.status !== 0) throw new Error(`nginx does not accept assets/replicas/nginx.conf: ${checked.stderr}`)
  const child = spawn('nginx', ['-e', `${work}/nginx.log`, '-c', file], { stdio: 'ignore', env })
  running.add(child)
  await answering(`http://${listen}`, child)
  return { child, address: listen }
}

/** The processor seconds that a process and its children have used. */
function cpuSeconds(pid) {
  let ticks = 0
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const file = `/proc/${name}/stat`
    if (!existsSync(file)) continue
    const fields = readFileSync(file, 'utf8').split(') ').at(-1).split(' ')
    if (name === `${pid}` || fields[1] === `${pid}`) ticks += Number(fields[11]) + Number(fields[12])
  }
  return ticks / ticksPerSecond
}

/** Requests the paths over this many connections; returns the measurements of wrk. */
function wrk(address, paths, connections, time = seconds) {
  const file = join(work, 'paths.txt')
  writeFileSync(file, paths.join('\n'))
  const lua = join(root, 'benches/http/requests.lua')
  const command = ['-t', '1', '-c', `${connections}`, '-d', `${time}s`, '-s', lua, `http://${address}`, '--', file]
  const child = spawn('wrk', command, { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', (part) => (said += part))
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('exit', () => done(JSON.parse(said.trim().split('\n').at(-1))))
  })
}

/** One row of the table: the load on an address, and the cost in the processes behind it. */
async function measure(what, address, processes, paths, connections) {
  await wrk(address, paths, connections, 1)
  const before = processes.map(({ child }) => cpuSeconds(child.pid))
  const seen = await wrk(address, paths, connections)
  if (seen.failed > 0) throw new Error(`${seen.failed} requests failed: ${what}`)
  const each = processes.map(({ child }, n) => ((cpuSeconds(child.pid) - before[n]) / seen.requests) * 1e6)
  const [proxied, ...served] = processes.length > 1 ? each.toReversed() : [0, ...each]
  const sum = served.reduce((total, one) => total + one, 0)
  print(what, connections, whole(seen.requests / seen.seconds), whole(seen.p50_us), whole(seen.p99_us), whole(sum), processes.length > 1 ? whole(proxied) : '')
  return sum
}

/** Kills a replica under load; counts the failed requests. */
async function withoutOne(replica, front, paths) {
  const load = wrk(front.address, paths, 16, 6)
  await pause(2000)
  replica.child.kill('SIGKILL')
  return load
}

async function main() {
  install()
  const sample = readdirSync(join(root, 'assets/sample')).filter((name) => name.endsWith('.jsonl'))
  const given = process.argv[2]
  const from = given ? readCatalogue(given) : sample.flatMap((name) => readCatalogue(join(root, 'assets/sample', name)))
  const citations = [...generated(generatedCount, from)]
  const file = join(work, 'catalogue.jsonl')
  const out = createWriteStream(file)
  for (const citation of citations) out.write(`${JSON.stringify(citation)}\n`)
  out.end()
  await finished(out)
  const data = join(work, 'primary')
  execFileSync(handout, ['--data', data, 'import', file], { cwd: work, stdio: 'ignore' })
  const copy = join(work, 'followed.db')
  execFileSync(handout, ['--data', data, 'backup', copy], { cwd: work, stdio: 'ignore' })
  const primary = await serve(data)
  const settings = { HANDOUT_REPLICA__DATABASE: copy, HANDOUT_REPLICA__PRIMARY_URL: `http://${primary.address}` }
  const replicas = [await serve(join(work, 'replica1'), settings), await serve(join(work, 'replica2'), settings)]
  const front = await proxy(primary, replicas)
  console.log(`\n## Replicas: ${whole(citations.length)} citations\n`)
  print('call', 'connections', 'requests/s', 'p50 µs', 'p99 µs', 'CPU µs each, servers', 'proxy')
  print('---', '--:', '--:', '--:', '--:', '--:', '--:')
  const calls = {
    search: questions(citations, 5000).map((q) => `/api/search?q=${encodeURIComponent(q)}&start=0`),
    suggestions: beginnings(citations, 5000).map((q) => `/api/search/suggestions?q=${encodeURIComponent(q)}`),
    citation: citations.slice(0, 5000).map(({ id }) => `/api/citations/${encodeURIComponent(id)}`),
  }
  for (const [call, paths] of Object.entries(calls)) {
    for (const connections of [16, 64]) {
      await measure(`${call}, the primary alone`, primary.address, [primary], paths, connections)
      await measure(`${call}, a replica alone`, replicas[0].address, [replicas[0]], paths, connections)
      await measure(`${call}, two replicas behind nginx`, front.address, [...replicas, front], paths, connections)
    }
  }
  const seen = await withoutOne(replicas[0], front, calls.search)
  console.log(`\n- a replica killed under load, 16 connections: ${whole(seen.requests)} answers, ${seen.failed} failed, p99 ${whole(seen.p99_us)} µs`)
  replicas[1].child.kill('SIGKILL')
  const rest = await wrk(front.address, calls.search, 16)
  console.log(`- with both replicas gone: ${whole(rest.requests / rest.seconds)} searches a second by the primary, ${rest.failed} failed`)
  if (seen.failed + rest.failed > 0) process.exitCode = 1
}

try {
  await main()
} finally {
  for (const child of running) child.kill(child.spawnfile === 'nginx' ? 'SIGQUIT' : 'SIGKILL')
  await pause(500)
  rmSync(work, { recursive: true, force: true })
}
