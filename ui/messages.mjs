// The texts of the screens: one file a language in messages/, compiled to what `icu-minify` formats (ICU MessageFormat).
// Screens import them section by section, `messages:en/search`; a language other than English is one module that is fetched
// when it is chosen, `messages:es`. The section `server` is the server's own and reaches no script. The texts for staff are in
// English only: one file a section in messages/staff. `messages:staff/reviews` exports their formatter, and comes with the
// screens that import it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import compile from 'icu-minify/compile'

const folder = fileURLToPath(new URL('messages', import.meta.url))
const serverSection = 'server'

/** The languages there are files for, English first. */
export const languages = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -'.json'.length))
  .sort((a, b) => Number(b === 'en') - Number(a === 'en') || a.localeCompare(b))

const staff = 'staff'
const staffFolder = join(folder, staff)
const staffFileOf = (section) => join(staffFolder, `${section}.json`)

const fileOf = (language) => join(folder, `${language}.json`)

/** Sections and their texts, as they are written. */
export function readMessages(language) {
  const { [serverSection]: _, ...sections } = JSON.parse(readFileSync(fileOf(language), 'utf8'))
  return sections
}

/** The sections for staff, sorted. */
export const readStaffMessages = () =>
  Object.fromEntries(
    readdirSync(staffFolder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.slice(0, -'.json'.length))
      .sort()
      .map((section) => [section, JSON.parse(readFileSync(staffFileOf(section), 'utf8'))]),
  )

/** What a text needs: names with their kinds, sorted. A plural's `#` and its own number are one. */
export function placeholdersOf(message) {
  const found = new Map()
  const visit = (nodes) => {
    for (const { type, value, options, children } of nodes) {
      if (type === TYPE.literal || type === TYPE.pound) continue
      const kind = type === TYPE.plural || type === TYPE.number ? 'number' : TYPE[type]
      found.set(value, kind)
      for (const option of Object.values(options ?? {})) visit(option.value)
      if (children) visit(children)
    }
  }
  visit(parse(message))
  return [...found].sort(([a], [b]) => a.localeCompare(b))
}

/** How the texts of a language differ from the English ones: missing, surplus, empty, or with other placeholders. */
export function textErrors(language, sections = readMessages(language), english = readMessages('en')) {
  const flat = (of) =>
    new Map(
      Object.entries(of).flatMap(([name, texts]) =>
        Object.entries(texts).map(([key, text]) => [`${name}.${key}`, text]),
      ),
    )
  const [own, wanted] = [flat(sections), flat(english)]
  const placeholderKey = (text) => JSON.stringify(placeholdersOf(text))
  return [
    ...[...wanted.keys()].filter((key) => !own.has(key)).map((key) => `${language}.json lacks ${key}`),
    ...[...own].flatMap(([key, text]) => {
      if (!wanted.has(key)) return [`${language}.json has ${key}, which en.json lacks`]
      if (text.trim() === '') return [`${language}.json: ${key} is empty`]
      return placeholderKey(text) === placeholderKey(wanted.get(key))
        ? []
        : [`${language}.json: the placeholders of ${key} are not those of English`]
    }),
  ]
}

const compiled = (texts) => Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, compile(text)]))

const prefix = 'messages:'
const formatter = fileURLToPath(new URL('src/i18n/staffText.ts', import.meta.url))

const isOther = (language) => language !== 'en'

/** All texts of a language, as a module. */
function wholeLanguage(language) {
  const sections = Object.entries(readMessages(language)).map(([name, texts]) => [name, compiled(texts)])
  return `export default ${JSON.stringify(Object.fromEntries(sections))}`
}

/** The texts of one section, as a module; `language` is also `staff`. */
function oneSection(language, section) {
  const isStaff = language === staff
  const texts = (isStaff ? readStaffMessages() : readMessages(language))[section]
  if (!texts) throw new Error(`There are no messages for ${language}/${section}`)
  const name = isStaff ? `${staff}/${section}` : section
  const made = `{ name: ${JSON.stringify(name)}, texts: ${JSON.stringify(compiled(texts))} }`
  if (!isStaff) return `export default ${made}`
  return `import { staffText } from ${JSON.stringify(formatter)}\nexport default staffText(${made})`
}

/** What fetches the texts of each language but English; `load` makes the code for one. */
const others = (load) =>
  `export default { ${languages
    .filter(isOther)
    .map((language) => `${JSON.stringify(language)}: ${load(language)}`)
    .join(', ')} }`

/**
 * The message modules for esbuild. Languages that differ in their texts are an error of the build. A whole language is a file
 * beside the scripts, not a part of them: as a part it would make a chunk of what all of them share.
 */
export function useMessages(build) {
  build.onStart(() => ({ errors: languages.flatMap((language) => textErrors(language)).map((text) => ({ text })) }))
  build.onResolve({ filter: /^messages:/ }, ({ path }) => {
    const name = path.slice(prefix.length)
    return languages.includes(name)
      ? { path: `messages-${name}.js`, namespace: 'messages-file', pluginData: name }
      : { path: name, namespace: 'messages', sideEffects: false }
  })
  const watchFiles = languages.map(fileOf)
  build.onLoad({ filter: /.*/, namespace: 'messages-file' }, ({ pluginData }) => ({
    contents: wholeLanguage(pluginData),
    loader: 'file',
    watchFiles,
  }))
  build.onLoad({ filter: /.*/, namespace: 'messages' }, ({ path }) => {
    const files = languages.filter(isOther).map((language, n) => `import file${n} from '${prefix}${language}'\n`)
    const contents =
      path === 'others'
        ? files.join('') + others((language) => `() => import(file${languages.filter(isOther).indexOf(language)})`)
        : oneSection(...path.split('/'))
    const [language, section] = path.split('/')
    return {
      contents,
      loader: 'js',
      resolveDir: folder,
      watchFiles: language === staff ? [staffFileOf(section)] : watchFiles,
    }
  })
}

/** The module behind a name, where it need not become a file. */
function moduleOf(name) {
  if (name === 'others') return others((language) => `() => import('${prefix}${language}')`)
  return languages.includes(name) ? wholeLanguage(name) : oneSection(...name.split('/'))
}

/** The same for tests. */
export const messagesForTests = {
  name: 'messages',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
  load: (id) => (id.startsWith(`\0${prefix}`) ? moduleOf(id.slice(1 + prefix.length)) : null),
}
