// Writes assets/sbom.cdx.json, the parts list (SBOM) of the binary in CycloneDX 1.6: the linked crates, the C sources
// that two of them contain, and the npm packages of the screens. It is derived from the lock files and the crates, and
// so is the same everywhere. `node tools/sbom/make.mjs` writes it, with `--check` it only checks whether it is current.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const file = join(root, 'assets/sbom.cdx.json')
/** The crate contains two versions and compiles this one, unless a feature selects the other. */
const mimallocHeader = 'c_src/mimalloc/v3/include/mimalloc.h'
const target = 'x86_64-unknown-linux-gnu'

const read = (path) => readFileSync(join(root, path), 'utf8')
const cargo = (...args) =>
  execFileSync('cargo', [...args, '--locked', '--offline'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 })
const byRef = (a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)

/** `MIT/Apache-2.0` is the notation from before SPDX expressions. */
const licenses = (expression) => (expression ? [{ expression: expression.replaceAll(/\s*\/\s*/g, ' OR ') }] : undefined)

/** The checksums of Cargo.lock by `name version`. */
function checksums() {
  const blocks = read('Cargo.lock').split('[[package]]')
  const field = (block, name) => block.match(new RegExp(`^${name} = "(.*)"$`, 'm'))?.[1]
  return new Map(blocks.map((block) => [`${field(block, 'name')} ${field(block, 'version')}`, field(block, 'checksum')]))
}

/** The linked crates: without tests, build scripts and procedural macros, with the features that are enabled. */
function linkedCrates() {
  const lines = cargo('tree', '--edges', 'normal,no-proc-macro', '--target', target, '--prefix', 'none', '--format', '{p}')
  const names = lines.split('\n').map((line) => line.match(/^(\S+) v(\S+)/)?.slice(1, 3).join(' '))
  return new Set(names.filter(Boolean))
}

function crates(metadata) {
  const linked = linkedCrates()
  const sums = checksums()
  const packages = new Map(metadata.packages.map((crate) => [crate.id, crate]))
  const isLinked = ({ name, version }) => linked.has(`${name} ${version}`)
  const ref = ({ name, version }) => `pkg:cargo/${name}@${version}`
  const components = metadata.packages.filter((crate) => isLinked(crate) && crate.source).map((crate) => ({
    type: 'library',
    'bom-ref': ref(crate),
    name: crate.name,
    version: crate.version,
    scope: 'required',
    hashes: [{ alg: 'SHA-256', content: sums.get(`${crate.name} ${crate.version}`) }],
    licenses: licenses(crate.license),
    purl: ref(crate),
  }))
  const dependencies = metadata.resolve.nodes.filter(({ id }) => isLinked(packages.get(id))).map(({ id, deps }) => {
    const linkedDeps = deps.filter(({ dep_kinds }) => dep_kinds.some(({ kind }) => kind === null))
    const dependsOn = linkedDeps.map(({ pkg }) => packages.get(pkg)).filter(isLinked).map(ref)
    const crate = packages.get(id)
    return { ref: crate.source ? ref(crate) : 'handout', dependsOn: [...new Set(dependsOn)].sort() }
  })
  return { components, dependencies }
}

