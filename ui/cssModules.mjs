// The CSS modules of the screens: their class names come from Lightning CSS, which parses them.
import { readFile } from 'node:fs/promises'
import { transform } from 'lightningcss'
import { moduleOf } from './serverParts.mjs'

const suffix = '.module.css'
const prefix = '\0classes:'

/** The class names of a module as they are in its source. */
export async function classesOf(path) {
  const { exports } = transform({ filename: path, code: await readFile(path), cssModules: true })
  return Object.keys(exports)
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
    const names = (await classesOf(path)).map((name) => [name, `${moduleOf(path)}.${name}`])
    return `export default ${JSON.stringify(Object.fromEntries(names))}`
  },
}
