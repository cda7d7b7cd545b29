import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { node } from './processes.mjs'
import { Failure, path, program, say } from './project.mjs'

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

/** Written last, with the time at which the build began. */
const STAMP = path('dist', '.vite', 'built')

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
  const { code, output } = await node([program('vite'), 'build', '--logLevel', 'warn'], { quiet: true })
  if (code !== 0) throw new Failure(`${output}\nThe build of the console failed.`)
  if (output.trim()) say(output.trim())
  mkdirSync(dirname(STAMP), { recursive: true })
  writeFileSync(STAMP, '')
  utimesSync(STAMP, began, began)
}

/** Builds the console when dist/ is missing, incomplete or older than the sources. */
export async function ensureBuild() {
  const built = newest(STAMP)
  if (SOURCES.some((source) => newest(path(source)) > built)) await build()
}
