import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../server/db/cluster/postmaster'
import { programOf } from './program'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

type Env = Record<string, string>

/** A server process. */
export type StartedServer = Awaited<ReturnType<typeof startProcess>>

/** Starts the server with only these environment variables. */
export async function spawnServer(env: Env) {
  const port = env['PORT'] ?? String(await freePort())
  const program = await programOf('server/main.ts')
  const began = performance.now()
  const child = spawn(process.execPath, [program], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, PORT: port, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  let said = ''
  let isStopping = false
  /** Its address, and milliseconds until it listened; undefined when it exited before. */
  const listening = new Promise<{ url: string; startedInMs: number } | undefined>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said += String(chunk)
        // The printed address may be that of a proxy.
        if (/ is on https?:\/\/\S+[\n"]/.test(said))
          resolve({ url: `http://127.0.0.1:${port}`, startedInMs: performance.now() - began })
      })
    child.once('close', () => resolve(undefined))
  })
  return {
    listening,
    pid: child.pid,
    /** Its output so far. */
    said: () => said,
    isEnded: () => child.exitCode !== null || child.signalCode !== null,
    isStopping: () => isStopping,
    /** Sends a signal. */
    signal: (signal: NodeJS.Signals) => void child.kill(signal),
    /** Sends a signal and returns the exit code. */
    stop: async (signal: NodeJS.Signals = 'SIGTERM') => {
      isStopping = true
      child.kill(signal)
      await ended
      return child.exitCode
    },
    ended,
  }
}

/** Starts the server with only these environment variables, and waits until it listens or has exited. */
export async function startProcess(env: Env) {
  const server = await spawnServer(env)
  const { url, startedInMs = Number.NaN } = (await server.listening) ?? {}
  void server.ended.then(() => {
    // The caller would only see that there is no answer.
    if (url !== undefined && !server.isStopping())
      process.stderr.write(`The server has ended by itself:\n${server.said()}`)
  })
  return { ...server, url, startedInMs }
}
