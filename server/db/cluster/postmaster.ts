import { spawn } from 'node:child_process'
import { closeSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Account, commandAs } from './account'
import type { Binaries } from './binaries'
import type { LogFile } from './logFile'
import { settings } from './settings'

/** A running PostgreSQL. */
export interface Postmaster {
  /** Resolves when it has ended, for any reason. */
  exited: Promise<void>
  /** Rolls back open transactions, writes everything to disk and ends. May be called more than once. */
  stop(): Promise<void>
}

interface Options {
  binaries: Binaries
  account: Account
  pgdata: string
  name: string
  port: number
  durable: boolean
  logFile: LogFile
}

/** Longest time to shut down; only a disk that hangs takes longer. */
const FAST_SHUTDOWN_MS = 30_000

/**
 * Starts PostgreSQL and waits until it accepts connections. After a crash it recovers first, without a time limit.
 * @throws Error with its log if it ends before that
 */
export async function startPostmaster(options: Options): Promise<Postmaster> {
  const { binaries, account, pgdata, logFile } = options
  const { file, args, uid, gid } = commandAs(account, binaries.postgres, ['-D', pgdata, ...settings(options)])
  const logged = logFile.size()
  const output = logFile.open()
  const child = spawn(file, args, {
    env: binaries.env,
    cwd: '/',
    ...(uid === undefined ? {} : { uid, gid }),
    stdio: ['ignore', output, output],
    // Ctrl-C in the terminal reaches only the server, which then stops PostgreSQL.
    detached: true,
  })
  closeSync(output)
  let failure: Error | undefined
  const exited = new Promise<void>((resolve) => {
    child.on('exit', () => resolve())
    child.on('error', (error) => {
      failure = error
      resolve()
    })
  })
  const hasEnded = () => failure !== undefined || child.exitCode !== null || child.signalCode !== null

  while (!hasEnded() && !isReady(pgdata, child.pid)) await wait(20)
  if (hasEnded()) throw failure ?? new Error(logFile.since(logged))
  return {
    exited,
    stop: async () => {
      if (hasEnded()) return
      child.kill('SIGINT')
      const impatient = setTimeout(() => child.kill('SIGQUIT'), FAST_SHUTDOWN_MS)
      await exited
      clearTimeout(impatient)
    },
  }
}

/** PostgreSQL writes its state to the eighth line of `postmaster.pid`. */
function isReady(pgdata: string, pid: number | undefined): boolean {
  try {
    const lines = readFileSync(join(pgdata, 'postmaster.pid'), 'utf8').split('\n')
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
  } catch {
    return false
  }
}

/** A free port of the loopback interface. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('EADDRNOTAVAIL')
  return address.port
}
