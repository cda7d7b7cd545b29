import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { shellOptions } from './tests/support/chromium'

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/globalSetup.ts',
  outputDir: '.cache/e2e',
  fullyParallel: true,
  forbidOnly: true,
  // Each has a browser and servers: more than there are cores take longer, and servers share the connections of one PostgreSQL.
  workers: Math.min(availableParallelism(), 4),
  // Once more on a machine that others load; a test that then passes is reported as flaky.
  retries: process.env.CI === undefined ? 0 : 1,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/reports/e2e.json' }]],
  use: {
    launchOptions: shellOptions,
    locale: 'en-US',
    timezoneId: 'UTC',
    // Recording every test takes a third longer; npm test -- e2e --trace=on records them all.
    trace: 'on-first-retry',
  },
})
