import { existsSync } from 'node:fs'
import { node, run } from './processes.mjs'
import { Failure, path, readJson, requireWritable, say } from './project.mjs'

/**
 * Whether npm has installed what the lock file names. Versions are compared, not times, so that a changed clock or a fresh checkout of the
 * same lock file installs nothing. Packages for other platforms may be missing.
 */
function isInstalled() {
  const record = path('node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const locked = readJson(path('package-lock.json')).packages
  const installed = readJson(record).packages
  return Object.entries(locked).every(([folder, { version, optional, devOptional }]) => {
    if (folder === '') return true
    const found = installed[folder]
    return found ? found.version === version : (optional ?? devOptional ?? false)
  })
}

/** Installs the locked dependencies if they are missing or different. No package's install script runs. */
export async function ensureDependencies() {
  if (isInstalled()) return
  requireWritable('The dependencies are not those of this version')
  say('Installing the locked dependencies…')
  const args = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  await npm(args, 'npm ci failed. Is the package registry reachable?')
}

/** Runs npm, the one that runs this program if there is one. @param {string[]} args @param {string} failure what it means if npm fails */
export async function npm(args, failure) {
  const file = process.env.npm_execpath
  const { code, output } = await (file?.endsWith('.js')
    ? node([file, ...args], { quiet: true })
    : run('npm', args, { quiet: true }))
  if (code !== 0) throw new Failure(`${output}\n${failure}`)
}
