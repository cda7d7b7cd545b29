import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { PATIENCE } from './tests/support/patience.ts'

// Wherever the machine is; tests of other zones set the zone of the console.
process.env.TZ = 'UTC'

/** Milliseconds; generous, because a slow machine is not an error. */
const testTimeout = 90_000
const patience = { poll: { timeout: PATIENCE } }
/** As in tests/support/dom.ts. */
const patienceInPages = { poll: { timeout: 10_000 } }
/** As in the browser tests: once more on a machine that others load. A project takes no value of the root. */
const retry = process.env.CI === undefined ? 0 : 1
const globalSetup = ['tests/support/globalSetup.ts']

const domTests = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.tsx'))
  .map((name) => `src/${name.replaceAll('\\', '/')}`)
/** They replace modules, which must not be loaded yet: each of these files loads its own. */
const mocking = domTests.filter((name) => readFileSync(name, 'utf8').includes('vi.mock('))

/** A test that `npm test` leaves to `npm run test:all`. */
const HEAVY = { name: 'heavy', description: 'long, of much data or of many faults', timeout: 180_000 }

/** Loading react-admin takes longer than most tests: files share the modules, and tests/support/dom.ts clears up. */
const plainEditor = fileURLToPath(new URL('tests/support/plainEditor.ts', import.meta.url))
const dom = {
  environment: './tests/support/jsdom.ts',
  // A mock would end with its file, and a page that is left loads its editor after that.
  alias: [
    { find: './MonacoSurface', replacement: plainEditor },
    { find: './javascript', replacement: plainEditor },
  ],
  setupFiles: ['tests/support/dom.ts'],
  globalSetup,
  testTimeout,
  hookTimeout: testTimeout,
  expect: patienceInPages,
  retry,
}

/** The files of a project after each other: a worker is used again only when its next file is of the same project. */
class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    // oxlint-disable-next-line unicorn/no-array-sort -- the method of the sequencer
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => a.project.name.localeCompare(b.project.name))
  }
}

/** Modules that depend on which files there are. */
const OF_FILES = /import\.meta\.glob/

export default defineConfig({
  plugins: [
    {
      name: 'transformed modules',
      configureVitest: ({ experimental_defineCacheKeyGenerator: keep }) =>
        keep(({ sourceCode }) => (OF_FILES.test(sourceCode) ? false : undefined)),
    },
  ],
  test: {
    // Transforming all modules of the console and the server takes longer than loading them.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/vitest' },
    tags: [HEAVY],
    // The last worker ends while the databases of all tests are removed.
    teardownTimeout: testTimeout,
    sequence: { sequencer: ByProject },
    // Each worker loads all that its tests need: more of them take longer.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,sandbox,src,scripts}/**/*.test.ts'],
          isolate: false,
          testTimeout,
          expect: patience,
          retry,
        },
      },
      { test: { ...dom, name: 'dom', include: ['src/**/*.test.tsx'], exclude: mocking, isolate: false } },
      { test: { ...dom, name: 'dom-mocks', include: mocking } },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'tests/{clients,contract,fuzz,support}/**/*.test.ts'],
          isolate: false,
          sequence: { groupOrder: 1 },
          globalSetup,
          testTimeout,
          hookTimeout: testTimeout,
          expect: patience,
          retry,
        },
      },
      // After the server's tests: it checks what they have collected.
      {
        test: {
          name: 'statements',
          include: ['tests/statements/**/*.test.ts'],
          sequence: { groupOrder: 2 },
          globalSetup,
          testTimeout,
        },
      },
    ],
    exclude: [...configDefaults.exclude, 'data/**'],
  },
})
