import './lib/node.mjs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { ensureBuild } from './lib/build.mjs'
import { findChromium, findShell } from './lib/chromium.mjs'
import { ensureDependencies } from './lib/dependencies.mjs'
import { node } from './lib/processes.mjs'
import { Failure, main, path, program, root, say, seconds } from './lib/project.mjs'
import { playwrightOutcome, vitestOutcome } from './lib/report.mjs'

/** @typedef {import('./lib/report.mjs').Outcome} Outcome */
/** @typedef {(filters: string[]) => Promise<{ ok: boolean, output?: string, outcome?: Outcome }>} Step */

const reports = path('.cache', 'reports')

/** A step that runs beside others: what it prints is shown when it has ended. @param {string[]} args */
async function check(args) {
  const { code, output } = await node(args, { quiet: true })
  return { ok: code === 0, output }
}

/** @type {Promise<void> | undefined} */
let building
/** Builds the console if it has changed, once for all steps. */
const built = () => (building ??= ensureBuild())

/** @param {string} name @param {string[]} projects @returns {Step} */
const vitest = (name, projects) => async (filters) => {
  const report = `${reports}/${name}.json`
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const selected = projects.map((project) => `--project=${project}`)
  const { code } = await node([program('vitest'), 'run', ...selected, ...reporters, ...filters])
  return { ok: code === 0, outcome: vitestOutcome(report) }
}

/** Arguments of Playwright that show the browser. */
const WINDOWED = new Set(['--headed', '--ui', '--debug'])

/** Every step of `npm test`, in order. Those of one line run at the same time. @type {Record<string, Step>[]} */
const STEPS = [
  {
    format: () => check([program('@biomejs/biome'), 'check', '--error-on-warnings']),
    // Each file is checked once, by the tsconfig of its world.
    lint: () => check([program('oxlint'), '--type-aware', '--type-check', '--deny-warnings']),
    build: async () => {
      await built()
      return { ok: true }
    },
    size: async () => {
      await built()
      return check(['scripts/size.mjs'])
    },
  },
  { unit: vitest('unit', ['unit', 'dom', 'dom-mocks']) },
  {
    server: (filters) => {
      rmSync(path('.cache', 'statements'), { recursive: true, force: true })
      return vitest('server', ['server'])(filters)
    },
  },
  // What the server's tests have collected.
  { statements: vitest('statements', ['statements']) },
  {
    e2e: async (filters) => {
      await built()
      const CHROMIUM_PATH = await findChromium()
      const CHROMIUM_SHELL = filters.some((filter) => WINDOWED.has(filter)) ? undefined : findShell()
      const report = `${reports}/e2e.json`
      const args = [program('@playwright/test', 'playwright'), 'test', ...filters]
      const { code } = await node(args, { env: { CHROMIUM_PATH, CHROMIUM_SHELL } })
      return { ok: code === 0, outcome: playwrightOutcome(report) }
    },
  },
]

/** Steps whose tests use a database. */
const WITH_DATABASE = new Set(['unit', 'server', 'statements', 'e2e'])

/** Starts the PostgreSQL that the steps share, and answers what stops it. It also ends when this process is killed. */
async function startCluster() {
  const args = ['--import', 'tsx', 'tests/support/runCluster.ts']
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  const [url] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended])
  if (typeof url !== 'string') throw new Failure('The PostgreSQL of the tests did not start.')
  process.env.TEST_CLUSTER_URL = url
  return async () => {
    child.stdin.end()
    await ended
  }
}

/** Runs one step; what stops it is a failure of this step, not of the whole run. @param {string} name @param {Step} step @param {string[]} filters @param {boolean} alone */
async function runStep(name, step, filters, alone) {
  if (alone) say(`\n── ${name}`)
  const began = performance.now()
  const { ok, output, outcome } = await step(filters).catch((error) => ({
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

/**
 * npm test: every step, also after one that failed; or the steps that are named. Other arguments go to the runner of the
 * tests: `npm test -- unit tags`, `npm test -- e2e --headed`.
 */
await main(async () => {
  const args = process.argv.slice(2)
  const began = performance.now()
  const names = STEPS.flatMap((steps) => Object.keys(steps))
  const named = names.filter((name) => args.includes(name))
  const chosen = named.length > 0 ? named : names
  const filters = args.filter((arg) => !named.includes(arg))
  if (filters.length > 0 && named.length !== 1)
    throw new Failure(`Name one of the steps ${names.join(', ')} before ${filters.join(' ')}.`)
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })
  await ensureDependencies()

  const stopCluster = chosen.some((name) => WITH_DATABASE.has(name)) ? await startCluster() : undefined
  const results = []
  for (const steps of STEPS) {
    const running = Object.entries(steps).filter(([name]) => chosen.includes(name))
    const alone = running.length === 1
    results.push(...(await Promise.all(running.map(([name, step]) => runStep(name, step, filters, alone)))))
  }
  await stopCluster?.()

  for (const note of results.flatMap(({ notes }) => notes)) say(`\n${note}`)
  say('')
  for (const { name, took, tests, failed } of results) {
    say(`${failed > 0 ? '✗' : '✓'} ${name.padEnd(8)}${seconds(took).padStart(8)}  ${tests}`.trimEnd())
  }
  const passed = results.reduce((sum, step) => sum + step.passed, 0)
  const failed = results.reduce((sum, step) => sum + step.failed, 0)
  say(`  ${'total'.padEnd(8)}${seconds(performance.now() - began).padStart(8)}`)
  const total = `${passed} passed, ${failed} failed`
  writeFileSync(`${reports}/total`, `${total}\n`)
  say(total)
  return failed > 0 ? 1 : 0
})
