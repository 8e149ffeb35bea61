// @vitest-environment node
// No screen contains a visible text: texts belong in the message catalogue.
import { expect, test } from 'vitest'
import { isTest, sourcesBelow } from './sources'
import { visibleTexts } from './visibleTexts'

const screens = sourcesBelow('src', /\.tsx?$/).filter(
  ({ path }) => !/^src\/(lint|api\/schema)|^src\/(test\w+|paths|listPaths)\.ts/.test(path) && !isTest(path),
)

/** Strings that look like visible texts but are not. */
const exceptions = new Set([
  // Selectors.
  'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]',
  'button:not(:disabled), a[href], input:not(:disabled)',
  'a, button, input, select',
  // Names of errors, and filters.
  'AbortError',
  'Problem',
  '(or x)',
  '(and x)',
  // Names of cases.
  'if lost',
  'without filters',
  'with obsolete',
  // Values of lookups and jobs that the program depends on.
  'Video',
  'Copy Center',
  'English',
  'Batch Update',
  // What the server answers by default; the screens show it in their own language.
  "Children's Item Number",
])

test('no screen contains a visible text', () => {
  const found = screens.flatMap((source) => visibleTexts(source).map((text) => ({ path: source.path, text })))
  expect(found.filter(({ text }) => !exceptions.has(text))).toEqual([])
  expect([...exceptions].filter((one) => found.every(({ text }) => text !== one))).toEqual([])
})

test.each([
  ['<p>Not found</p>', 1],
  ['<p>{t("notFound")}</p>', 0],
  ['<p>{found ? "Found" : t("no")}</p>', 1],
  ['<Field label="name" className="Wide field" />', 1],
  [`<p>{\`\${count} of \${total} done\`}</p>`, 1],
  [`<p id={\`\${id}-error\`}>{error}</p>`, 0],
  ['const words = { gone: "Gone", moved: "has moved" }', 2],
  ['if (event.key === "Enter" || key in words) throw new Error("A key is missing")', 0],
  ['switch (key) { case "Escape": console.error("Not closed:", key) }', 0],
])('%s', (text, count) => {
  expect(visibleTexts({ path: 'a.tsx', text })).toHaveLength(count)
})
