import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { programOf } from './program'

/** A process that has started the embedded PostgreSQL, or failed to. */
export interface DatabaseProcess {
  child: ChildProcess
  /** Undefined when it failed. */
  connectionString: string | undefined
  /** Output for the operator so far. */
  said: () => string
  /** Stops it gracefully. */
  stop: () => Promise<void>
}

interface Options {
  dataDir: string
  native?: string
  /** Whether it syncs to disk, as in production. */
  durable?: boolean
  /** Command that starts it, for example as another user: `['setpriv', '--reuid=…', …]`. */
  through?: string[]
}

/** Starts the database of the server in its own process. */
export async function spawnDatabase({
  dataDir,
  native,
  durable,
  through = [],
}: Options): Promise<ChildProcess> {
  const options = [
    `--data-dir=${dataDir}`,
    ...(native === undefined ? [] : [`--native=${native}`]),
    ...(durable ? ['--durable'] : []),
  ]
  const [file = '', ...args] = [
    ...through,
    process.execPath,
    await programOf('tests/support/clusterProcess.ts'),
    ...options,
  ]
  return spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'], env: { PATH: process.env.PATH } })
}

/** The same, and waits until it is ready or has failed. */
export async function startDatabase(options: Options): Promise<DatabaseProcess> {
  const child = await spawnDatabase(options)
  if (!child.stdout || !child.stderr) throw new Error('no pipes')
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += String(chunk)
  })
  const closed = exitOf(child)
  const lines = createInterface({ input: child.stdout })
  const connectionString = await Promise.race([
    new Promise<string>((resolve) => lines.once('line', resolve)),
    closed.then(() => undefined),
  ])
  const stop = async () => {
    child.stdin?.end()
    await closed
  }
  return { child, connectionString, said: () => said, stop }
}

/** Resolves when a process has exited and its output has been read. */
export const exitOf = (child: ChildProcess) =>
  new Promise<void>((resolve) => child.once('close', () => resolve()))

/** Kills a process with SIGKILL, and waits until it has exited. */
export async function killHard(child: ChildProcess): Promise<void> {
  const ended = exitOf(child)
  child.kill('SIGKILL')
  await ended
}

/** Process id of the postmaster of a database folder. */
export const postmasterPid = (pgdata: string) =>
  Number(readFileSync(`${pgdata}/postmaster.pid`, 'utf8').split('\n')[0])

/** Freezes all processes of PostgreSQL, like a hanging disk or network. Returns a function that resumes them. */
export function freeze(pgdata: string): () => void {
  const postmaster = postmasterPid(pgdata)
  // Stop the postmaster first, so that it starts no more processes.
  process.kill(postmaster, 'SIGSTOP')
  const children = spawnSync('pgrep', ['-P', String(postmaster)], { encoding: 'utf8' }).stdout
  const pids = [...children.split('\n').filter(Boolean).map(Number), postmaster]
  const signal = (name: NodeJS.Signals) => {
    for (const pid of pids) {
      try {
        process.kill(pid, name)
      } catch {
        // It had exited before the postmaster was stopped.
      }
    }
  }
  signal('SIGSTOP')
  return () => signal('SIGCONT')
}
