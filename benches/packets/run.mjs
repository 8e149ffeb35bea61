// Part of `make bench`: 5,000 department packets of 20 citations each. Measures the list, a page and the packet itself,
// and the CPU of searches with packets relative to the same searches without any, in one run.

import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { questions, randomFrom, readCatalogue } from '../http/catalogues.mjs'
import { loggedAddress } from '../http/ports.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const binary = process.env.HANDOUT ?? join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'dist/handout')
const packetCount = 5_000
const itemCount = 20
const rounds = Number(process.env.BENCH_ROUNDS ?? 7)
const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
const work = mkdtempSync(join(tmpdir(), 'handout-packets-'))
const running = []

/** Packets with titles made of words from the titles of the catalogue. */
function* packets(citations) {
  const random = randomFrom(5_000)
  const pick = (list) => list[Math.floor(random() * list.length)]
  const words = citations.flatMap(({ title }) => title.split(/\s+/))
  for (let n = 0; n < packetCount; n++) {
    const items = new Set()
    while (items.size < itemCount) items.add(pick(citations).id)
    const title = Array.from({ length: 2 + Math.floor(random() * 4) }, () => pick(words)).join(' ')
    yield { title, published: true, items: [...items].map((citation) => ({ citation, note: null })) }
  }
}

const lines = (objects) => [...objects].map((object) => JSON.stringify(object)).join('\n')

async function serve(name, files) {
  const data = join(work, name)
  for (const [option, file] of files) execFileSync(binary, ['--data', data, 'import', ...option, file], { cwd: work, stdio: 'ignore' })
  const child = spawn(binary, ['--data', data, '--listen', '127.0.0.1:0'], {
    cwd: work,
    env: { ...process.env, HANDOUT_SERVER__RATE_LIMIT: '0', RUST_LOG: 'handout=info' },
  })
  running.push(child)
  const address = await loggedAddress(child)
  while ((await fetch(`${address}/api/search?q=asthma`)).status === 503) await new Promise((later) => setTimeout(later, 50))
  return { child, address }
}

async function get(address, path) {
  const answer = await fetch(address + path)
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text}`)
  return text
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]

/** The median milliseconds of a request. */
async function time(address, paths) {
  const times = []
  for (const path of paths) {
    const begun = performance.now()
    await get(address, path)
    times.push(performance.now() - begun)
  }
  return median(times)
}

function cpuSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** The server's CPU time per search, in microseconds. */
async function searchCpu({ child, address }, paths) {
  const before = cpuSeconds(child.pid)
  for (let n = 0; n < paths.length; n += 8) await Promise.all(paths.slice(n, n + 8).map((path) => get(address, path)))
  return ((cpuSeconds(child.pid) - before) / paths.length) * 1e6
}

try {
  const citations = readCatalogue(process.argv[2]).map((citation, n) => ({ ...citation, id: `c-${n}` }))
  const [catalogue, list] = [join(work, 'citations.jsonl'), join(work, 'packets.jsonl')]
  writeFileSync(catalogue, lines(citations))
  writeFileSync(list, lines(packets(citations.filter(({ obsolete }) => !obsolete))))
  const none = await serve('none', [[[], catalogue]])
  const many = await serve('many', [[[], catalogue], [['--packets'], list]])
  const { packets: page } = JSON.parse(await get(many.address, '/api/packets'))
  const rows = [
    ['list', page.map((_, n) => `/api/packets?start=${n * 90}`)],
    ['list with q', page.map(({ title }) => `/api/packets?q=${encodeURIComponent(title.split(' ')[0].replace(/\W/g, '') || 'care')}`)],
    ['one packet', page.map(({ readableId }) => `/api/packets/${encodeURIComponent(readableId)}?lang=es`)],
    ['page of one packet', page.map(({ readableId }) => `/packet/${encodeURIComponent(readableId)}`)],
  ]
  for (const [name, paths] of rows) console.log(`| ${name} | ${(await time(many.address, paths)).toFixed(1)} ms |`)
  const searches = questions(citations, 2_000).map((q) => `/api/search?q=${encodeURIComponent(q)}`)
  const ratios = []
  for (let round = 0; round <= rounds; round++) {
    const [without, having] = [await searchCpu(none, searches), await searchCpu(many, searches)]
    // The first round warms both up.
    if (round > 0) ratios.push(having / without)
    console.log(`| search, CPU | ${without.toFixed(0)} µs without packets | ${having.toFixed(0)} µs with |`)
  }
  console.log(`| search, median ratio | ${median(ratios).toFixed(3)} |`)
} finally {
  for (const child of running) child.kill()
  rmSync(work, { recursive: true, force: true })
}
