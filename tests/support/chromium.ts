import type { LaunchOptions } from '@playwright/test'
import { candidates } from '../../scripts/lib/chromium.mjs'

/** Chromium refuses its sandbox to root, and containers have little shared memory. */
const ARGS_AS_ROOT = ['--no-sandbox', '--disable-dev-shm-usage']

/** How tests and benchmarks launch Chromium: the one of `CHROMIUM_PATH`, an installed one, or Playwright's own. */
export const chromiumOptions: LaunchOptions = {
  executablePath: process.env.CHROMIUM_PATH ?? candidates()[0],
  args: process.getuid?.() === 0 ? ARGS_AS_ROOT : [],
}

/** The same for tests that need no camera: a Chromium without windows where `npm test` has found one. */
export const shellOptions: LaunchOptions = {
  ...chromiumOptions,
  executablePath: process.env.CHROMIUM_SHELL ?? chromiumOptions.executablePath,
}
