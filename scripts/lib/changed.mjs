import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { Failure, path, root } from './project.mjs'

/** @param {string[]} args @returns {string[]} */
function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Failure(`git ${args.join(' ')} failed: ${stderr}`)
  return stdout.split('\n').filter(Boolean)
}

/** Files that differ from a commit, with new files; paths from the root of the project. @param {string} since */
export const changedSince = (since) => [
  ...git('diff', '--name-only', '--no-renames', since),
  ...git('ls-files', '--others', '--exclude-standard'),
]

/** Every test of vitest depends on these, in ways that imports do not show. */
const OF_ALL_TESTS =
  /^(package-lock\.json|vitest\.config\.ts|tests\/support\/(cluster|dom|globalSetup|jsdom)\.ts)$/

/** Dependencies that no import shows: a change of the first is one of the second as well. @type {[RegExp, string][]} */
const UNSEEN = [
  // Tests start programs as processes, which are bundled from these.
  [/^(server|contract|sandbox)\//, 'tests/support/program.ts'],
  [/^server\/db\/migrations\//, 'server/db/migrate.ts'],
]

/**
 * The sources whose tests vitest is to find, through any chain of imports; undefined if every test may be affected.
 * @param {string[]} changed
 */
export function sourcesOf(changed) {
  if (changed.some((file) => OF_ALL_TESTS.test(file))) return undefined
  const unseen = UNSEEN.filter(([pattern]) => changed.some((file) => pattern.test(file)))
  return [...changed, ...unseen.map(([, file]) => file)]
    .filter((file) => /\.(tsx?|mjs)$/.test(file) && existsSync(path(file)))
    .map((file) => path(file))
}

/** Files that the browser sees, or that its tests are made of; not unit tests beside the code. */
const OF_BROWSER =
  /^((src|contract|sandbox|server|public|scripts\/vite|tests\/support)\/.*(?<!\.test\.tsx?)|tests\/e2e\/.*|index\.html|(vite|playwright)\.config\.ts|package-lock\.json)$/
const SPEC = /^tests\/e2e\/[^/]*\.spec\.ts$/

/**
 * The browser tests to run: those that changed themselves, or all of them, because everything else can break any; undefined for none.
 * @param {string[]} changed
 */
export function browserTestsOf(changed) {
  const seen = changed.filter((file) => OF_BROWSER.test(file))
  if (seen.length === 0) return undefined
  return seen.every((file) => SPEC.test(file)) ? seen.filter((file) => existsSync(path(file))) : []
}
