// Tests the lint rule that separates screens: it rejects every import of another screen, and no allowed import.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

/** The imports that the lint rule rejects in the files of a folder. */
function rejectedImports(folder: string, sources: readonly string[]): string[] {
  const root = mkdtempSync(join(tmpdir(), 'lint-'))
  try {
    mkdirSync(join(root, folder), { recursive: true })
    cpSync('biome.json', join(root, 'biome.json'))
    sources.forEach((source, n) => {
      writeFileSync(
        join(root, folder, `screen${n}.ts`),
        `import { thing } from '${source}'\n\nexport const used = thing\n`,
      )
    })
    let report = ''
    try {
      report = execFileSync(resolve('node_modules/.bin/biome'), ['lint', '--reporter=github', '.'], {
        cwd: root,
        stdio: 'pipe',
      }).toString()
    } catch (error) {
      report = String((error as { stdout: Buffer }).stdout)
    }
    const lines = report.split('\n').filter((line) => line.includes('noRestrictedImports'))
    return sources.filter((_, n) => lines.some((line) => line.includes(`screen${n}.ts`)))
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

test.each([
  {
    folder: 'src/features/order',
    rejected: ['../citation/LanguageTable', '../../features/citation/LanguageTable', '../../app/routes'],
    allowed: ['./problemText', './form/orderForm', '../../components/buttons/Button', '../../session/store'],
  },
  {
    folder: 'src/features/order/form',
    rejected: ['../../citation/LanguageTable', '../../../features/citation/LanguageTable', '../../../app/routes'],
    allowed: ['./orderForm', '../own/CancelDialog', '../own/Question', '../../../api/config', '../../../session/store'],
  },
])('a screen in $folder cannot import another screen or the app', ({ folder, rejected, allowed }) => {
  expect(rejectedImports(folder, [...rejected, ...allowed])).toEqual(rejected)
})
