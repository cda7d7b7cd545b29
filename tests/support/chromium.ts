import type { LaunchOptions } from '@playwright/test'
import { candidates } from '../../scripts/lib/chromium.mjs'

/** Chromium cannot use its sandbox as root, and containers have little shared memory. */
const ARGS_AS_ROOT = ['--no-sandbox', '--disable-dev-shm-usage']

/** Launch options of tests and benchmarks: the Chromium of `CHROMIUM_PATH`, an installed one, or Playwright's own. */
export const chromiumOptions: LaunchOptions = {
  executablePath: process.env.CHROMIUM_PATH ?? candidates()[0],
  args: process.getuid?.() === 0 ? ARGS_AS_ROOT : [],
}

/** The same for tests without a camera: a headless Chromium if `npm test` has found one. */
export const shellOptions: LaunchOptions = {
  ...chromiumOptions,
  executablePath: process.env.CHROMIUM_SHELL ?? chromiumOptions.executablePath,
}
