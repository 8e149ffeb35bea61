// @vitest-environment node
// The described interface passes a public validator: the OpenAPI 3.1 schema, one id for each operation, security
// schemes that exist, parameters that are in their path. `openapi.json` is what the server sends (tests/it/server/config.rs).
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'

const path = fileURLToPath(new URL('openapi.json', import.meta.url))

/** Outside `/api` a path may only redirect, or have no 4xx response: these rules are for API calls. */
const isOutsideApi = (problem: string) =>
  /^operation-[24]xx-response:/.test(problem) && !problem.includes('#/paths/~1api')

async function problems(source: string) {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const found = await lintFromString({ source, absoluteRef: path, config })
  return found
    .map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)
    .filter((problem) => !isOutsideApi(problem))
}

const text = readFileSync(path, 'utf8')

test('the described interface is valid OpenAPI', async () => {
  expect(await problems(text)).toEqual([])
})

test('the validator finds errors', async () => {
  const document = JSON.parse(text)
  document.paths['/api/config'].get.operationId = 'search'
  document.paths['/api/config'].get.security = [{ unknown: [] }]
  delete document.paths['/api/config'].get.responses['200'].description
  expect((await problems(JSON.stringify(document))).map((problem) => problem.split(':')[0]).sort()).toEqual([
    'operation-operationId-unique',
    'security-defined',
    'struct',
  ])
})
