// `make bench`: speed, memory and sizes of the release build, in one run. See docs/benchmarks.md.
// node benches/http/run.mjs [CATALOGUE]   a JSON Lines file to measure in addition to 50,000 generated citations.

import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createWriteStream, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { beginnings, generated, questions, readCatalogue } from './catalogues.mjs'
import { freePort } from './ports.mjs'
import { signIn } from './sign_in.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const target = process.env.CARGO_TARGET_DIR ?? join(root, 'target')
const handout = join(target, 'dist/handout')
const seconds = process.env.BENCH_SECONDS ?? '5'
const generatedCount = Number(process.env.BENCH_GENERATED ?? 50_000)
const connectionCounts = [1, 16, 64]
const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
const work = mkdtempSync(join(tmpdir(), 'handout-bench-'))
const running = new Set()
/** A tag of every citation, to be renamed. */
const EVERYWHERE = 'Everywhere'

function has(program) {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
}

function build() {
  if (!has('wrk')) {
    spawnSync('sh', ['-c', 'apt-get update -qq && apt-get install -y -qq wrk'], { stdio: 'inherit' })
  }
  const arguments_ = ['build', '--profile', 'dist', '--bin', 'handout', '--example', 'fixed_answer']
  execFileSync('cargo', arguments_, { cwd: root, stdio: 'inherit' })
}

/** Runs a command of the product on a data directory; returns its output. */
function command(data, ...arguments_) {
  return execFileSync(handout, ['--data', data, ...arguments_], { cwd: work, encoding: 'utf8' })
}

/** Starts a server; returns it with its address and the time to its first answer. */
async function serve(data, extra = []) {
  const address = `http://127.0.0.1:${await freePort()}`
  const begun = performance.now()
  const child = spawn(handout, ['--data', data, '--listen', address.slice(7), ...extra], {
    cwd: work,
    stdio: 'ignore',
    env: { ...process.env, HANDOUT_SERVER__RATE_LIMIT: '0' },
  })
  running.add(child)
  for (;;) {
    try {
      const answer = await fetch(`${address}/api/search?q=asthma`)
      await answer.arrayBuffer()
      if (answer.ok) return { child, address, firstAnswerMs: performance.now() - begun }
    } catch {
      await pause(1)
    }
    if (child.exitCode !== null) throw new Error('the server did not start')
  }
}

async function stop({ child }) {
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  await ended
  running.delete(child)
}

/** The processor seconds that a process has used. */
function cpuSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** The resident memory of a process: all, and without pages of files, which the page cache holds. */
function memoryMb(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const mb = (key) => whole(Number(new RegExp(`${key}:\\s+(\\d+)`).exec(status)[1]) / 1024)
  return `${mb('VmRSS')} MB (${mb('RssAnon')} beyond the page cache)`
}

/** Requests the paths over this many connections; returns the measurements of wrk and the server's processor time. */
function load({ child, address }, paths, connections, name, cookie, time = seconds) {
  const file = join(work, `${name}.txt`)
  writeFileSync(file, paths.join('\n'))
  const before = cpuSeconds(child.pid)
  const said = execFileSync(
    'wrk',
    ['-t', '1', '-c', `${connections}`, '-d', `${time}s`, ...(cookie ? ['-H', `Cookie: ${cookie}`] : []), '-s', join(root, 'benches/http/requests.lua'), address, '--', file],
    { encoding: 'utf8' },
  )
  const seen = JSON.parse(said.trim().split('\n').at(-1))
  if (seen.failed > 0) throw new Error(`${seen.failed} requests for ${name} failed`)
  return {
    perSecond: seen.requests / seen.seconds,
    p50: seen.p50_us,
    p99: seen.p99_us,
    cpuUs: ((cpuSeconds(child.pid) - before) / seen.requests) * 1e6,
    bytes: Math.round(seen.bytes / seen.requests),
  }
}

const print = (...cells) => console.log(`| ${cells.join(' | ')} |`)
const whole = (number) => Math.round(number).toLocaleString('en-US')

const sendJson = ({ go }, path, body) =>
  go(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })

/** The time from sending a change until a search finds it. */
async function saveTimes(admin) {
  const base = await (await admin.go('/api/search?q=')).json()
  const id = base.hits.hit[0].id.slice('citation:'.length)
  const citation = await (await admin.go(`/api/citations/${id}`)).json()
  const times = []
  for (let n = 0; n < 50; n++) {
    const word = `zz${n}benchmark`
    const body = { ...completed(citation), id: undefined, readableIds: undefined, title: `Saved ${word}` }
    const begun = performance.now()
    const saved = await sendJson(admin, '/api/citations', body)
    if (saved.status !== 201) throw new Error(`saving: ${saved.status} ${await saved.text()}`)
    const found = await (await admin.go(`/api/search?q=${word}`)).json()
    if (found.hits.found !== 1) throw new Error('a saved change is not found')
    times.push(performance.now() - begun)
  }
  times.sort((a, b) => a - b)
  return { p50: times[24], slowest: times[49] }
}

