import '../server/node.mjs'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { ensureConsole } from './lib/build.mjs'
import { browserTestsOf, changedSince, sourcesOf, testsOfParts } from './lib/changed.mjs'
import { findChromium, findShell } from './lib/chromium.mjs'
import { startSharedCluster } from './lib/cluster.mjs'
import { ensureDependencies } from './lib/dependencies.mjs'
import { node } from './lib/processes.mjs'
import { Failure, main, path, program, say, seconds } from './lib/project.mjs'
import { playwrightOutcome, vitestOutcome } from './lib/report.mjs'

/** @typedef {import('./lib/report.mjs').Outcome} Outcome */
/** A step; `changed` are the files whose effects it is to test, `all` is with heavy tests. @typedef {(filters: string[], changed: string[] | undefined, all: boolean) => Promise<{ ok: boolean, output?: string, outcome?: Outcome }>} Step */

const reports = path('.cache', 'reports')

/** A step that runs beside others: its output is shown when it has ended. @param {string[]} args */
async function check(args) {
  const { code, output } = await node(args, { quiet: true })
  return { ok: code === 0, output }
}

/** @type {Promise<void> | undefined} */
let building
/** Builds the console if it has changed, once for all steps. */
const built = () => (building ??= ensureConsole())

/** The projects of vitest that the steps of its tests run. @type {Record<string, string[]>} */
const VITEST = { unit: ['unit', 'dom', 'dom-mocks'], server: ['server'], statements: ['statements'] }

/**
 * The argument that leaves out heavy tests, unless tests are named. @param {string} argument @param {string[]} filters @param {boolean} all
 */
const lightly = (argument, filters, all) =>
  all || filters.some((filter) => !filter.startsWith('-')) ? [] : [argument]

/** Runs the tests of several steps together, so that no core waits for the end of a step. @param {string[]} names @returns {Step} */
const vitest = (names) => async (filters, changed, all) => {
  const tests = changed && testsOfParts(changed)
  const sources = changed && (tests ?? sourcesOf(changed))
  const report = `${reports}/vitest.json`
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  // The rules for statements need those of all tests of the server.
  const run = sources ? names.filter((name) => name !== 'statements') : names
  if (run.length === 0 || sources?.length === 0) return { ok: true }
  if (run.includes('server')) rmSync(path('.cache', 'statements'), { recursive: true, force: true })
  const projects = run.flatMap((name) => VITEST[name] ?? []).map((project) => `--project=${project}`)
  const few = sources ? [tests ? 'run' : 'related', ...sources, '--run', '--passWithNoTests'] : undefined
  const what = few ?? ['run', ...filters]
  const light = lightly('--tags-filter=!heavy', filters, all)
  const { code } = await node([program('vitest'), ...what, ...projects, ...light, ...reporters])
  return { ok: code === 0, outcome: vitestOutcome(report) }
}

/** Arguments of Playwright that show the browser. */
const WINDOWED = new Set(['--headed', '--ui', '--debug'])

/** @type {Step} */
const playwright = async (given, changed, all) => {
  const ofChanged = changed && browserTestsOf(changed)
  if (changed && !ofChanged) return { ok: true }
  const filters = ofChanged?.filters ?? given
  await built()
  const CHROMIUM_PATH = await findChromium()
  const CHROMIUM_SHELL = filters.some((filter) => WINDOWED.has(filter)) ? undefined : findShell()
  const report = `${reports}/e2e.json`
  const without = '--grep-invert=@heavy'
  const light = ofChanged && !ofChanged.heavy && !all ? [without] : lightly(without, filters, all)
  const args = [program('@playwright/test', 'playwright'), 'test', ...filters, ...light]
  const { code } = await node(args, { env: { CHROMIUM_PATH, CHROMIUM_SHELL } })
  return { ok: code === 0, outcome: playwrightOutcome(report) }
}

/** Steps that run at the same time. @type {Record<string, Step>} */
const CHECKS = {
  format: () => check([program('@biomejs/biome'), 'check', '--error-on-warnings']),
  // Each file is checked once, by the tsconfig of its world.
  lint: async () => {
    const [rules, unused] = await Promise.all([
      check([program('oxlint'), '--type-aware', '--type-check', '--deny-warnings']),
      check([program('knip'), '--treat-config-hints-as-errors']),
    ])
    return { ok: rules.ok && unused.ok, output: rules.output + unused.output }
  },
  build: async () => {
    await built()
    return { ok: true }
  },
  size: async () => {
    await built()
    return check(['scripts/size.mjs'])
  },
}

