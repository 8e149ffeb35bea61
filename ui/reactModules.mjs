// React's packages offer bundlers CommonJS only: one function around each file, which the browser parses twice and from which
// nothing can be left out. The build turns their production files into modules as they are read.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const packages = fileURLToPath(new URL('node_modules', import.meta.url))
const files = {
  react: 'react/cjs/react.production.js',
  'react/jsx-runtime': 'react/cjs/react-jsx-runtime.production.js',
  'react-dom': 'react-dom/cjs/react-dom.production.js',
  'react-dom/client': 'react-dom/cjs/react-dom-client.production.js',
  scheduler: 'scheduler/cjs/scheduler.production.js',
}

/** `require("react")` as an import, `exports.memo =` as a variable that is exported. */
export function asModule(source) {
  const imports = []
  const withoutRequires = source.replace(/\b(?:var )?(\w+) = require\("([\w-]+)"\)[,;]/g, (_, name, from) => {
    imports.push(`import * as ${name} from "${from}";`)
    return ''
  })
  const names = new Set()
  const body = withoutRequires
    .replace(/^exports\.(\w+) =/gm, (found, name) => (names.has(name) ? found : `var ${names.add(name) && found}`))
    .replace(/\bexports\.(\w+)/g, 'export_$1')
  if (/\b(require|module|exports)\b[.(]/.test(body))
    throw new Error('React is written in another way than the build knows')
  const list = [...names].map((name) => `export_${name} as ${name}`)
  const all = [...names].map((name) => `${name}: export_${name}`)
  return [...imports, quiet(body), `export { ${list.join(', ')} };`, `export default { ${all.join(', ')} };`].join('\n')
}

/** React makes a few errors as it starts, only to compare with them: their stacks would cost the browser another parse of all. */
const quiet = (body) =>
  /= Error\(/.test(body)
    ? `const traceLimit = Error.stackTraceLimit; Error.stackTraceLimit = 0;\n${body}\nError.stackTraceLimit = traceLimit;`
    : body

/** A plugin's setup. */
export function useReactModules(build) {
  build.onResolve({ filter: /^(react|react-dom|scheduler)(\/[\w-]+)?$/ }, ({ path }) =>
    files[path] ? { path: join(packages, files[path]), sideEffects: true } : undefined,
  )
  build.onLoad({ filter: /\.production\.js$/ }, async ({ path }) =>
    Object.values(files).some((file) => path === join(packages, file))
      ? { contents: asModule(await readFile(path, 'utf8')), loader: 'js' }
      : undefined,
  )
}
