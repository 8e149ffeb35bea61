// Browser tests: the real binary with its sample catalogue, at desktop size. Those tagged @phone run at phone size too: what is
// about size. Those tagged @only-phone as well run at phone size only: one journey a screen, whose result does not depend on the
// size. The walk through every state of the screens changes the size by itself.
import { defineConfig } from '@playwright/test'

const chromium = {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}

// The server, the tests and the browser have one time zone, as in a hospital; its day is not always that of UTC.
const timezoneId = 'America/Chicago'
process.env.TZ = timezoneId

const reports = `${process.env.CARGO_TARGET_DIR ?? '../target'}/test-reports`

export default defineConfig({
  testDir: 'e2e',
  // One more than two processors: a test often waits for the browser to rest.
  workers: 3,
  fullyParallel: true,
  // A test that passes the second time is broken: find out why.
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  // The second is what the slowest tests are read from (tools/tests/run.mjs).
  reporter: [['list'], ['json', { outputFile: `${reports}/playwright.json` }]],
  use: {
    locale: 'en-US',
    timezoneId,
    video: 'off',
    // Recording costs a third of the time: `--trace retain-on-failure` records what fails.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: chromium,
  },
  projects: [
    { name: 'desktop', grepInvert: /@only-phone/, use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      grep: /@phone/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1 },
    },
  ],
})
