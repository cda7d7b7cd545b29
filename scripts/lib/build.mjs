import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { licencesOf } from './licences.mjs'
import { node } from './processes.mjs'
import { Failure, path, program, requireWritable, say } from './project.mjs'

/** A part of the build: its folder, and what it is made from. @typedef {{ folder: string, sources: string[], make: (folder: string) => Promise<void> }} Part */

/** The console and the guides, as static files. @type {Part} */
const CONSOLE = {
  folder: 'dist',
  sources: [
    'src',
    'contract',
    'sandbox',
    'public',
    'scripts/vite',
    'scripts/lib/licences.mjs',
    'docs',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'CHANGELOG.md',
    'index.html',
    'vite.config.ts',
    'package-lock.json',
  ],
  async make(folder) {
    say('Building the console…')
    const options = ['--logLevel', 'warn', '--outDir', folder, '--emptyOutDir']
    const { code, output } = await node([program('vite'), 'build', ...options], { quiet: true })
    if (code !== 0) throw new Failure(`${output}\nThe build of the console failed.`)
    if (output.trim()) say(output.trim())
  },
}

/** The programs of the server, in JavaScript. @type {Part} */
const PROGRAMS = {
  folder: 'dist-server',
  sources: [
    'server',
    'contract',
    'sandbox',
    'scripts/lib/bundle.mjs',
    'scripts/lib/licences.mjs',
    'package-lock.json',
  ],
  async make(folder) {
    // Only here, because it imports packages, which may not be installed before.
    const { bundleServer } = await import('./bundle.mjs')
    const files = await bundleServer(folder)
    writeFileSync(join(folder, 'third-party.md'), licencesOf(files))
  },
}

/** URL of the folder with the server's programs. */
export const SERVER = pathToFileURL(path(PROGRAMS.folder, '/'))

/** The file with the start time of the build, and with the commit, for copies without Git. @param {string} folder */
const stampOf = (folder) => join(folder, '.vite', 'built')

/** Time of the newest change in a file or folder, 0 when there is none. @param {string} file @returns {number} */
function newest(file) {
  const stat = statSync(file, { throwIfNoEntry: false })
  if (!stat) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(file).map((name) => newest(`${file}/${name}`)))
}

/** Builds a part beside the one that a running server uses, and then replaces that. @param {Part} part */
async function buildPart({ folder, make }) {
  const began = new Date()
  const [now, next, previous] = [path(folder), path('.cache', folder), path('.cache', `${folder}.previous`)]
  rmSync(next, { recursive: true, force: true })
  await make(next)
  const { tsImport } = await import('tsx/esm/api')
  const { readCommit } = await tsImport('../../server/version.ts', import.meta.url)
  mkdirSync(dirname(stampOf(next)), { recursive: true })
  writeFileSync(stampOf(next), readCommit())
  utimesSync(stampOf(next), began, began)
  rmSync(previous, { recursive: true, force: true })
  if (existsSync(now)) renameSync(now, previous)
  renameSync(next, now)
  rmSync(previous, { recursive: true, force: true })
}

/** Builds a part if it is missing, incomplete or older than its sources. @param {Part} part @param {string} what of this version */
async function ensurePart(part, what) {
  const built = newest(stampOf(path(part.folder)))
  if (!part.sources.some((source) => newest(path(source)) > built)) return
  requireWritable(`${what} not built from this version`)
  await buildPart(part)
}

/** Builds the console into dist/ if its sources are newer. */
export const ensureConsole = () => ensurePart(CONSOLE, 'The console is')

/** Builds the programs of the server into dist-server/ if their sources are newer. */
export const ensureServer = () => ensurePart(PROGRAMS, 'The programs of the server are')

/** Builds both, whatever is there. */
export async function build() {
  await buildPart(CONSOLE)
  await buildPart(PROGRAMS)
}
