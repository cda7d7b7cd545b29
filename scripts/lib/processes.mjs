import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { root } from './project.mjs'

/** @typedef {{ env?: Record<string, string | undefined>, quiet?: boolean, apart?: boolean }} Options */
/** @typedef {{ code: number, output: string }} Result */

/** Programs that run, and whether they are apart from the terminal. @type {Map<import('node:child_process').ChildProcess, boolean>} */
const running = new Map()
let stopping = false

/** Whether this process was asked to stop; so were the processes that it started. */
export const isStopping = () => stopping

/** Stops what runs. npm and the end of a parent may both send `SIGTERM`: the second one changes nothing. @param {NodeJS.Signals} signal */
function stop(signal) {
  const again = stopping && signal === 'SIGTERM'
  stopping = true
  // No child runs and nothing else listens: exit as Node does by default.
  if (running.size === 0 && process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal])
  if (again) return
  // The terminal sends Ctrl+C to the children itself; a second signal would make them quit immediately.
  const reached = signal === 'SIGINT' && process.stdin.isTTY
  for (const [child, apart] of running) if (apart || !reached) child.kill(signal)
}
process.on('SIGINT', stop).on('SIGTERM', stop)

/**
 * Starts a program that stops when this process is asked to. `quiet` collects its output instead of showing it; `apart` keeps the
 * terminal's own signals from it, for programs that pass on signals themselves.
 * @param {string} command @param {string[]} args @param {Options} [options]
 */
export function start(command, args, { env = {}, quiet = false, apart = false } = {}) {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    shell: command === 'npm' && process.platform === 'win32',
    detached: apart && process.platform !== 'win32',
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : [apart ? 'ignore' : 'inherit', 'inherit', 'inherit'],
  })
  running.set(child, apart)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  /** @type {Promise<Result>} */
  const ended = new Promise((resolve) => {
    /** @param {number} code */
    const end = (code) => {
      running.delete(child)
      resolve({ code, output })
    }
    child.on('error', (error) => {
      output += `${error.message}\n`
      end(127)
    })
    child.on('close', (code, signal) => end(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  })
  return { child, ended, hasEnded: () => !running.has(child) }
}

/**
 * Runs a program to its end. Ends this process as well if it was asked to stop meanwhile.
 * @param {string} command @param {string[]} args @param {Options} [options]
 */
export async function run(command, args, options) {
  const result = await start(command, args, options).ended
  if (stopping) process.exit(130)
  return result
}

/** Runs a script under this Node. @param {string[]} args @param {Options} [options] */
export const node = (args, options) => run(process.execPath, args, options)
