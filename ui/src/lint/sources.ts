// Reads the sources of the front end for the tests of their structure.
import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

/** A source file with its path relative to `ui`. */
export interface Source {
  path: string
  text: string
}

const generated = ['src/api/schema.d.ts', 'src/i18n/messages.d.ts']

/** The paths of all files below a folder. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path) : [path]
  })

/** The sources below a folder whose names have one of these extensions, without generated ones. */
export const sourcesBelow = (folder: string, extensions: RegExp): Source[] =>
  filesBelow(folder)
    .filter((path) => extensions.test(path) && !generated.includes(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

export const isTest = (path: string) =>
  /\.(test|fixture)\.tsx?$/.test(path) || path.startsWith('src/test') || path.startsWith('src/lint/')

/** Folders that directly contain more than `max` files. */
export function fullFolders(paths: readonly string[], max: number): string[] {
  const counts = new Map<string, number>()
  for (const path of paths) counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1)
  return [...counts].filter(([, count]) => count > max).map(([folder, count]) => `${folder}: ${count}`)
}

const firstLine = /^(?:export )?(?:default )?(?:async )?(?:function|const) ([A-Z]\w*|use[A-Z]\w*)\b/

/** The components and hooks that are longer than `max` lines. In a formatted file each ends at the next line that closes it. */
export function longComponents({ path, text }: Source, max: number): string[] {
  const lines = text.split('\n')
  return lines.flatMap((line, first) => {
    const name = firstLine.exec(line)?.[1]
    if (name === undefined || /^[A-Z_\d]+$/.test(name)) return []
    const length = lines.slice(first).findIndex((end) => /^[)}\]]+[;,]?$/.test(end)) + 1
    return length > max ? [`${path}: ${name}, ${length} lines`] : []
  })
}

/** The specifiers of all imports and exports, dynamic ones included. */
export const importsOf = (text: string): string[] =>
  [
    ...text.matchAll(/(?:^(?:import|export)\b[^'"`;]*?\bfrom|^import|^@import|\bimport\()\s*['"]([^'"\n$]+)['"]/gm),
  ].flatMap((found) => found[1] ?? [])

/** The packages that a file imports and `declared` does not contain. */
export const undeclaredImports = ({ path, text }: Source, declared: ReadonlySet<string>): string[] =>
  importsOf(text)
    .filter((name) => !/^(\.|node:|messages:)/.test(name))
    .map((name) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    )
    .filter((name) => !declared.has(name))
    .map((name) => `${path} imports ${name}`)

const color =
  /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(|:[^;{]*(?<![-\w])(?:white|black|red|green|blue|gray|grey)(?![-\w])/i

/** The lines of a stylesheet that contain a color; comments are ignored. */
export const literalColors = ({ path, text }: Source): string[] =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ''))
    .split('\n')
    .flatMap((line, n) => (color.test(line) ? [`${path}:${n + 1}: ${line.trim()}`] : []))

/** The lines of a source that match, without comments. */
export const linesMatching = ({ path, text }: Source, pattern: RegExp): string[] =>
  text
    .split('\n')
    .flatMap((line, n) =>
      !/^\s*(\/\/|\/?\*)/.test(line) && pattern.test(line) ? [`${path}:${n + 1}: ${line.trim()}`] : [],
    )

/** The layers of `src`; a file imports only from its own folder and from lower layers. */
const layers: readonly (readonly string[])[] = [
  ['main'],
  ['app'],
  ['features'],
  ['parts'],
  ['listkit'],
  ['formkit'],
  ['session'],
  ['adminScreens'],
  ['listPaths'],
  ['components', 'api', 'paths'],
  ['lib', 'assets', 'styles'],
  ['i18n'],
]

/** The imports of a file that the layers do not allow: of a higher layer, of another folder of its layer, or of another screen. */
export function forbiddenImports({ path, text }: Source): string[] {
  const own = path.split('/')
  const layer = layerOf(path)
  return importsOf(text)
    .filter((name) => name.startsWith('.'))
    .map((name) => posix.join(posix.dirname(path), name))
    .filter((target) => target.startsWith('src/'))
    .filter((target) => {
      const other = target.split('/')
      if (own[1] === other[1]) return own[1] === 'features' && own[2] !== other[2]
      return layerOf(target) <= layer
    })
    .map((target) => `${path} imports ${target}`)
}

/** The index of a file's layer, the highest first. */
function layerOf(path: string): number {
  const folder = path.split('/')[1]?.split('.')[0] ?? ''
  const layer = layers.findIndex((names) => names.includes(folder))
  if (layer < 0) throw new Error(`src/${folder} has no layer in src/lint/sources.ts`)
  return layer
}
