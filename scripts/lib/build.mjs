import { existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { node } from './processes.mjs'
import { Failure, path, program, requireWritable, say } from './project.mjs'

/** What the console is built from. */
const SOURCES = [
  'src',
  'contract',
  'sandbox',
  'public',
  'scripts/vite',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
]

const DIST = path('dist')
/** Folder of the build in progress, so that a running server always has a complete one. */
const NEXT = path('.cache', 'dist')
const PREVIOUS = path('.cache', 'dist.previous')

/** The file with the start time of the build, and with the commit, for copies without Git. @param {string} dist */
const stampOf = (dist) => join(dist, '.vite', 'built')

/** Time of the newest change in a file or folder, 0 when there is none. @param {string} file @returns {number} */
function newest(file) {
  const stat = statSync(file, { throwIfNoEntry: false })
  if (!stat) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(file).map((name) => newest(`${file}/${name}`)))
}

/** Builds the console into dist/. */
export async function build() {
  say('Building the console…')
  const began = new Date()
  const options = ['--logLevel', 'warn', '--outDir', NEXT, '--emptyOutDir']
  const { code, output } = await node([program('vite'), 'build', ...options], { quiet: true })
  if (code !== 0) throw new Failure(`${output}\nThe build of the console failed.`)
  if (output.trim()) say(output.trim())
  const { tsImport } = await import('tsx/esm/api')
  const { readCommit } = await tsImport('../../server/version.ts', import.meta.url)
  writeFileSync(stampOf(NEXT), readCommit())
  utimesSync(stampOf(NEXT), began, began)
  rmSync(PREVIOUS, { recursive: true, force: true })
  if (existsSync(DIST)) renameSync(DIST, PREVIOUS)
  renameSync(NEXT, DIST)
  rmSync(PREVIOUS, { recursive: true, force: true })
}

/** Builds the console if dist/ is missing, incomplete or older than the sources. */
export async function ensureBuild() {
  const built = newest(stampOf(DIST))
  if (!SOURCES.some((source) => newest(path(source)) > built)) return
  requireWritable('The console is not built from this version')
  await build()
}
