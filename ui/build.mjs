// Builds the screens into ui/dist: hashed scripts and styles as .br and .gz, and manifest.json for the server.
// `node build.mjs --watch` rebuilds on every change without minifying or compressing.

import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { minify } from '@swc/core'
import esbuild from 'esbuild'
import { cssModules } from './cssModules.mjs'
import { formats } from './formats.mjs'
import { languages, useMessages } from './messages.mjs'
import { iconsOf } from './serverParts.mjs'

const root = fileURLToPath(new URL('.', import.meta.url))
const dist = join(root, 'dist')
const assets = join(dist, 'assets')
const watch = process.argv.includes('--watch')
const publicPath = '/assets/'

/** What most later screens have in common, and those that families load first and that need none of it. */
const sharedExports = 'src/app/sharedExports.ts'
const withoutSharedExports = /(HomeView|SuggestionList)\.tsx$/

/** The router's package offers bundlers its development build only, with its warnings; the one for production lies beside it. */
const productionRouter = {
  'react-router': join(root, 'node_modules/react-router/dist/production/index.mjs'),
  'react-router/dom': join(root, 'node_modules/react-router/dist/production/dom-export.mjs'),
}

/** The names of the classes in the build, by CSS module and by name. */
const classes = {}

/** What esbuild is asked for; the paths in its metafile are relative to `root`. */
const options = {
  absWorkingDir: root,
  entryPoints: { main: 'src/main.tsx' },
  outdir: 'dist/assets',
  publicPath,
  bundle: true,
  splitting: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  minify: !watch,
  alias: watch ? {} : productionRouter,
  sourcemap: watch ? 'inline' : false,
  metafile: true,
  legalComments: 'none',
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  loader: { '.css': 'css', '.woff2': 'file', '.svg': 'file' },
  define: { 'process.env.NODE_ENV': watch ? '"development"' : '"production"' },
  logLevel: 'warning',
  plugins: [
    { name: 'messages', setup: useMessages },
    { name: 'class-names', setup: cssModules(join(root, 'src'), classes) },
    { name: 'icons', setup: useSmallIcons },
    { name: 'single-first-chunk', setup: keepFirstLoadInOneChunk },
    { name: 'finish', setup: (build) => build.onEnd(finish) },
  ],
}

/** The icons of the library, drawn by our own module. */
function useSmallIcons(build) {
  const path = join(root, 'icon.mjs')
  build.onResolve({ filter: /createLucideIcon\.mjs$/ }, () => ({ path }))
}

/**
 * Everything that the first screen needs comes in one file, and what later screens share in another. Left to itself esbuild
 * makes a chunk for each set of screens that share something: some twenty small files, each with a round trip of its own. A
 * screen that is loaded later imports the entry, which is there already, and all shared parts, so that all sets are the same.
 */
function keepFirstLoadInOneChunk(build) {
  const later = new Set()
  build.onStart(() => later.clear())
  build.onResolve({ filter: /^\./ }, async ({ path, pluginData, ...from }) => {
    if (from.kind !== 'dynamic-import' || pluginData === later) return
    const found = await build.resolve(path, { ...from, pluginData: later })
    later.add(found.path)
    return found
  })
  build.onLoad({ filter: /\.tsx$/ }, async ({ path }) => {
    if (!later.has(path)) return
    const imports = [options.entryPoints.main, ...(withoutSharedExports.test(path) ? [] : [sharedExports])]
    const lines = imports.map((file) => `import ${JSON.stringify(join(root, file))}\n`)
    return { contents: `${await readFile(path, 'utf8')}\n${lines.join('')}`, loader: 'tsx' }
  })
}

/** Files that a script needs at once, followed through its static imports. */
function staticImports(outputs, path, seen = new Set()) {
  for (const { path: next, kind } of outputs[path]?.imports ?? []) {
    if (kind === 'import-statement' && outputs[next] && !seen.has(next)) {
      seen.add(next)
      staticImports(outputs, next, seen)
    }
  }
  return seen
}

/**
 * The files of the manifest: what the page links to, as addresses. The scripts are those of a page in English; `languages`
 * has by tag what a page in another language has more of.
 */
