import { defineConfig } from 'vitest/config'
import { classNamesForTests } from './cssModules.mjs'
import { messagesForTests } from './messages.mjs'

// West of UTC, so that a test notices when an instant is shown as its day in UTC.
process.env.TZ = 'America/Los_Angeles'

export default defineConfig({
  // Images keep their names.
  build: { assetsInlineLimit: 0 },
  plugins: [messagesForTests, classNamesForTests],
  test: {
    environment: 'happy-dom',
    // Files share threads and documents: making new ones takes twice as long as the tests. src/testSetup.ts resets them.
    pool: 'threads',
    isolate: false,
    // Whole forms on a busy machine.
    testTimeout: 30_000,
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testSetup.ts'],
    // The second is what the slowest tests are read from (tools/tests/run.mjs).
    reporters: ['default', 'json'],
    outputFile: { json: `${process.env.CARGO_TARGET_DIR ?? '../target'}/test-reports/vitest.json` },
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
})
