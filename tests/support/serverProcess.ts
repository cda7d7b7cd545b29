import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../server/db/cluster/postmaster'
import { programOf } from './program'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A server process. */
export interface StartedServer {
  /** Its address; undefined when it exited before it listened. */
  url: string | undefined
  pid: number | undefined
  /** Its output so far. */
  said: () => string
  /** Sends a signal. */
  signal: (signal: NodeJS.Signals) => void
  /** Sends a signal and returns the exit code. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

/** Starts the server with only these variables, and waits until it listens or has exited. */
export async function startProcess(env: Record<string, string>): Promise<StartedServer> {
  // What it says may be the address of a proxy.
  const port = env['PORT'] ?? String(await freePort())
  const child = spawn(process.execPath, [await programOf('server/main.ts')], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, PORT: port, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  let said = ''
  let isStopping = false
  const url = await new Promise<string | undefined>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said += String(chunk)
        if (/ is on https?:\/\/\S+[\n"]/.test(said)) resolve(`http://127.0.0.1:${port}`)
      })
    child.once('close', () => resolve(undefined))
  })
  child.once('close', () => {
    // The caller only sees that nobody answers.
    if (url !== undefined && !isStopping) process.stderr.write(`The server has ended by itself:\n${said}`)
  })
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    isStopping = true
    child.kill(signal)
    await ended
    return child.exitCode
  }
  return { url, pid: child.pid, said: () => said, signal: (signal) => void child.kill(signal), stop }
}
