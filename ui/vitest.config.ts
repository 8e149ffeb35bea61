import { defineConfig } from 'vitest/config'
import { messagesForTests } from './messages.mjs'

export default defineConfig({
  plugins: [messagesForTests],
  test: {
    environment: 'happy-dom',
    // Whole forms on a busy machine.
    testTimeout: 30_000,
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testSetup.ts'],
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
})
