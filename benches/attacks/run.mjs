// `make attacks`: the latency of searches and the memory of the server during attacks.
// ATTACK_BINARY names the program (default: the release build); ATTACK_CONNECTIONS, ATTACK_CITATIONS and ATTACK_SECONDS
// set the load. Exits with 1 when a goal is missed: p99 under 10 times idle, memory under 300 MB.

import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { loggedAddress } from '../http/ports.mjs'
import { signIn } from '../http/sign_in.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const target = process.env.CARGO_TARGET_DIR ?? join(root, 'target')
const binary = process.env.ATTACK_BINARY ?? join(target, 'dist/handout')
const connections = Number(process.env.ATTACK_CONNECTIONS ?? 2_000)
const count = Number(process.env.ATTACK_CITATIONS ?? 50_000)
const seconds = Number(process.env.ATTACK_SECONDS ?? 10)
const GOAL_RATIO = 10
const GOAL_MB = 300

const work = mkdtempSync(join(tmpdir(), 'handout-attacks-'))
const data = join(work, 'data')

function fill() {
  const lines = Array.from({ length: count }, (_, n) =>
    JSON.stringify({
      id: `attack-${n}`, title: `Fever at home ${n}`, authors: ['Nursing'], audience: [n % 2 ? 'Parents' : 'Teens'],
      keywords: ['Fever', `Topic ${n % 200}`], abstract: 'What to do when a child of any age has a fever. '.repeat(8),
      languages: [{ lang: 'English', ksbgNumber: `KSBG${n}`, url: '' }],
    }),
  )
  writeFileSync(join(work, 'catalogue.jsonl'), lines.join('\n'))
  execFileSync(binary, ['--data', data, 'import', join(work, 'catalogue.jsonl')], { cwd: work, stdio: 'ignore' })
}

async function serve() {
  // The rate limit per client is off: it would refuse most of the requests to be measured.
  const env = { ...process.env, HANDOUT_SERVER__RATE_LIMIT: '0' }
  const child = spawn(binary, ['--demo', '--data', data, '--listen', '127.0.0.1:0'], { cwd: work, env })
  const address = await loggedAddress(child)
  return { child, port: Number(new URL(address).port), address }
}

const memoryMb = ({ child }) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]) / 1024

/** The status of a request, a GET by default. Reads the whole response. */
const status = (server, path, options = {}, body = undefined) =>
  new Promise((resolve, reject) => {
    const sent = request({ port: server.port, host: '127.0.0.1', path, ...options }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode))
    })
    sent.once('error', reject)
    sent.end(body)
  })

/** Searches one after the other; returns p99 in ms, the peak memory, and the number of responses other than 200. */
async function measure(server) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times = []
  let [peak, failed] = [0, 0]
  for (const until = performance.now() + seconds * 1_000; performance.now() < until; ) {
    const begun = performance.now()
    const answered = await status(server, '/api/search?q=fever', { agent }).catch(() => 0)
    times.push(performance.now() - begun)
    if (answered !== 200) failed += 1
    peak = Math.max(peak, memoryMb(server))
    await pause(5)
  }
  agent.destroy()
  times.sort((a, b) => a - b)
  return { p99: times[Math.floor((times.length - 1) * 0.99)], peak, failed, searches: times.length }
}

const sockets = new Set()
/** Sends bytes and never reads the response. */
function unread(server, bytes) {
  const socket = connect(server.port, '127.0.0.1', () => socket.write(bytes))
  socket.pause()
  socket.on('error', () => {})
  sockets.add(socket)
}

/** Repeats `each`, `width` at a time, until stopped. */
function again(width, each) {
  let on = true
  const loops = Array.from({ length: width }, async () => {
    while (on) await Promise.resolve(each()).catch(() => pause(5))
  })
  return async () => {
    on = false
    await Promise.race([Promise.all(loops), pause(5_000)])
  }
}

const terms = encodeURIComponent(`(or ${"audience:'Parents' ".repeat(256)})`)
const costly = `/api/search?q=${encodeURIComponent(`"${'fever child home '.repeat(21)}"`)}&fq=${terms}`