/** The cost of a search for a signed-in person relative to a visitor's: the median of alternating pairs. */
function signedInShare(server, admin, asked) {
  const shares = []
  for (let n = 0; n < 5; n++) {
    const visitor = load(server, asked, 16, 'search').cpuUs
    shares.push(load(server, asked, 16, 'search', admin.cookies()).cpuUs / visitor)
  }
  return shares.sort((a, b) => a - b)[2]
}

/** Renames a value of every citation while others search. */
async function rename(server, admin, asked, count) {
  const idle = load(server, asked, 4, 'search')
  const name = `${EVERYWHERE} ${Date.now()}`
  const begun = performance.now()
  const change = { type: 'tags', oldValue: EVERYWHERE, newValue: name }
  const accepted = await sendJson(admin, '/api/system/jobs', { type: 'Batch Update', config: [change] })
  const acknowledged = performance.now() - begun
  if (accepted.status !== 202) throw new Error(`renaming: ${accepted.status} ${await accepted.text()}`)
  const busy = load(server, asked, 4, 'search', undefined, 2)
  const filter = encodeURIComponent(`tags:'${name}'`)
  for (;;) {
    const found = await (await admin.go(`/api/search?q=&obsolete=true&fq=${filter}`)).json()
    const jobs = await (await admin.go('/api/system/jobs')).json()
    if (found.hits.found >= count && jobs[0].complete) break
    await pause(20)
  }
  return { acknowledged, done: performance.now() - begun, idle, busy }
}

/** Fills in what the form requires and old records may lack. */
function completed(citation) {
  const filled = { ...citation }
  for (const field of ['materialFormat', 'keySubjectHeading', 'whereToObtain', 'abstract', 'reviewedBy', 'originator']) {
    filled[field] ??= 'Benchmark'
  }
  for (const field of ['authors', 'keywords', 'audience']) if (!filled[field]?.length) filled[field] = ['Benchmark']
  filled.publisher ??= { name: 'Benchmark' }
  for (const field of ['publishDate', 'deptReviewDate']) filled[field] ??= '2026-01-01T00:00:00.000Z'
  for (const field of ['assessment', 'famReview']) filled[field] ??= 1
  if (!filled.languages?.length) filled.languages = [{ lang: 'English', ksbgNumber: '', url: '' }]
  return filled
}

/** A filter for two languages: the second and third most frequent. */
function languageFilter(citations) {
  const counts = new Map()
  for (const { languages } of citations) {
    for (const { lang } of languages ?? []) counts.set(lang, (counts.get(lang) ?? 0) + 1)
  }
  const most = [...counts].toSorted((a, b) => b[1] - a[1]).slice(1, 3)
  return `(and (or ${most.map(([lang]) => `languages:'${lang.replaceAll("'", "\\'")}'`).join(' ')}))`
}

