// Writes src/api/schema.d.ts from src/api/openapi.json, the server's description of itself (`make api-types`).
// With --check it only reports whether the file is fresh. The usual generator needs TypeScript 5; the document uses no more
// of JSON Schema than is read here, and anything else is an error.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))
const target = at('src/api/schema.d.ts')
const { components, paths } = JSON.parse(readFileSync(at('src/api/openapi.json'), 'utf8'))

const plain = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' }

function typeOf(schema) {
  if (schema.$ref) return schema.$ref.split('/').at(-1)
  if (schema.enum) return schema.enum.map((value) => `'${value}'`).join(' | ')
  if (schema.oneOf) return schema.oneOf.map(typeOf).join(' | ')
  if (schema.allOf) return schema.allOf.map(typeOf).join(' & ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ')
  if (schema.type === 'array') return `Array<${typeOf(schema.items)}>`
  if (schema.type === 'object' && schema.properties) return fields(schema)
  if (schema.type === 'object') {
    const values = schema.additionalProperties
    return `Record<string, ${typeof values === 'object' ? typeOf(values) : 'unknown'}>`
  }
  if (schema.type in plain) return plain[schema.type]
  if (Object.keys(schema).every((key) => key === 'description')) return 'unknown'
  throw new Error(`This schema is not understood: ${JSON.stringify(schema)}`)
}

function fields({ properties, required = [] }) {
  const lines = Object.entries(properties).map(([name, schema]) => {
    const comment = schema.description ? `  /** ${schema.description.replaceAll(/\s+/g, ' ')} */\n` : ''
    return `${comment}  ${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}\n`
  })
  return `{\n${lines.join('')}}`
}

/** What is sent or received as JSON; anything else is sent as a Blob, and is not read as JSON. */
function contentType({ content = {} }, otherwise) {
  const schema = content['application/json']?.schema
  if (schema) return typeOf(schema)
  return Object.keys(content).length === 0 ? 'undefined' : otherwise
}

/** The parameters of a call in its path or query, as a member; optional when none of them is required. */
function parametersMember(name, place, parameters = []) {
  const found = parameters.filter((parameter) => parameter.in === place)
  if (found.length === 0) return []
  const isOptional = found.every(({ required }) => !required)
  const members = found.map((one) => `'${one.name}'${one.required ? '' : '?'}: ${typeOf(one.schema)}`)
  return [`${name}${isOptional ? '?' : ''}: { ${members.join('; ')} }`]
}

/** A line for each call below /api: what it needs, and what it returns when it succeeds. */
const calls = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { parameters, requestBody, responses }]) => {
    if (!path.startsWith('/api/')) return []
    const succeeded = Object.entries(responses).filter(([status]) => status.startsWith('2'))
    const members = [
      ...parametersMember('params', 'path', parameters),
      ...parametersMember('query', 'query', parameters),
      ...(requestBody ? [`body: ${contentType(requestBody, 'Blob')}`] : []),
      `response: ${[...new Set(succeeded.map(([, response]) => contentType(response, 'unknown')))].join(' | ')}`,
    ]
    return [`  '${method.toUpperCase()} ${path.slice('/api'.length)}': { ${members.join('; ')} }\n`]
  }),
)

const types = Object.entries(components.schemas).map(([name, schema]) => `export type ${name} = ${typeOf(schema)}\n`)
const table = `/** Each call by its method and its path below /api. */\nexport interface Calls {\n${calls.join('')}}\n`
const text = `// Made by apiTypes.mjs from openapi.json; not to be edited.\n\n${types.join('\n')}\n${table}`

if (!process.argv.includes('--check')) {
  writeFileSync(target, text)
} else if (readFileSync(target, 'utf8') !== text) {
  console.error('src/api/schema.d.ts is not what openapi.json says: run `make api-types`.')
  process.exitCode = 1
}
