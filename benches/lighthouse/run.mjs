// `make lighthouse BASE=path/to/handout`: compares two builds by the first visit of a phone to three pages of the
// sample catalogue, alternating in one run, with Lighthouse's mobile profile: medians and ratios. See
// docs/benchmarks.md.

import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loggedAddress } from '../http/ports.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const [base, own = join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'dist/handout')] = process.argv.slice(2)
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const lighthouse = process.env.LIGHTHOUSE ?? 'lighthouse@12.8.2'
const chrome = process.env.CHROMIUM ?? '/usr/bin/chromium'
const pages = { home: '/', results: '/search?q=asthma', citation: '/citation/asthma-action-plan' }
const work = mkdtempSync(join(tmpdir(), 'handout-lighthouse-'))
const running = []

/** The measures to compare, from a Lighthouse report. */
const measures = {
  'performance': ({ categories }) => categories.performance.score * 100,
  'accessibility': ({ categories }) => categories.accessibility.score * 100,
  'best practices': ({ categories }) => categories['best-practices'].score * 100,
  'SEO': ({ categories }) => categories.seo.score * 100,
  'first paint, ms': ({ audits }) => audits['first-contentful-paint'].numericValue,
  'largest paint, ms': ({ audits }) => audits['largest-contentful-paint'].numericValue,
  'blocking time, ms': ({ audits }) => audits['total-blocking-time'].numericValue,
  'layout shift': ({ audits }) => audits['cumulative-layout-shift'].numericValue,
}

function serve(binary) {
  const data = mkdtempSync(join(work, 'data-'))
  const child = spawn(binary, ['--demo', '--data', data, '--listen', '127.0.0.1:0'], {
    cwd: work,
    env: { ...process.env, HANDOUT_SERVER__RATE_LIMIT: '0' },
  })
  running.push(child)
  return loggedAddress(child)
}

/** The measures of a visit. Chromium fails to record some visits (NO_NAVSTART): they are made again. */
function report(url, attempts = 4) {
  const file = join(work, 'report.json')
  const flags =
    '--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --disable-quic --no-first-run ' +
    '--disable-background-networking --disable-component-update --disable-sync'
  const options = ['--quiet', '--output=json', `--output-path=${file}`, `--chrome-flags=${flags}`]
  try {
    execFileSync('npx', ['--yes', lighthouse, url, ...options], {
      cwd: work,
      env: { ...process.env, CHROME_PATH: chrome },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  } catch (error) {
    if (attempts === 1) throw error
    return report(url, attempts - 1)
  }
  const { categories, audits } = JSON.parse(readFileSync(file, 'utf8'))
  return Object.fromEntries(Object.entries(measures).map(([name, of]) => [name, of({ categories, audits })]))
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]
const shown = (value) => (Number.isInteger(value) ? `${value}` : value.toFixed(value < 10 ? 3 : 0))

try {
  const servers = { base: await serve(base), this: await serve(own) }
  for (const [page, path] of Object.entries(pages)) {
    const seen = { base: [], this: [] }
    for (let round = 0; round < rounds; round++)
      for (const build of Object.keys(servers)) seen[build].push(report(servers[build] + path))
    console.log(`\n${page}, median of ${rounds}\tbase\tthis\tratio`)
    for (const name of Object.keys(measures)) {
      const [before, after] = ['base', 'this'].map((build) => median(seen[build].map((one) => one[name])))
      console.log(`${name}\t${shown(before)}\t${shown(after)}\t${before > 0 ? (after / before).toFixed(2) : '-'}`)
    }
  }
} finally {
  for (const child of running) child.kill()
  rmSync(work, { recursive: true, force: true })
}
