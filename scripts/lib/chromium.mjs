import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { node, run } from './processes.mjs'
import { Failure, program, say } from './project.mjs'

const SHELL = 'chromium-headless-shell'
const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge']

/** Usual places of a Chromium that is not on the search path. */
function usualPlaces() {
  const {
    HOME = '',
    LOCALAPPDATA = '',
    ProgramFiles = '',
    'ProgramFiles(x86)': ProgramFiles86 = '',
  } = process.env
  if (process.platform === 'darwin')
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].flatMap((name) =>
      ['', HOME].map((base) => `${base}/Applications/${name}.app/Contents/MacOS/${name}`),
    )
  if (process.platform === 'win32')
    return [ProgramFiles, ProgramFiles86, LOCALAPPDATA].flatMap((base) => [
      join(base, 'Google', 'Chrome', 'Application', 'chrome.exe'),
      join(base, 'Chromium', 'Application', 'chrome.exe'),
      join(base, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
    ])
  return ['/opt/google/chrome/chrome']
}

/** @param {string} name */
function onPath(name) {
  const folders = process.platform === 'win32' ? [] : (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).filter((file) => existsSync(file))
}

/** Absolute paths of Chromiums that seem to be installed, the best one first. */
export const candidates = () => [
  ...PROGRAMS.flatMap(onPath),
  ...usualPlaces().filter((file) => existsSync(file)),
]

/** Path of a Chromium without windows, camera and permissions, if one is installed: tests take a fifth less time in it. */
export const findShell = () => onPath(SHELL)[0]

/** Whether it starts: some systems install a script that only says how to get Chromium. @param {string} file */
async function starts(file) {
  if (!existsSync(file)) return false
  if (process.platform === 'win32') return true
  return (await run(file, ['--version', '--no-sandbox'], { quiet: true })).code === 0
}

/** Where Playwright keeps its own download. */
async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test')
  return chromium.executablePath()
}

async function installed() {
  for (const file of [...candidates(), await playwrightsOwn()]) if (await starts(file)) return file
  return undefined
}

async function download() {
  say('No Chromium found. Downloading one with Playwright…')
  const args = [program('@playwright/test', 'playwright'), 'install', '--no-shell', 'chromium']
  await node(args, { quiet: true, env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' } })
}

async function installPackage() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-q'], { quiet: true, env })
  // Some releases have no package for the shell, with which tests are faster.
  for (const name of ['chromium', SHELL]) {
    say(`Installing the package ${name} with apt-get…`)
    await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], { quiet: true, env })
  }
}

/**
 * Path of a Chromium or Chrome that starts: `CHROMIUM_PATH`, an installed one, Playwright's download, or one that is installed now, by
 * Playwright or as Debian's package.
 */
export async function findChromium() {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) {
    if (await starts(chosen)) return chosen
    throw new Failure(`CHROMIUM_PATH is ${chosen}, which does not start.`)
  }
  for (const prepare of [async () => {}, download, installPackage]) {
    await prepare()
    const found = await installed()
    if (found) return found
  }
  throw new Failure(
    'The browser tests need Chromium or Chrome. Install one, or set CHROMIUM_PATH to its program, or run: npx playwright install --with-deps chromium',
  )
}