/** Each attack starts itself and returns a function that ends it. */
const attacks = {
  'assets asked for ahead, unread': async (server) => {
    const page = await (await fetch(server.address)).text()
    const asset = /src="([^"]+)"/.exec(page)[1]
    const ahead = `GET ${asset} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br\r\n\r\n`.repeat(16)
    for (let n = 0; n < connections; n++) {
      unread(server, ahead)
      if (n % 50 === 49) await pause(5)
    }
  },
  '80 unread CSV downloads': (server, admin) => {
    for (let n = 0; n < 80; n++) {
      unread(server, `GET /api/search/download?q= HTTP/1.1\r\nHost: x\r\nCookie: ${admin.cookies()}\r\n\r\n`)
    }
  },
  '80 unread exports': (server, admin) => {
    for (let n = 0; n < 80; n++) {
      unread(server, `GET /api/system/export HTTP/1.1\r\nHost: x\r\nCookie: ${admin.cookies()}\r\n\r\n`)
    }
  },
  'invented methods of 60 kB': (server) => {
    let n = 0
    return again(8, () =>
      new Promise((done) => {
        const socket = connect(server.port, '127.0.0.1')
        socket.end(`M${n++}${'A'.repeat(60_000)} / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
        socket.resume().on('error', () => {}).once('close', done)
      }),
    )
  },
  '100 costly searches at once': (server) => again(100, () => status(server, costly)),
  'imports of gzip that unpacks to much, nine at once': (server, admin) => {
    const commas = gzipSync(Buffer.alloc(400 << 20, ','))
    const values = gzipSync(Buffer.from(`{"title":"A","keywords":[${'[],'.repeat(60_000)}1]}\n`.repeat(1_000)))
    let n = 0
    return again(9, async () => {
      const sent = await admin.go('/api/system/imports', { method: 'POST', body: n++ % 2 ? commas : values })
      const at = sent.headers.get('location')
      return at ? admin.go(`${at}/preview`) : sent
    })
  },
  'bodies of 1 MiB, 64 at once': (server, admin) => {
    const body = `{"title":"A","keywords":[${'{},'.repeat(45_000)}"${'a'.repeat(850_000)}"]}`
    // One shared buffer: allocations of the attacking process must not count as delay of the server.
    const bytes = Buffer.from(body)
    const headers = { 'content-type': 'application/json', 'content-length': bytes.length, cookie: admin.cookies(), origin: server.address }
    return again(64, () => status(server, '/api/citations', { method: 'POST', headers }, bytes))
  },
}

const print = (...cells) => console.log(`| ${cells.join(' | ')} |`)
const ms = (number) => `${number.toFixed(1)} ms`
let missed = 0
try {
  fill()
  const server = await serve()
  try {
    const admin = await signIn(server)
    await measure(server)
    const idle = await measure(server)
    print('attack', 'search p99', 'times idle', 'memory at most', 'searches not answered')
    print('---', '--:', '--:', '--:', '--:')
    print('none', ms(idle.p99), '1.0', `${Math.round(idle.peak)} MB`, `${idle.failed} of ${idle.searches}`)
    for (const [name, attack] of Object.entries(attacks)) {
      const end = await attack(server, admin)
      const seen = await measure(server)
      if (end) await end()
      for (const socket of sockets) socket.destroy()
      sockets.clear()
      const ratio = seen.p99 / idle.p99
      const well = ratio < GOAL_RATIO && seen.peak < GOAL_MB && seen.failed === 0
      if (!well) missed += 1
      print(well ? name : `**${name}**`, ms(seen.p99), ratio.toFixed(1), `${Math.round(seen.peak)} MB`, `${seen.failed} of ${seen.searches}`)
      await pause(2_000)
    }
  } finally {
    server.child.removeAllListeners('exit')
    server.child.kill('SIGTERM')
    await new Promise((done) => server.child.once('exit', done))
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}
process.exitCode = missed > 0 ? 1 : 0
