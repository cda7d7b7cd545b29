import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { importsOf } from '../lint/circles.mjs'
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

/** A part of the server that few others use. What all parts share, such as `db`, `http` and `services/common`, is none. */
const SERVER_PART =
  /^server\/(?:routes|services\/(?!audit|background|common|outgoing|resources|sandbox|storage)[^/]+)\/.*\.ts$/
const TEST = /\.test\.tsx?$/

const OF_CALLS = /^tests\/contract\//
/** Tests of all calls. */
const GENERAL = new Set(['fields', 'permissions', 'versions'].map((name) => `tests/contract/${name}.test.ts`))

/** A name without the ending of its plural: `tags` is in `tagNames.test.ts`. @param {string} name */
const stemOf = (name) => name.replace(/(?<=...)(ies|s)$/, '')

/** Whether a word of a test's name begins with that of a part, or a test of calls with that of its folder. @param {string} test @param {string} part */
function isNamedAfter(test, part) {
  const [name = '', folder = ''] = part.replace(/\.ts$/, '').split('/').toReversed()
  const own = test.split('/').at(-1) ?? ''
  const stem = stemOf(name)
  const isIn = own.startsWith(stem) || own.includes(stem.charAt(0).toUpperCase() + stem.slice(1))
  return isIn || (OF_CALLS.test(test) && own.startsWith(stemOf(folder)))
}

/**
 * The tests of parts of the server, if nothing else has changed: those that import a part or a file of its folder that does, those that are named
 * after it, and those of all calls.
 * @param {string[]} changed
 */
export function testsOfParts(changed) {
  const sources = changed.filter((file) => /\.(tsx?|mjs)$/.test(file) && !SPEC.test(file))
  const parts = sources.filter((file) => !TEST.test(file))
  if (parts.length === 0 || !parts.every((file) => SERVER_PART.test(file))) return undefined
  const files = git('ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mjs')
  const texts = new Map(
    files.filter((file) => existsSync(path(file))).map((file) => [file, readFileSync(path(file), 'utf8')]),
  )
  /** @type {Map<string, string[]>} */
  const importers = new Map()
  for (const file of texts.keys())
    for (const target of importsOf(file, texts))
      importers.set(target, [...(importers.get(target) ?? []), file])
  const reached = new Set(sources)
  const folders = new Set(parts.map(dirname))
  // What imports other folders is soon the whole server, or a builder that most tests import.
  for (const file of reached)
    if (folders.has(dirname(file))) for (const importer of importers.get(file) ?? []) reached.add(importer)
  return [...texts.keys()].filter(
    (file) =>
      TEST.test(file) &&
      (reached.has(file) || GENERAL.has(file) || parts.some((part) => isNamedAfter(file, part))),
  )
}

/** Files that the browser sees, or that its tests are made of; not unit tests beside the code. */
const OF_BROWSER =
  /^((src|contract|sandbox|server|public|scripts\/vite|tests\/support)\/.*(?<!\.test\.tsx?)|tests\/e2e\/.*|index\.html|(vite|playwright)\.config\.ts|package-lock\.json)$/
const SPEC = /^tests\/e2e\/[^/]*\.spec\.ts$/

/** Browser tests of the most used pages. */
const SMOKE = ['devices', 'messages', 'sign-in'].map((name) => `tests/e2e/${name}.spec.ts`)
/** A part of the console that nothing else imports. */
const CONSOLE_PART = /^src\/(?:resources|pages)\/([^/]+)\//

/**
 * The browser tests to run, undefined for none. If only browser tests have changed, those; if only parts of the server or of the console
 * have, those of the most used pages and those that are named after a part of the console; otherwise all, because anything can break any.
 * @param {string[]} changed
 * @returns {{ filters: string[], heavy: boolean } | undefined} `heavy`: with their heavy tests
 */
export function browserTestsOf(changed) {
  const seen = changed.filter((file) => OF_BROWSER.test(file))
  const specs = seen.filter((file) => SPEC.test(file) && existsSync(path(file)))
  const others = seen.filter((file) => !SPEC.test(file))
  if (seen.length === 0) return undefined
  if (others.length === 0) return { filters: specs, heavy: true }
  if (!others.every((file) => SERVER_PART.test(file) || CONSOLE_PART.test(file)))
    return { filters: [], heavy: false }
  const named = others
    .flatMap((file) => CONSOLE_PART.exec(file)?.[1] ?? [])
    .map((folder) => `tests/e2e/${stemOf(folder)}`)
  return { filters: [...new Set([...SMOKE, ...named, ...specs])], heavy: specs.length > 0 }
}
