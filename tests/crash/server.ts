import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { killHard } from '../support/databaseProcess'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** How long a start may take, in milliseconds. */
const START_TIMEOUT_MS = 180_000

export interface Server {
  child: ChildProcess
  /** From the start of the process to its first answer. */
  startedInMs: number
  /** Its output so far. */
  said: () => string
}

export type Env = Record<string, string>

/** Debian's libfaketime, which lets a process believe in another time; undefined where it is not installed. */
const faketime = readdirSync('/usr/lib')
  .map((name) => `/usr/lib/${name}/faketime/libfaketimeMT.so.1`)
  .find(existsSync)

/** Variables of a server whose clock is so many days ahead, but whose timers are true; undefined without libfaketime. */
export const clockAhead = (days: number): Env | undefined =>
  faketime === undefined
    ? undefined
    : { LD_PRELOAD: faketime, FAKETIME: `+${days}d`, DONT_FAKE_MONOTONIC: '1' }

/** The real server, just started with these variables. */
export const spawnServer = (port: number, env: Env) =>
  spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: String(port), ALLOW_PRIVATE_WEBHOOKS: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/**
 * Starts the real server as its users do, and waits for its first answer.
 * @throws Error with what it said, when it ends or does not answer
 */
export async function startServer(port: number, env: Env): Promise<Server> {
  const began = performance.now()
  const child = spawnServer(port, env)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}:\n${said}`)
    const answer = await fetch(`http://127.0.0.1:${port}/config.json`).catch(() => undefined)
    if (answer?.ok) return { child, startedInMs: performance.now() - began, said: () => said }
    if (performance.now() - began > START_TIMEOUT_MS) {
      await killHard(child)
      throw new Error(`The server did not answer within ${START_TIMEOUT_MS} ms:\n${said}`)
    }
    await wait(20)
  }
}