/** C sources inside of crates; advisories name their versions. */
function bundledSources(metadata) {
  const crate = (name) => metadata.packages.find((crate) => crate.name === name)
  const header = (name, path) => readFileSync(join(dirname(crate(name).manifest_path), path), 'utf8')
  const sqlite = header('libsqlite3-sys', 'sqlite3/sqlite3.h').match(/#define SQLITE_VERSION\s+"([\d.]+)"/)[1]
  // Two digits each for minor and patch.
  const [, ...numbers] = header('libmimalloc-sys', mimallocHeader).match(/#define MI_MALLOC_VERSION\s+(\d+)(\d\d)(\d\d)\b/)
  const mimalloc = numbers.map(Number).join('.')
  const part = (name, version, license, cpe, within) => ({
    component: {
      type: 'library',
      'bom-ref': `pkg:generic/${name}@${version}`,
      name,
      version,
      scope: 'required',
      licenses: [license],
      cpe,
      purl: `pkg:generic/${name}@${version}`,
    },
    within: `pkg:cargo/${within}@${crate(within).version}`,
  })
  const ofSqlite = `cpe:2.3:a:sqlite:sqlite:${sqlite}:*:*:*:*:*:*:*`
  return [
    part('sqlite', sqlite, { license: { id: 'blessing' } }, ofSqlite, 'libsqlite3-sys'),
    part('mimalloc', mimalloc, { license: { id: 'MIT' } }, undefined, 'libmimalloc-sys'),
  ]
}

/** The packages bundled into the screens: everything in the lock file except development dependencies. */
function npmPackages() {
  const { packages } = JSON.parse(read('ui/package-lock.json'))
  const used = Object.entries(packages).filter(([path, entry]) => path && !entry.dev && !entry.devOptional && !entry.optional)
  const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const purl = (path) => `pkg:npm/${nameOf(path).replace('@', '%40')}@${packages[path].version}`
  /** Resolves a package as Node does: in the package's own folder, or in a parent folder. */
  const resolve = (from, name) => {
    for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
      const path = `${folder ? `${folder}/` : ''}node_modules/${name}`
      if (packages[path]) return path
      if (!folder) return undefined
    }
  }
  const paths = new Set(used.map(([path]) => path))
  const dependsOn = (path, entry) => {
    const found = Object.keys({ ...entry.dependencies, ...entry.peerDependencies }).map((name) => resolve(path, name))
    return [...new Set(found.filter((path) => paths.has(path)).map(purl))].sort()
  }
  const components = used.map(([path, { version, license, integrity }]) => {
    const name = nameOf(path).split('/').at(-1)
    const group = nameOf(path).split('/').slice(0, -1)[0]
    const content = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')
    return {
      type: 'library',
      'bom-ref': purl(path),
      group,
      name,
      version,
      scope: 'required',
      hashes: [{ alg: 'SHA-512', content }],
      licenses: licenses(license),
      purl: purl(path),
    }
  })
  const dependencies = used.map(([path, entry]) => ({ ref: purl(path), dependsOn: dependsOn(path, entry) }))
  return { components, dependencies, direct: dependsOn('', packages['']) }
}

function make() {
  const metadata = JSON.parse(cargo('metadata', '--format-version', '1', '--filter-platform', target))
  const handout = metadata.packages.find(({ name, source }) => name === 'handout' && !source)
  const rust = crates(metadata)
  const npm = npmPackages()
  const dependencies = new Map([...rust.dependencies, ...npm.dependencies].map(({ ref, dependsOn }) => [ref, dependsOn]))
  dependencies.set('handout', [...dependencies.get('handout'), ...npm.direct].sort())
  const bundled = bundledSources(metadata)
  for (const { component, within } of bundled) {
    dependencies.set(component['bom-ref'], [])
    dependencies.set(within, [...dependencies.get(within), component['bom-ref']].sort())
  }
  const parts = [...rust.components, ...bundled.map(({ component }) => component), ...npm.components]
  const unique = new Map(parts.map((component) => [component['bom-ref'], component]))
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'build' }],
      component: {
        type: 'application',
        'bom-ref': 'handout',
        name: 'handout',
        version: handout.version,
        description: handout.description,
        licenses: licenses(handout.license),
      },
    },
    components: [...unique.values()].sort(byRef),
    dependencies: [...dependencies].sort(([a], [b]) => (a < b ? -1 : 1)).map(([ref, dependsOn]) => ({ ref, dependsOn })),
  }
}

/** JSON with one line per entry of the long lists, so that a changed part is a changed line. */
function text(list) {
  const lines = (entries) => `[\n${entries.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n')}\n  ]`
  const members = Object.entries(list).map(([name, value]) => {
    return `  ${JSON.stringify(name)}: ${Array.isArray(value) ? lines(value) : JSON.stringify(value)}`
  })
  return `{\n${members.join(',\n')}\n}\n`
}

const made = text(make())
if (!process.argv.includes('--check')) {
  writeFileSync(file, made)
} else if (made !== readFileSync(file, 'utf8')) {
  console.error('assets/sbom.cdx.json is not what the lock files give: run `make sbom`')
  process.exitCode = 1
}
