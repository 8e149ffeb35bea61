// Writes src/api/schema.d.ts from src/api/openapi.json, the server's description of itself (`make api-types`).
// With --check it only reports whether the file is fresh. The usual generator needs TypeScript 5; the document uses no more
// of JSON Schema than is read here, and anything else is an error.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))
const target = at('src/api/schema.d.ts')
const { components } = JSON.parse(readFileSync(at('src/api/openapi.json'), 'utf8'))

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

const types = Object.entries(components.schemas).map(([name, schema]) => `export type ${name} = ${typeOf(schema)}\n`)
const text = `// Made by apiTypes.mjs from openapi.json; not to be edited.\n\n${types.join('\n')}`

if (!process.argv.includes('--check')) {
  writeFileSync(target, text)
} else if (readFileSync(target, 'utf8') !== text) {
  console.error('src/api/schema.d.ts is not what openapi.json says: run `make api-types`.')
  process.exitCode = 1
}
