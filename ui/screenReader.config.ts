// `make screen-reader`: ten tasks in a visible Chromium, which Orca reads; see tools/screen-reader/run.sh.
import { defineConfig } from '@playwright/test'
import tests from './playwright.config'

export default defineConfig({
  ...tests,
  testMatch: 'screenReader.ts',
  workers: 1,
  timeout: 400_000,
  reporter: 'list',
  use: {
    ...tests.use,
    headless: false,
    actionTimeout: 15_000,
    viewport: null,
    launchOptions: {
      executablePath: '/usr/bin/chromium',
      args: [...(tests.use?.launchOptions?.args ?? []), '--force-renderer-accessibility', '--kiosk'],
    },
  },
  projects: [{ name: 'orca' }],
})
