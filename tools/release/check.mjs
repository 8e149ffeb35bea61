// Checks a binary before it is packaged: `node tools/release/check.mjs BINARY FOLDER…`. It must not contain the names
// of the build folders, and its audit data (section `.dep-v0`, by cargo-auditable) must list every crate of the parts
// list. The data also lists procedural macros and crates that only tests use: cargo-auditable cannot tell them apart.
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'

const [binary, ...folders] = process.argv.slice(2)
const errors = []

const bytes = readFileSync(binary)
for (const folder of folders) {
  const at = bytes.indexOf(`${folder}/`)
  if (at >= 0) errors.push(`it names a folder of this machine: ${bytes.subarray(at, at + 120).toString('latin1')}`)
}

function auditData() {
  const folder = mkdtempSync(join(tmpdir(), 'handout-audit-data-'))
  try {
    const section = join(folder, 'section')
    execFileSync('objcopy', ['--dump-section', `.dep-v0=${section}`, binary, join(folder, 'binary')])
    return JSON.parse(inflateSync(readFileSync(section)).toString())
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const list = JSON.parse(readFileSync(fileURLToPath(new URL('../../assets/sbom.cdx.json', import.meta.url)), 'utf8'))
const listed = new Set(list.components.map(({ purl }) => purl).filter((purl) => purl.startsWith('pkg:cargo/')))
const { packages } = auditData()
const audited = new Set(packages.map(({ name, version }) => `pkg:cargo/${name}@${version}`))
for (const purl of listed) if (!audited.has(purl)) errors.push(`the audit data lacks ${purl} of the parts list`)

if (errors.length > 0) {
  for (const error of errors) console.error(`error: ${binary}: ${error}`)
  process.exitCode = 1
} else {
  console.log(`${binary}: no folder of this machine; ${audited.size} crates in the audit data, with all ${listed.size} of the parts list`)
}
