// Runs every validator of docs/standards.md against a server that it starts: `node tools/standards/run.mjs
// [CATALOGUE]`, with the sample or a JSON Lines file. SCHEMA_ORG is a local file with the vocabulary, for machines
// without a network.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createServer } from 'node:net'

const root = fileURLToPath(new URL('../..', import.meta.url))
const binary = join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'debug/handout')
const vocabulary = 'https://schema.org/version/latest/schemaorg-all-https.jsonld'
/** The slower validator checks only one in this many citations. */
const step = 10

execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: join(root, 'tools/standards') })
const { default: Validator } = await import('@adobe/structured-data-validator')
const { default: Extractor } = await import('@marbec/web-auto-extractor')

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

/** Starts a server on the catalogue; resolves once its index is complete. */
async function serve(folder) {
  const data = join(folder, 'data')
  const [catalogue] = process.argv.slice(2)
  if (catalogue) execFileSync(binary, ['import', catalogue, '--data', data])
  const listen = `127.0.0.1:${await freePort()}`
  const address = `http://${listen}`
  const args = catalogue ? ['--data', data] : ['--demo', '--data', data]
  const child = spawn(binary, [...args, '--listen', listen], {
    env: { ...process.env, HANDOUT_SERVER__PUBLIC_URL: address, HANDOUT_SERVER__RATE_LIMIT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines = createInterface({ input: child.stderr })
  child.stdout.resume()
  for await (const line of lines) if (line.includes('listening on')) break
  child.stderr.resume()
  while (!(await fetch(`${address}/readyz`)).ok) await new Promise((resolve) => setTimeout(resolve, 200))
  return { child, address }
}

const text = async (url) => (await fetch(url)).text()
const locations = (xml) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url)

async function issuesOf(validator, page) {
  const extracted = new Extractor({ addLocation: true, embedSource: ['rdfa', 'microdata'] }).parse(await text(page))
  if (!extracted.jsonld.MedicalWebPage) return [`${page}: ERROR no MedicalWebPage`]
  return (await validator.validate(extracted)).map((issue) => `${page}: ${issue.severity} ${issue.issueMessage}`)
}

const folder = mkdtempSync(join(tmpdir(), 'handout-standards-'))
let server
try {
  server = await serve(folder)
  const python = join(root, 'target/tools/standards/bin/python')
  const read = execFileSync(python, [join(root, 'tools/standards/check.py'), server.address], { encoding: 'utf8' })
  console.log(`feedparser, Ultimate Sitemap Parser, extruct: ${read.trim()}`)
  const schema = process.env.SCHEMA_ORG ? readFileSync(process.env.SCHEMA_ORG, 'utf8') : await text(vocabulary)
  const validator = new Validator(JSON.parse(schema))
  const files = await Promise.all(locations(await text(`${server.address}/sitemap.xml`)).map(text))
  const citations = files.flatMap(locations).filter((url) => /\/citation\/[^?]*$/.test(url))
  const chosen = citations.filter((_, index) => index % step === 0)
  const issues = []
  for (const page of chosen) issues.push(...(await issuesOf(validator, page)))
  // Such as the gender of an audience without one. Properties unknown to schema.org are warnings too.
  const errors = issues.filter((issue) => !issue.endsWith('(optional)'))
  const counts = `${errors.length} errors, ${issues.length - errors.length} optional fields left out`
  console.log(`@adobe/structured-data-validator: ${chosen.length} of ${citations.length} citations, ${counts}`)
  for (const error of errors) console.error(error)
  process.exitCode = errors.length > 0 ? 1 : 0
} finally {
  if (server) {
    server.child.kill()
    await once(server.child, 'close')
  }
  rmSync(folder, { recursive: true, force: true })
}
