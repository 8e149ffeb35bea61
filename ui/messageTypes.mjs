// Writes src/i18n/messages.d.ts from messages/en.json and messages/staff: the keys of each section, and what each text needs
// (`make message-types`). With --check it only reports whether the file is fresh, and whether the languages agree.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { languages, placeholdersOf, readMessages, readStaffMessages, textErrors } from './messages.mjs'

const target = fileURLToPath(new URL('src/i18n/messages.d.ts', import.meta.url))
const kinds = {
  argument: 'string',
  number: 'number',
  date: 'Date',
  time: 'Date',
  select: 'string',
  tag: "import('./section').Tag",
}

const neededBy = (text) => {
  const needed = placeholdersOf(text).map(([name, kind]) => `${name}: ${kinds[kind]}`)
  return needed.length > 0 ? `{ ${needed.join('; ')} }` : "import('./section').None"
}

const moduleOf =
  (kind) =>
  ([section, texts]) =>
    `declare module 'messages:${kind}/${section}' {
  const ${kind === 'staff' ? "text: import('./section').Text" : "section: import('./section').Section"}<{
${Object.entries(texts)
  .map(([key, text]) => `    ${key}: ${neededBy(text)}`)
  .join('\n')}
  }>
  export default ${kind === 'staff' ? 'text' : 'section'}
}
`

const text = `// Made by messageTypes.mjs from messages/en.json and messages/staff; not to be edited.

declare module 'messages:others' {
  /** What fetches the texts of each language but English, by its tag. */
  const others: Record<string, () => Promise<{ default: Record<string, import('./section').Texts> }>>
  export default others
}

${[
  ...Object.entries(readMessages('en')).map(moduleOf('en')),
  ...Object.entries(readStaffMessages()).map(moduleOf('staff')),
].join('\n')}`

if (!process.argv.includes('--check')) {
  writeFileSync(target, text)
} else {
  const errors = languages.flatMap((language) => textErrors(language))
  if (readFileSync(target, 'utf8') !== text) {
    errors.push('src/i18n/messages.d.ts is not what messages/en.json and messages/staff say: run `make message-types`.')
  }
  for (const error of errors) console.error(error)
  if (errors.length > 0) process.exitCode = 1
}
