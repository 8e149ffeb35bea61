// Validates the parts list with the official schema of CycloneDX 1.6: `node tools/standards/sbom.mjs`.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'

const file = fileURLToPath(new URL('../../assets/sbom.cdx.json', import.meta.url))
const list = readFileSync(file, 'utf8')
// Strict: an unknown member is an error too.
const errors = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(list)
const { components, dependencies } = JSON.parse(list)
const refs = new Set(['handout', ...components.map((component) => component['bom-ref'])])
const unknown = dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !refs.has(ref))
if (errors !== null || unknown.length > 0) {
  console.error('assets/sbom.cdx.json:', errors ?? '', unknown.map((ref) => `${ref} is no component`).join(', '))
  process.exitCode = 1
} else {
  console.log(`CycloneDX 1.6: assets/sbom.cdx.json is valid, with ${components.length} components`)
}
