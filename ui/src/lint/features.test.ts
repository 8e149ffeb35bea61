// The lint rule that keeps screens apart: it must refuse every way to another screen, and nothing that is allowed.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const refused = ['../citation/LanguageTable', '../../features/citation/LanguageTable', '../../app/routes']
const allowed = ['./MaterialsTable', '../../components/Button', '../../api/config', '../../session/store']

/** The imports that the lint rule refuses in a file of `features/order`. */
function refusedBy(config: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'lint-'))
  try {
    const screen = join(folder, 'src/features/order')
    mkdirSync(screen, { recursive: true })
    cpSync(config, join(folder, 'biome.json'))
    const sources = [...refused, ...allowed]
    sources.forEach((source, n) => {
      writeFileSync(join(screen, `screen${n}.ts`), `import { thing } from '${source}'\n\nexport const used = thing\n`)
    })
    let report = ''
    try {
      report = execFileSync(resolve('node_modules/.bin/biome'), ['lint', '--reporter=github', '.'], {
        cwd: folder,
        stdio: 'pipe',
      }).toString()
    } catch (error) {
      report = String((error as { stdout: Buffer }).stdout)
    }
    const lines = report.split('\n').filter((line) => line.includes('noRestrictedImports'))
    return sources.filter((_, n) => lines.some((line) => line.includes(`screen${n}.ts`)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('a screen cannot import another screen or the app', () => {
  expect(refusedBy('biome.json')).toEqual(refused)
}, 30_000)
