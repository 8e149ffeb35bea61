// Browser tests: the real binary with its sample catalogue, at desktop and phone size.
import { defineConfig } from '@playwright/test'

const chromium = {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
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

export default defineConfig({
  testDir: 'e2e',
  workers: 2,
  fullyParallel: true,
  // A busy machine may miss a moment: what passes the second time is listed as flaky, what fails twice is broken.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    video: 'off',
    // Recording every test costs a third of the time: only what is tried again is recorded (`--trace on` records all).
    trace: 'on-first-retry',
    launchOptions: chromium,
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      // Keyboards come with desktops.
      testIgnore: 'keyboard.spec.ts',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1 },
    },
  ],
})
