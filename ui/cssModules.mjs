// The CSS modules of the screens. Lightning CSS parses them and says which classes each has; the names in the build are ours, so
// that the scripts and the server, which writes pages in the same markup, get them from one table.
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { transform } from 'lightningcss'

const suffix = '.module.css'
const prefix = '\0classes:'

/** The name of a CSS module, as classes are named by. */
const moduleOf = (path) => basename(path, suffix)

/** The styles of a module with the classes in `names` renamed, and the names of its classes as they are in its source. */
async function parseModule(path, names = {}) {
  const renamed = (part) => {
    if (Array.isArray(part)) return part.map(renamed)
    if (part.type === 'class') return { ...part, name: names[part.name] ?? part.name }
    return part.selectors ? { ...part, selectors: renamed(part.selectors) } : part
  }
  const { code, exports } = transform({
    filename: path,
    code: await readFile(path),
    cssModules: { pattern: '[local]' },
    visitor: { Selector: renamed },
  })
  return { code, classes: Object.keys(exports).sort() }
}

const first = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const later = `${first}0123456789_-`

/** Short names in their order. Blockers of advertisements hide what is named after them. */
function* shortNames() {
  for (const letter of first) yield letter
  for (const name of shortNames()) for (const sign of later) if (!/^ad/i.test(name + sign)) yield name + sign
}

/** The classes of all modules below a folder by module and name, each with its name in the build. */
async function classTable(folder) {
  const paths = readdirSync(folder, { recursive: true }).filter((path) => path.endsWith(suffix))
  const modules = await Promise.all(
    paths.map(async (path) => [moduleOf(path), (await parseModule(join(folder, path))).classes]),
  )
  const short = shortNames()
  const table = {}
  for (const [module, classes] of modules.sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (table[module]) throw new Error(`Two CSS modules are named ${module}`)
    table[module] = Object.fromEntries(classes.map((name) => [name, short.next().value]))
  }
  return table
}

/** A plugin of esbuild: each module is its styles, and a script with the names of its classes. `table` gets the names of all. */
export const cssModules = (folder, table) => (build) => {
  build.onStart(async () => void Object.assign(table, await classTable(folder)))
  build.onLoad({ filter: /\.module\.css$/ }, ({ path, suffix: part }) => {
    const names = table[moduleOf(path)]
    if (part === '?styles') return parseModule(path, names).then(({ code }) => ({ contents: code, loader: 'css' }))
    const script = `import ${JSON.stringify(`${path}?styles`)}\nexport default ${JSON.stringify(names)}`
    return { contents: script, loader: 'js', resolveDir: folder }
  })
}

/** For tests: a module has its classes as module and name, as the fixtures of the pages do; no styles. */
export const classNamesForTests = {
  name: 'class-names',
  enforce: 'pre',
  async resolveId(id, importer) {
    if (!id.endsWith(suffix) || id.startsWith(prefix)) return null
    const found = await this.resolve(id, importer, { skipSelf: true })
    return found && `${prefix}${found.id.slice(0, -suffix.length)}`
  },
  async load(id) {
    if (!id.startsWith(prefix)) return null
    const path = `${id.slice(prefix.length)}${suffix}`
    const names = (await parseModule(path)).classes.map((name) => [name, `${moduleOf(path)}.${name}`])
    return `export default ${JSON.stringify(Object.fromEntries(names))}`
  },
}
