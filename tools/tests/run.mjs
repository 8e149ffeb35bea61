// Runs the parts of `make test` one after the other, each a target of the Makefile. Prints at the end: the failed
// browser tests and their errors, the ten slowest tests, the minutes of each part, and the summary lines of the test
// runners. Fails if a part failed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const target = process.env.CARGO_TARGET_DIR ?? `${root}/target`
/** The report files of the runners. */
const reports = {
  rust: `${target}/nextest/default/junit.xml`,
  screens: `${target}/test-reports/vitest.json`,
  browser: `${target}/test-reports/playwright.json`,
}
const shownTests = 10
const shownErrorLines = 12

/** Summary lines of cargo-nextest, cargo test, vitest and Playwright. */
const summaries = [
  /^\s*Summary \[/,
  /^test result: /,
  /^\s*(Test Files|Tests) {2}.*\d+ (passed|failed)/,
  /^ {2}\d+ (passed|failed|flaky|skipped|did not run|interrupted)\b/,
]
const escapes = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')

/** Runs a part and passes its output on. */
async function run(name) {
  const begun = Date.now()
  const child = spawn('make', ['--no-print-directory', name], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const lines = []
  for (const [stream, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ]) {
    let rest = ''
    stream.on('data', (chunk) => {
      to.write(chunk)
      const pieces = (rest + chunk).split('\n')
      rest = pieces.pop()
      lines.push(...pieces.map((line) => line.replace(escapes, '')))
    })
    stream.on('end', () => lines.push(rest.replace(escapes, '')))
  }
  const [code] = await once(child, 'close')
  const own = lines.filter((line) => summaries.some((summary) => summary.test(line)))
  return { name, minutes: (Date.now() - begun) / 60_000, failed: code !== 0, own }
}

const readJson = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null)

function rustTests() {
  const report = existsSync(reports.rust) ? readFileSync(reports.rust, 'utf8') : ''
  return [...report.matchAll(/<testcase name="([^"]*)" classname="([^"]*)"[^>]*? time="([\d.]+)"/g)].map(
    ([, name, binary, seconds]) => ({ name: `${binary} ${name}`, seconds: Number(seconds) }),
  )
}

const screenTests = () =>
  (readJson(reports.screens)?.testResults ?? []).flatMap(({ name: file, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      name: `${file.replace(`${root}ui/`, '')} ${fullName}`,
      seconds: (duration ?? 0) / 1_000,
    })),
  )

function browserTests() {
  const inSuite = ({ suites = [], specs = [] }) => [
    ...specs.flatMap(({ file, title, tests }) =>
      tests.flatMap(({ projectName, results }) =>
        results.map(({ duration, errors }) => ({
          name: `${file} [${projectName}] ${title}`,
          seconds: duration / 1_000,
          errors: errors.map(({ message = '', location }) => `${location?.file ?? ''}:${location?.line ?? ''} ${message}`),
        })),
      ),
    ),
    ...suites.flatMap(inSuite),
  ]
  return inSuite(readJson(reports.browser) ?? {})
}

for (const report of Object.values(reports)) rmSync(report, { force: true })
const parts = []
for (const name of process.argv.slice(2)) parts.push(await run(name))

const inBrowser = browserTests()
for (const { name, errors } of inBrowser.filter(({ errors }) => errors.length > 0)) {
  console.log(`\nFailed: ${name}`)
  for (const error of errors) console.log(error.replace(escapes, '').split('\n').slice(0, shownErrorLines).join('\n'))
}

const slowest = [...rustTests(), ...screenTests(), ...inBrowser].sort((a, b) => b.seconds - a.seconds)
console.log('\nThe slowest tests:')
for (const { name, seconds } of slowest.slice(0, shownTests)) console.log(`${seconds.toFixed(1).padStart(8)} s  ${name}`)
console.log('\nMinutes of each part:')
for (const { name, minutes, failed } of parts) {
  console.log(`${minutes.toFixed(1).padStart(8)}    ${name}${failed ? '   FAILED' : ''}`)
}
console.log('')
for (const line of parts.flatMap(({ own }) => own)) console.log(line)
process.exitCode = parts.some(({ failed }) => failed) ? 1 : 0