async function measure(name, citations) {
  const data = join(work, name.replaceAll(/\W+/g, '-'))
  const file = `${data}.jsonl`
  const out = createWriteStream(file)
  for (const citation of citations) {
    out.write(`${JSON.stringify({ ...citation, tags: [...(citation.tags ?? []), EVERYWHERE] })}\n`)
  }
  out.end()
  await finished(out)
  console.log(`\n## ${name}: ${whole(citations.length)} citations\n`)
  const begun = performance.now()
  command(data, 'import', file)
  console.log(`- import: ${whole(citations.length / ((performance.now() - begun) / 1000))} citations a second`)
  command(data, '--rebuild-index')
  const [, documents, took] = /(\d+) documents in ([\d.]+) s/.exec(command(data, '--rebuild-index'))
  console.log(`- index: built at ${whole(documents / took)} documents a second (${took} s)`)
  const starts = []
  for (let n = 0; n < 7; n++) {
    const server = await serve(data)
    starts.push(server.firstAnswerMs)
    await stop(server)
  }
  starts.sort((a, b) => a - b)
  console.log(`- start to first answer: ${whole(starts[3])} ms (median of 7; a fresh index)`)
  const server = await serve(data)
  const idleMemory = memoryMb(server.child.pid)
  const asked = questions(citations, 5000).map((q) => `/api/search?q=${encodeURIComponent(q)}&start=0`)
  const filter = `&fq=${encodeURIComponent(languageFilter(citations))}`
  const calls = {
    search: asked,
    'search with a language': asked.map((path) => `${path}&lang=es`),
    'search with a filter': asked.map((path) => path + filter),
    'the same, any language': asked.map((path) => `${path}${filter}&any=languages`),
    'search without words': ['/api/search?q=&start=0'],
    suggestions: beginnings(citations, 5000).map((q) => `/api/search/suggestions?q=${encodeURIComponent(q)}`),
    citation: citations.slice(0, 5000).map(({ id }) => `/api/citations/${encodeURIComponent(id)}`),
  }
  const rows = []
  for (const [call, paths] of Object.entries(calls)) {
    for (const connections of connectionCounts) rows.push([call, connections, load(server, paths, connections, call)])
  }
  const memory = memoryMb(server.child.pid)
  await stop(server)
  const bytes = rows.find(([call]) => call === 'search')[2].bytes
  const limit = await fixedAnswer(bytes)
  for (const connections of connectionCounts) {
    rows.push(['fixed answer of that size', connections, load(limit, ['/bench/fixed'], connections, 'fixed')])
  }
  await stop(limit)
  console.log(`- resident memory: ${idleMemory} after the first answer, ${memory} after the load`)
  const demo = await serve(data, ['--demo'])
  const admin = await signIn(demo)
  const saves = await saveTimes(admin)
  console.log(`- a change, from being sent to being found: p50 ${whole(saves.p50)} ms, slowest of 50 ${whole(saves.slowest)} ms`)
  const share = signedInShare(demo, admin, asked)
  console.log(`- a search signed in takes ${(100 * share).toFixed(0)} % of the processor time of a visitor's (median of 5 pairs)`)
  const renamed = await rename(demo, admin, asked, citations.length)
  console.log(`- renaming a value that all have: acknowledged in ${whole(renamed.acknowledged)} ms, done and found in ${(renamed.done / 1000).toFixed(1)} s`)
  console.log(`- searches meanwhile, 4 connections: p99 ${whole(renamed.busy.p99)} µs, idle ${whole(renamed.idle.p99)} µs (${(renamed.busy.p99 / renamed.idle.p99).toFixed(1)} times)`)
  console.log(`- resident memory after that: ${memoryMb(demo.child.pid)}\n`)
  await stop(demo)
  print('call', 'connections', 'requests/s', 'p50 µs', 'p99 µs', 'server CPU µs each', 'bytes each', 'of the fixed answer')
  print('---', '--:', '--:', '--:', '--:', '--:', '--:', '--:')
  const limitAt = (count) => rows.find(([call, connections]) => call.startsWith('fixed') && connections === count)[2]
  for (const [call, connections, seen] of rows) {
    const share = `${whole((100 * seen.perSecond) / limitAt(connections).perSecond)} %`
    const { perSecond, p50, p99, cpuUs, bytes } = seen
    print(call, connections, whole(perSecond), whole(p50), whole(p99), cpuUs.toFixed(1), whole(bytes), share)
  }
}

/** The same server with a fixed answer of the size of a search response. */
async function fixedAnswer(bytes) {
  const file = join(work, 'fixed.json')
  writeFileSync(file, JSON.stringify({ filler: 'x'.repeat(Math.max(0, bytes - 13 - 700)) }))
  const child = spawn(join(target, 'dist/examples/fixed_answer'), [file], { stdio: ['ignore', 'pipe', 'ignore'] })
  running.add(child)
  const address = await new Promise((said) => child.stdout.once('data', (line) => said(`${line}`.trim())))
  return { child, address }
}

function sizes() {
  const dist = join(root, 'ui/dist')
  const manifest = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8'))
  const brotli = (paths) => paths.reduce((sum, path) => sum + statSync(join(dist, `${path}.br`)).size, 0)
  const every = readdirSync(join(dist, 'assets')).filter((name) => /\.(js|css)\.br$/.test(name))
  console.log('\n## Sizes\n')
  console.log(`- binary: ${(statSync(handout).size / 1e6).toFixed(1)} MB, front end and sample catalogue included`)
  console.log(`- scripts of the search page, brotli: ${(brotli([...new Set([...manifest.scripts, ...manifest.modulepreload])]) / 1024).toFixed(1)} KB`)
  console.log(`- styles, brotli: ${(brotli(manifest.styles) / 1024).toFixed(1)} KB`)
  console.log(`- all scripts and styles, brotli: ${(every.reduce((sum, name) => sum + statSync(join(dist, 'assets', name)).size, 0) / 1024).toFixed(1)} KB`)
}

try {
  build()
  console.log(`# Handout on ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}, ${whole(totalmem() / 2 ** 30)} GB`)
  console.log(`\nThe load comes from the same machine (wrk, one thread, ${seconds} s each); no answer is cached.`)
  const sample = readdirSync(join(root, 'assets/sample')).filter((name) => name.endsWith('.jsonl'))
  const given = process.argv[2]
  const citations = given ? readCatalogue(given) : sample.flatMap((name) => readCatalogue(join(root, 'assets/sample', name)))
  await measure(given ? 'Given catalogue' : 'Sample catalogue', citations)
  await measure('Generated catalogue', [...generated(generatedCount, citations)])
  sizes()
} finally {
  for (const child of running) child.kill('SIGKILL')
  rmSync(work, { recursive: true, force: true })
}
