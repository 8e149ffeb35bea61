// Part of `make bench`: stored files in the data directory. Measures 64 clients that read 1 GB in all, with the memory that
// the server needs for them, ranges of a file of 50 MB, and its upload relative to a plain write with fsync.

import { spawn } from 'node:child_process'
import { closeSync, fsyncSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loggedAddress } from '../http/ports.mjs'
import { signIn } from '../http/sign_in.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const binary = process.env.HANDOUT ?? join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'dist/handout')
const megabyte = 1_048_576
const clients = 64
const rounds = Number(process.env.BENCH_ROUNDS ?? 7)
const work = mkdtempSync(join(tmpdir(), 'handout-files-'))
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]

/** Text of this size; each seed gives another content. */
function textOf(size, seed) {
  const line = `Drink a glass of water every hour (${seed}).\n`
  return Buffer.from(line.repeat(Math.ceil(size / line.length)).slice(0, size))
}

/** Megabytes of memory that belong to the process alone, beyond the page cache. */
const memory = ({ pid }) => Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024

async function upload(admin, name, content) {
  const begun = performance.now()
  const answer = await admin.go(`/api/files?name=${name}`, { method: 'POST', body: content })
  if (answer.status !== 201) throw new Error(`${name}: ${answer.status} ${await answer.text()}`)
  return { ...(await answer.json()), milliseconds: performance.now() - begun }
}

/** Adds a citation with this file; returns the path of the file. */
async function cite(admin, id, { digest, name }) {
  const found = await (await admin.go('/api/search?q=')).json()
  const model = await (await admin.go(`/api/citations/${found.hits.hit[0].id.slice('citation:'.length)}`)).json()
  const languages = [{ lang: 'English', file: { digest, name } }]
  const body = JSON.stringify({ ...model, id, readableIds: undefined, title: `Benchmark ${id}`, languages })
  const answer = await admin.go('/api/citations', { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  if (answer.status !== 201) throw new Error(`citing ${name}: ${answer.status} ${await answer.text()}`)
  return `/file/${id}/en`
}

/** Reads an address over a connection of its own, and drops the bytes; returns their number. */
function read(address, path, headers = {}) {
  return new Promise((resolve, reject) => {
    const sent = request(address + path, { agent: false, headers }, (answer) => {
      let bytes = 0
      answer.on('data', (chunk) => {
        bytes += chunk.length
      })
      answer.on('end', () => resolve(bytes))
      answer.on('error', reject)
    })
    sent.on('error', reject)
    sent.end()
  })
}

/** The milliseconds of a plain write of this content with fsync, in the same file system. */
function plainWrite(content) {
  const begun = performance.now()
  const file = openSync(join(work, 'plain'), 'w')
  writeSync(file, content)
  fsyncSync(file)
  closeSync(file)
  return performance.now() - begun
}

const child = spawn(binary, ['--demo', '--data', join(work, 'data'), '--listen', '127.0.0.1:0'], {
  cwd: work,
  env: { ...process.env, HANDOUT_SERVER__RATE_LIMIT: '0', RUST_LOG: 'handout=info' },
})
try {
  const address = await loggedAddress(child)
  const admin = await signIn({ address })
  const path = await cite(admin, 'files-16', await upload(admin, 'water.txt', textOf(16 * megabyte, 0)))
  await read(address, path)
  // The demo's files are checked and drawn first.
  await new Promise((resolve) => setTimeout(resolve, 25_000))
  const [before, begun] = [memory(child), performance.now()]
  let most = before
  const watching = setInterval(() => {
    most = Math.max(most, memory(child))
  }, 20)
  const bytes = await Promise.all(Array.from({ length: clients }, () => read(address, path)))
  clearInterval(watching)
  const seconds = (performance.now() - begun) / 1000
  const megabytes = bytes.reduce((sum, read) => sum + read, 0) / megabyte
  console.log(`| ${clients} clients, ${megabytes} MB in all | ${seconds.toFixed(1)} s | ${(most - before).toFixed(1)} MB more memory |`)

  const ratios = []
  let last
  for (let round = 1; round <= rounds; round++) {
    const content = textOf(50 * megabyte, round)
    last = await upload(admin, 'large.txt', content)
    ratios.push(last.milliseconds / plainWrite(content))
  }
  console.log(`| upload of 50 MB relative to a write with fsync | median ${median(ratios).toFixed(2)} | last ${last.milliseconds.toFixed(0)} ms |`)
  const large = await cite(admin, 'files-50', last)
  const times = []
  for (let n = 0; n < 200; n++) {
    const from = Math.floor((n / 200) * 49 * megabyte)
    const started = performance.now()
    const got = await read(address, large, { range: `bytes=${from}-${from + 65_535}` })
    times.push(performance.now() - started)
    if (got !== 65_536) throw new Error(`a range has ${got} bytes`)
  }
  const sorted = times.toSorted((a, b) => a - b)
  console.log(`| range of 64 KB of 50 MB | median ${median(times).toFixed(2)} ms | 99 % ${sorted[197].toFixed(2)} ms |`)
} finally {
  child.kill()
  rmSync(work, { recursive: true, force: true })
}
