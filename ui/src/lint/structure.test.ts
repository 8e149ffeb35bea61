// The structure of the front end: sizes, layers, and what may be written where. Each rule is tried on a source that breaks it.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  filesBelow,
  forbiddenImports,
  fullFolders,
  isTest,
  linesMatching,
  literalColors,
  longComponents,
  type Source,
  sourcesBelow,
  undeclaredImports,
} from './sources'

const MAX_FILES = 40
const MAX_FILE_LINES = 400
const MAX_COMPONENT_LINES = 100

const code = sourcesBelow('src', /\.tsx?$/).filter(({ path }) => !/\.d\.ts$/.test(path))
const screens = code.filter(({ path }) => !isTest(path))
const styles = sourcesBelow('src', /\.css$/)
const browserTests = sourcesBelow('e2e', /\.(ts|mjs)$/)
const buildFiles = readdirSync('.')
  .filter((name) => /\.(mjs|ts)$/.test(name))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))

const lines = (count: number) => 'x\n'.repeat(count)
const inFile = (path: string, text: string): Source => ({ path, text })

const queryKey = /queryKey: \[|Key = \[/
const nativeStorage = /\b(local|session)Storage\b/
const screenPath = /(['"`])\/(?:\1|[a-z_$?])/

describe('folders, files and components are small', () => {
  test('folders', () => {
    expect(fullFolders([...filesBelow('src'), ...filesBelow('e2e')], MAX_FILES)).toEqual([])
    expect(fullFolders(Array(41).fill('src/lib/a.ts'), MAX_FILES)).toEqual(['src/lib: 41'])
  })
  test('files', () => {
    const long = [...code, ...styles, ...browserTests].filter(
      ({ text }) => text.split('\n').length > MAX_FILE_LINES + 1,
    )
    expect(long.map(({ path }) => path)).toEqual([])
  })
  test('components and hooks', () => {
    expect(screens.flatMap((source) => longComponents(source, MAX_COMPONENT_LINES))).toEqual([])
    const long = `export function Long() {\n${lines(100)}}\n\nconst Short = () => (\n  <p />\n)\n`
    expect(longComponents(inFile('a.tsx', long), MAX_COMPONENT_LINES)).toEqual(['a.tsx: Long, 102 lines'])
  })
})

describe('imports', () => {
  test('run from upper to lower layers, and never between screens', () => {
    expect(screens.flatMap(forbiddenImports)).toEqual([])
    const from = (path: string, name: string) => forbiddenImports(inFile(path, `import { x } from '${name}'`))
    for (const [path, name] of [
      ['src/lib/a.ts', '../api/user'],
      ['src/i18n/a.ts', '../lib/a'],
      ['src/api/a.ts', '../components/list/Table'],
      ['src/components/list/Table.tsx', '../../api/user'],
      ['src/session/store.ts', '../features/order/form/orderForm'],
      ['src/session/store.ts', '../formkit/FormShell'],
      ['src/features/order/a.ts', '../../features/citation/LanguageTable'],
      ['src/features/order/a.ts', '../citation/LanguageTable'],
      ['src/features/order/form/OrderPage.tsx', '../../search/SearchPage'],
      ['src/features/order/form/OrderPage.tsx', '../../../app/routes'],
    ] as const) {
      expect(from(path, name)).toHaveLength(1)
    }
    for (const name of ['./orderForm', '../own/Question', '../../../api/config', '../../../session/store']) {
      expect(from('src/features/order/form/OrderPage.tsx', name)).toEqual([])
    }
  })
  test('are declared in package.json', () => {
    const declared = new Set(Object.keys({ ...dependencies, ...devDependencies }))
    const all = [...code, ...browserTests, ...buildFiles]
    expect(all.flatMap((source) => undeclaredImports(source, declared))).toEqual([])
    expect(undeclaredImports(inFile('a.ts', "import { x } from '@scope/absent/part'"), declared)).toHaveLength(1)
  })
})

describe('each in one place', () => {
  test('colors in tokens.css', () => {
    expect(styles.filter(({ path }) => path !== 'src/styles/tokens.css').flatMap(literalColors)).toEqual([])
    expect(literalColors(inFile('a.css', 'a {\n  color: #0a0;\n}\nb { border: 1px solid red }'))).toHaveLength(2)
  })
  test('query keys in api', () => {
    const elsewhere = screens.filter(({ path }) => !path.startsWith('src/api/'))
    expect(elsewhere.flatMap((source) => linesMatching(source, queryKey))).toEqual([])
    expect(linesMatching(inFile('a.ts', "  queryKey: ['search'],"), queryKey)).toHaveLength(1)
  })
  test('the storages of the browser in browserStorage.ts, where a blocked one throws no error', () => {
    const elsewhere = screens.filter(
      ({ path }) => path !== 'src/lib/page/browserStorage.ts' && !path.startsWith('src/test'),
    )
    expect(elsewhere.flatMap((source) => linesMatching(source, nativeStorage))).toEqual([])
    expect(linesMatching(inFile('a.ts', "  localStorage.removeItem('a')"), nativeStorage)).toHaveLength(1)
  })
  test('paths of screens and of the server in paths.ts and api', () => {
    const elsewhere = screens.filter(({ path }) => !/^src\/(api\/|(paths|listPaths)\.ts)/.test(path))
    expect(elsewhere.flatMap((source) => linesMatching(source, screenPath))).toEqual([])
    for (const text of ["navigate('/')", 'to="/orders"', '`/search?q=x`', "'/api/system'"]) {
      expect(linesMatching(inFile('a.ts', text), screenPath)).toHaveLength(1)
    }
  })
})
