// `node benches/handout-texts/run.mjs CATALOGUE [PROFILE]`: what 2,000 and 20,000 handout texts cost a search; see
// docs/benchmarks.md. Uses the searches of the other benchmarks and questions as parents ask them.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generated, questions, readCatalogue } from '../http/catalogues.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const [file, profile = 'dist'] = process.argv.slice(2)
const work = mkdtempSync(join(tmpdir(), 'handout-texts-'))
const set = (name, lines) => {
  const path = join(work, `${name.replaceAll(' ', '-')}.txt`)
  writeFileSync(path, lines.join('\n'))
  return `${name}=${path}`
}
const quality = (name) => readFileSync(join(root, 'benches/search-quality', name), 'utf8').split('\n')

try {
  const asked = quality('questions.tsv').filter((line) => line && !line.startsWith('#')).map((line) => line.split('\t')[0])
  const inTexts = quality('handouts.txt').filter((line) => line.startsWith('? ')).map((line) => line.slice(2))
  const citations = readCatalogue(file)
  for (const count of [2_000, 20_000]) {
    const some = [...generated(count, citations)]
    const catalogue = join(work, 'catalogue.jsonl')
    writeFileSync(catalogue, some.map((citation) => JSON.stringify(citation)).join('\n'))
    const sets = [
      set('all kinds', questions(some, 2_000).slice(0, 600)),
      set('parents questions', asked),
      set('questions about texts', inTexts),
    ]
    const build = ['run', '--quiet', '--profile', profile, '--example', 'handout_texts_bench', '--']
    execFileSync('cargo', [...build, catalogue, ...sets], { cwd: root, stdio: 'inherit' })
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}
