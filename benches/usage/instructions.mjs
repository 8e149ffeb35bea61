// `node benches/usage/instructions.mjs CATALOGUE [BINARY]`: what usage counts add to a citation's page, to its API call
// and to a search, in instructions of one build with the default `usage.days` and with 0. Every request has another
// client address, so that each is counted. See docs/benchmarks.md.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { instructions, requesting } from '../http/callgrind.mjs'
import { questions, readCatalogue } from '../http/catalogues.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const [catalogue, given] = process.argv.slice(2)
const binary = given ?? join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'dist/handout')
const REQUESTS = 300
const citations = readCatalogue(catalogue)
const ids = citations.slice(0, REQUESTS).map(({ id }) => encodeURIComponent(id))
const requests = {
  'the page of a citation': ids.map((id) => `/citation/${id}`),
  'the call of a citation': ids.map((id) => `/api/citations/${id}`),
  'a search': questions(citations, 2_000)
    .slice(0, REQUESTS)
    .map((q) => `/api/search?q=${encodeURIComponent(q)}`),
}
const headers = (number) => ({
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'handout-view': 'true',
  'x-forwarded-for': `10.0.${number >> 8}.${number & 255}`,
})

const work = mkdtempSync(join(tmpdir(), 'handout-usage-'))
const data = join(work, 'data')
try {
  const file = join(work, 'catalogue.jsonl')
  writeFileSync(file, citations.map((citation) => JSON.stringify(citation)).join('\n'))
  execFileSync(binary, ['--data', data, 'import', file], { cwd: work, stdio: 'ignore' })
  execFileSync(binary, ['--data', data, '--rebuild-index'], { cwd: work, stdio: 'ignore' })
  console.log(`\nInstructions a request, ${citations.length} citations\n`)
  console.log('| | not counted | counted | ratio |\n| --- | --: | --: | --: |')
  for (const [kind, paths] of Object.entries(requests)) {
    const counted = async (days) => {
      const env = { HANDOUT_USAGE__DAYS: String(days), HANDOUT_SERVER__TRUSTED_PROXIES: '["127.0.0.1/32"]' }
      return (await instructions(binary, data, requesting(paths, headers), { work, env })) / paths.length
    }
    const seen = [await counted(0), await counted(1_100)]
    const cells = seen.map((count) => Math.round(count).toLocaleString('en-US'))
    console.log(`| ${kind} | ${cells.join(' | ')} | ${(seen[1] / seen[0]).toFixed(3)} |`)
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}
