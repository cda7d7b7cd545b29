import './lib/node.mjs'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { ensureBuild } from './lib/build.mjs'
import { findChromium } from './lib/chromium.mjs'
import { ensureDependencies } from './lib/dependencies.mjs'
import { node } from './lib/processes.mjs'
import { Failure, main, path, program, say, seconds } from './lib/project.mjs'
import { playwrightOutcome, vitestOutcome } from './lib/report.mjs'

/** @typedef {import('./lib/report.mjs').Outcome} Outcome */
/** @typedef {(filters: string[]) => Promise<{ ok: boolean, outcome?: Outcome }>} Step */

const reports = path('.cache', 'reports')

/** @param {string[]} args @returns {Promise<{ ok: boolean, outcome?: Outcome }>} */
const check = async (args) => ({ ok: (await node(args)).code === 0 })

/** @param {string} name @param {string[]} projects @returns {Step} */
const vitest = (name, projects) => async (filters) => {
  const report = `${reports}/${name}.json`
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const selected = projects.map((project) => `--project=${project}`)
  const { ok } = await check([program('vitest'), 'run', ...selected, ...reporters, ...filters])
  return { ok, outcome: vitestOutcome(report) }
}

/** Every step of `npm test`, in order. @type {[name: string, step: Step][]} */
const STEPS = Object.entries({
  format: () => check([program('@biomejs/biome'), 'check', '--error-on-warnings']),
  lint: () => check([program('oxlint'), '--type-aware', '--deny-warnings']),
  types: async () => {
    let ok = true
    for (const world of ['neutral', 'browser', 'node'])
      ok = (await check([program('typescript', 'tsc'), '-p', `tsconfig.${world}.json`])).ok && ok
    return { ok }
  },
  build: async () => {
    await ensureBuild()
    return { ok: true }
  },
  size: async () => {
    await ensureBuild()
    return check(['scripts/size.mjs'])
  },
  unit: vitest('unit', ['unit', 'dom']),
  server: vitest('server', ['server']),
  /** @type {Step} */
  e2e: async (filters) => {
    await ensureBuild()
    const CHROMIUM_PATH = await findChromium()
    const report = `${reports}/e2e.json`
    const args = [program('@playwright/test', 'playwright'), 'test', ...filters]
    const { code } = await node(args, { env: { CHROMIUM_PATH } })
    return { ok: code === 0, outcome: playwrightOutcome(report) }
  },
})

/** Runs one step; what stops it is a failure of this step, not of the whole run. @param {string} name @param {Step} step @param {string[]} filters */
async function runStep(name, step, filters) {
  say(`\n── ${name}`)
  const began = performance.now()
  const { ok, outcome } = await step(filters).catch((error) => {
    console.error(error instanceof Failure ? error.message : error)
    return { ok: false, outcome: undefined }
  })
  const took = performance.now() - began
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
  const names = STEPS.map(([name]) => name)
  const chosen = names.filter((name) => args.includes(name))
  const filters = args.filter((arg) => !chosen.includes(arg))
  if (filters.length > 0 && chosen.length !== 1)
    throw new Failure(`Name one of the steps ${names.join(', ')} before ${filters.join(' ')}.`)
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })
  await ensureDependencies()

  const results = []
  for (const [name, step] of STEPS)
    if (chosen.length === 0 || chosen.includes(name)) results.push(await runStep(name, step, filters))

  for (const note of results.flatMap(({ notes }) => notes)) say(`\n${note}`)
  say('')
  for (const { name, took, tests, failed } of results) {
    say(`${failed > 0 ? '✗' : '✓'} ${name.padEnd(8)}${seconds(took).padStart(8)}  ${tests}`.trimEnd())
  }
  const passed = results.reduce((sum, step) => sum + step.passed, 0)
  const failed = results.reduce((sum, step) => sum + step.failed, 0)
  const took = results.reduce((sum, step) => sum + step.took, 0)
  say(`  ${'total'.padEnd(8)}${seconds(took).padStart(8)}`)
  const total = `${passed} passed, ${failed} failed`
  writeFileSync(`${reports}/total`, `${total}\n`)
  say(total)
  return failed > 0 ? 1 : 0
})
