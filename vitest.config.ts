import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'

/** Milliseconds; generous, because a slow machine is no error. */
const testTimeout = 90_000
/** As in the browser tests: once more on a machine that others load. A project takes no value of the root. */
const retry = process.env.CI === undefined ? 0 : 1
const clusterSetup = 'tests/support/globalSetup.ts'

export default defineConfig({
  test: {
    // Tests of the server wait for PostgreSQL more than they compute.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,sandbox,src,scripts}/**/*.test.ts'],
          testTimeout,
          retry,
        },
      },
      {
        test: {
          name: 'dom',
          environment: 'jsdom',
          include: ['src/**/*.test.tsx'],
          testTimeout,
          retry,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'tests/{contract,fuzz,support}/**/*.test.ts'],
          globalSetup: existsSync(clusterSetup) ? [clusterSetup] : [],
          testTimeout,
          retry,
          hookTimeout: 60_000,
        },
      },
    ],
    exclude: [...configDefaults.exclude, 'data/**'],
  },
})
