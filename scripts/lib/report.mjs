import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import { readJson, root } from './project.mjs'

/**
 * How the tests of one step ended. `notes` name each test that failed, with the first lines of its error, and each that
 * passed only at the second try.
 * @typedef {{ passed: number, failed: number, notes: string[] }} Outcome
 */

/** The part of a vitest report about one file that is read here. @typedef {{ name: string, message?: string, assertionResults: { status: string, fullName: string, failureMessages?: string[] }[] }} VitestFile */
/** A suite in a report of Playwright. @typedef {{ suites?: Suite[], specs?: { title: string, file: string, tests: PlaywrightTest[] }[] }} Suite */
/** A test in it. @typedef {{ status: string, results: { error?: { message?: string } }[] }} PlaywrightTest */

/** @type {Outcome} */
const NOTHING = { passed: 0, failed: 0, notes: [] }

/** Marks a test that passed only at the second try. */
const AGAIN = '~ at the second try:'

/** Escape codes of terminal colours. */
const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')

/** The first lines of an error, below the name of its test. @param {string} [message] */
const excerpt = (message = '') =>
  message
    .replace(colours, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !/node_modules|at new Promise/.test(line))
    .slice(0, 12)
    .map((line) => `\n      ${line}`)
    .join('')

/** Reads a JSON report of vitest. @param {string} file @returns {Outcome} */
export function vitestOutcome(file) {
  if (!existsSync(file)) return NOTHING
  const { numPassedTests, numFailedTests, testResults } = readJson(file)
  /** @type {VitestFile[]} */
  const files = testResults
  /** @type {string[]} */
  const notes = []
  for (const { name, message, assertionResults } of files) {
    const place = relative(root, name)
    for (const { status, fullName, failureMessages = [] } of assertionResults)
      if (status === 'failed') notes.push(`✗ ${place} › ${fullName}${excerpt(failureMessages[0])}`)
      else if (failureMessages.length > 0)
        notes.push(`${AGAIN} ${place} › ${fullName}${excerpt(failureMessages[0])}`)
    if (message) notes.push(`✗ ${place}${excerpt(message)}`)
  }
  return { passed: numPassedTests, failed: numFailedTests, notes }
}

/** Reads a JSON report of Playwright; a test that passed at the second try has passed. @param {string} file @returns {Outcome} */
export function playwrightOutcome(file) {
  if (!existsSync(file)) return NOTHING
  const report = readJson(file)
  const { expected, unexpected, flaky } = report.stats
  return { passed: expected + flaky, failed: unexpected, notes: playwrightNotes(report) }
}

/** @param {Suite} suite @returns {string[]} */
function playwrightNotes({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results }) => {
        const mark = status === 'unexpected' ? '✗' : AGAIN
        return `${mark} ${file} › ${title}${excerpt(results.find(({ error }) => error)?.error?.message)}`
      }),
  )
  return [...own, ...suites.flatMap(playwrightNotes)]
}
