// Counts lines of production code: without blank lines, comments, tests with their fixtures, and generated files.
//
// `node tools/lines.mjs [FOLDER] [--files]` prints the lines and files of each module of `src` and of `ui/src`, how many
// files are short, and with `--files` each file. FOLDER is another checkout to count by the same rules.

import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const options = process.argv.slice(2)
const root = options.find((option) => !option.startsWith('--')) ?? join(import.meta.dirname, '..')

const filesBelow = (folder, ending) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort()

/** Whether a line has code, for each line: strings, comments and what is neither are distinguished by their first characters. */
function codeOf(text, hasRawStrings) {
  const token =
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|b?r(#*)"[\s\S]*?"\1|"(?:\\[\s\S]|[^"\\])*"|'(?:\\(?:u\{\w+\}|x\w\w|.)|[^\\'\n])'|`(?:\\[\s\S]|[^`\\])*`/g
  return text.replace(token, (found) => {
    if (found.startsWith('//') || found.startsWith('/*')) return found.replace(/[^\n]/g, '')
    if (found.startsWith('`') && hasRawStrings) return found
    return found.replace(/[^\n]/g, 'x')
  })
}

/** The lines of a formatted Rust file without its items for tests: each ends at the brace that is indented like it. */
function withoutTests(lines) {
  const kept = []
  for (let n = 0; n < lines.length; n += 1) {
    if (!/^\s*#\[cfg\(test\)\]/.test(lines[n])) {
      kept.push(lines[n])
      continue
    }
    const indent = lines[n].match(/^\s*/)[0]
    n += 1
    while (/^\s*(#\[|$)/.test(lines[n])) n += 1
    while (n < lines.length && (!/[;}]$/.test(lines[n]) || lines[n].search(/\S/) > indent.length)) n += 1
  }
  return kept
}

const count = (file, isRust) => {
  const lines = codeOf(readFileSync(join(root, file), 'utf8'), isRust).split('\n').map((line) => line.trimEnd())
  return (isRust ? withoutTests(lines) : lines).filter((line) => line !== '').length
}

const isRustTest = (file) => /(^|\/)(tests|properties|generated)(\.rs$|\/)/.test(file)
const isScreenTest = (file) => /\.(test|fixture)\.tsx?$|\.d\.ts$|\/test[A-Z]\w*\.tsx?$|^ui\/src\/lint\//.test(file)
const isGenerated = (file) => /^\/\/ (Made|Generated) /.test(readFileSync(join(root, file), 'utf8'))

function report(title, folder, files, isRust) {
  const counted = files.map((file) => ({ file, lines: count(file, isRust) }))
  const modules = new Map()
  for (const row of counted) {
    const module = row.file.slice(folder.length + 1).replace(/\.\w+$/, '').split('/')[0]
    modules.set(module, [...(modules.get(module) ?? []), row])
  }
  console.log(title)
  const sum = (rows) => rows.reduce((total, { lines }) => total + lines, 0)
  for (const [module, rows] of [...modules].sort((a, b) => sum(b[1]) - sum(a[1]))) {
    console.log(`  ${module.padEnd(16)} ${String(sum(rows)).padStart(7)} lines ${String(rows.length).padStart(5)} files`)
  }
  const under = (limit) => counted.filter(({ lines }) => lines < limit).length
  console.log(
    `  ${'all'.padEnd(16)} ${String(sum(counted)).padStart(7)} lines ${String(counted.length).padStart(5)} files, ` +
      `${under(30)} of under 30 lines, ${under(15)} of under 15`,
  )
  if (options.includes('--files')) for (const { file, lines } of counted) console.log(`${String(lines).padStart(6)} ${file}`)
}

const rust = filesBelow('src', /\.rs$/).filter((file) => !isRustTest(file))
const screens = filesBelow('ui/src', /\.tsx?$/).filter((file) => !isScreenTest(file) && !isGenerated(file))
report('Rust', 'src', rust, true)
report('TypeScript', 'ui/src', screens, false)