function manifestOf({ outputs }, icon) {
  const url = (path) => publicPath + basename(path)
  const paths = Object.keys(outputs)
  const entry = paths.find((path) => outputs[path].entryPoint === 'src/main.tsx')
  // The entry only imports the chunk that holds everything (see `keepFirstLoadInOneChunk`): the page asks for that one itself.
  const [held, ...others] = outputs[entry].imports.filter(({ kind }) => kind === 'import-statement')
  const isStub = Object.keys(outputs[entry].inputs).length === 0 && held && others.length === 0
  const main = isStub ? held.path : entry
  const first = staticImports(outputs, main)
  /** The scripts of a part that is loaded later, without those of the first screen. */
  const partOf = (entryPoint) => {
    const part = paths.find((path) => outputs[path].entryPoint === entryPoint)
    return [part, ...staticImports(outputs, part)].filter((path) => path !== main && !first.has(path)).map(url)
  }
  const logo = url(paths.find((path) => /\/logo-[^/]*\.svg$/.test(path)))
  const textsOf = (language) => paths.filter((path) => basename(path).startsWith(`messages-${language}-`)).map(url)
  return {
    scripts: [url(main)],
    styles: outputs[entry].cssBundle ? [url(outputs[entry].cssBundle)] : [],
    modulepreload: [...first].map(url),
    citation: partOf('src/app/CitationRoute.tsx'),
    results: partOf('src/features/search/results/Results.tsx'),
    home: partOf('src/features/search/home/HomeView.tsx'),
    packet: partOf('src/app/PacketScreens.tsx'),
    packets: [...new Set(['src/app/PacketScreens.tsx', 'src/features/packets/PacketsPage.tsx'].flatMap(partOf))],
    logo,
    fonts: paths.filter((path) => /-next-latin-[^-]*\.woff2$/.test(path)).map(url),
    icon: url(icon),
    languages: Object.fromEntries(
      languages.filter((language) => language !== 'en').map((language) => [language, { scripts: textsOf(language) }]),
    ),
  }
}

/** A second pass over a script that esbuild has minified: it takes another 5 % off what is sent. */
async function minifyAgain(file) {
  const { code } = await minify(await readFile(file, 'utf8'), {
    module: true,
    ecma: 2022,
    compress: { ecma: 2022, passes: 2 },
    mangle: true,
    format: { comments: false },
  })
  await writeFile(file, code)
}

/** Replaces a file by its compressed forms. */
async function compress(file) {
  const bytes = await readFile(file)
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }
  await Promise.all([
    writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, quality)),
    writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 })),
  ])
  await rm(file)
}

/** The browser tab's icon is named by the page, not by a script: it gets its hash here. */
async function copyIcon() {
  const bytes = await readFile(join(root, 'src/assets/icon.svg'))
  const name = `icon-${createHash('sha256').update(bytes).digest('hex').slice(0, 8)}.svg`
  await writeFile(join(assets, name), bytes)
  return name
}

const isScript = (name) => name.endsWith('.js')

async function finish(result) {
  if (result.errors.length > 0) return
  const manifest = {
    ...manifestOf(result.metafile, await copyIcon()),
    classes,
    icons: await iconsOf(result.metafile),
    formats: formats(),
  }
  await writeFile(join(dist, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  if (watch) return
  // The entry's styles hold those of every lazy screen already; the pieces of their own are never asked for.
  const main = Object.values(result.metafile.outputs).find(({ entryPoint }) => entryPoint === 'src/main.tsx')?.cssBundle
  const pieces = Object.keys(result.metafile.outputs).filter((path) => path.endsWith('.css') && path !== main)
  await Promise.all(pieces.map((path) => rm(join(root, path))))
  const scripts = (await readdir(assets)).filter(isScript)
  await Promise.all(scripts.map((name) => minifyAgain(join(assets, name))))
  const texts = (await readdir(assets)).filter((name) => /\.(js|css|svg)$/.test(name))
  await Promise.all(texts.map((name) => compress(join(assets, name))))
  if (process.argv.includes('--sizes')) console.log(await esbuild.analyzeMetafile(result.metafile))
}

await rm(dist, { recursive: true, force: true })
await mkdir(assets, { recursive: true })
if (watch) {
  const context = await esbuild.context(options)
  await context.watch()
  console.log('watching ui/src')
} else {
  await esbuild.build(options)
}
