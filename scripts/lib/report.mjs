import { existsSync } from 'node:fs'
import { readJson } from './project.mjs'

/** @typedef {{ passed: number, failed: number }} Counts */

/** Test cases in a JSON report of vitest. @param {string} file @returns {Counts} */
export function vitestCounts(file) {
  if (!existsSync(file)) return { passed: 0, failed: 0 }
  const { numPassedTests, numFailedTests } = readJson(file)
  return { passed: numPassedTests, failed: numFailedTests }
}

/** Test cases in a JSON report of Playwright; one that passed at the second try has passed. @param {string} file @returns {Counts} */
export function playwrightCounts(file) {
  if (!existsSync(file)) return { passed: 0, failed: 0 }
  const { expected, unexpected, flaky } = readJson(file).stats
  return { passed: expected + flaky, failed: unexpected }
}
