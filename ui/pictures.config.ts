// `make pictures`: takes the pictures of the guide and of the README from the demo, at the sizes of a desktop and of a phone.
import { defineConfig } from '@playwright/test'
import tests from './playwright.config'

export default defineConfig({
  ...tests,
  testMatch: 'pictures.ts',
  reporter: 'list',
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      use: { viewport: { width: 390, height: 640 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
  ],
})