/** The names of all steps, in order. */
const NAMES = [...Object.keys(CHECKS), ...Object.keys(VITEST), 'e2e']

/** The chosen steps, in groups that run one after the other. @param {string[]} chosen @returns {Record<string, Step>[]} */
function groupsOf(chosen) {
  const tests = chosen.filter((name) => name in VITEST)
  return [
    Object.fromEntries(Object.entries(CHECKS).filter(([name]) => chosen.includes(name))),
    tests.length > 0 ? { [tests.join(', ')]: vitest(tests) } : {},
    chosen.includes('e2e') ? { e2e: playwright } : {},
  ]
}

/**
 * Runs one step; an exception fails this step, not the whole run.
 * @param {string} name @param {() => ReturnType<Step>} step @param {boolean} alone
 */
async function runStep(name, step, alone) {
  if (alone) say(`\n── ${name}`)
  const began = performance.now()
  const { ok, output, outcome } = await step().catch((error) => ({
    ok: false,
    output: error instanceof Failure ? error.message : String(error?.stack ?? error),
    outcome: undefined,
  }))
  const took = performance.now() - began
  if (!alone) say(`\n── ${name}`)
  if (output) say(output.trim())
  const { passed = 0, failed = 0, notes = [] } = outcome ?? {}
  const tests = outcome ? `${passed} passed, ${failed} failed` : ''
  return { name, took, tests, notes, passed, failed: ok ? failed : Math.max(failed, 1) }
}

const CHANGED = /^--changed(?:=(.+))?$/
const ALL = '--all'

/** @param {string[]} args */
function readArguments(args) {
  const since = args.map((arg) => CHANGED.exec(arg)).find(Boolean)
  const named = NAMES.filter((name) => args.includes(name))
  const filters = args.filter((arg) => !named.includes(arg) && !CHANGED.test(arg) && arg !== ALL)
  if (
    filters.length > 0 &&
    !(named.length === 1 || (named.length > 0 && named.every((name) => name in VITEST)))
  )
    throw new Failure(`Name one of the steps ${NAMES.join(', ')} before ${filters.join(' ')}.`)
  if (filters.length > 0 && since) throw new Failure('With --changed, the tests cannot be chosen.')
  return {
    chosen: named.length > 0 ? named : NAMES,
    filters,
    changed: since ? changedSince(since[1] ?? 'HEAD') : undefined,
    all: args.includes(ALL),
  }
}

/**
 * npm test: every step, also after one that failed; or the steps that are named. Other arguments go to the runner of the
 * tests: `npm test -- unit tags`, `npm test -- e2e --headed`. With `--changed` only tests that the changes since the last
 * commit can break run, with `--changed=main` those since main. Heavy tests run with `--all` (`npm run test:all`), and when
 * tests are named.
 */
await main(async () => {
  const began = performance.now()
  const { chosen, filters, changed, all } = readArguments(process.argv.slice(2))
  for (const folder of [reports, path('.cache', 'programs')]) rmSync(folder, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })
  await ensureDependencies()

  const stopCluster = chosen.some((name) => !(name in CHECKS)) ? await startSharedCluster() : undefined
  const results = []
  for (const steps of groupsOf(chosen)) {
    const running = Object.entries(steps)
    const alone = running.length === 1
    const run = running.map(([name, step]) => runStep(name, () => step(filters, changed, all), alone))
    results.push(...(await Promise.all(run)))
  }
  await stopCluster?.()

  for (const note of results.flatMap(({ notes }) => notes)) say(`\n${note}`)
  say('')
  const width = Math.max(...results.map(({ name }) => name.length)) + 1
  for (const { name, took, tests, failed } of results) {
    say(`${failed > 0 ? '✗' : '✓'} ${name.padEnd(width)}${seconds(took).padStart(8)}  ${tests}`.trimEnd())
  }
  const passed = results.reduce((sum, step) => sum + step.passed, 0)
  const failed = results.reduce((sum, step) => sum + step.failed, 0)
  say(`  ${'total'.padEnd(width)}${seconds(performance.now() - began).padStart(8)}`)
  const total = `${passed} passed, ${failed} failed`
  writeFileSync(`${reports}/total`, `${total}\n`)
  say(total)
  return failed > 0 ? 1 : 0
})
