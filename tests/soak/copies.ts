import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCluster } from '../../server/db/cluster'
import { freePort } from '../../server/db/cluster/postmaster'
import { withPatience } from '../../server/db/pool'
import { Client } from '../crash/client'
import { databaseFaults } from '../crash/faults'
import { type Ask, badLines } from '../crash/judge'
import { Ledger } from '../crash/ledger'
import { type Env, startServer } from '../crash/server'
import { createDatabase } from '../support/database'
import { exitOf, killHard } from '../support/databaseProcess'
import { query } from '../support/query'

const COPIES = 2
/** Milliseconds for which a statement waits for PostgreSQL. */
const PATIENCE = 60_000
/** What is killed, in turns. */
const KILLED = ['copy', 'postmaster', 'copy', 'backend', 'both'] as const

/** A PostgreSQL of its own, in a new folder. */
export async function startDatabase() {
  const dataDir = mkdtempSync(join(tmpdir(), 'spaceport-soak-'))
  const cluster = await startCluster({ dataDir, log: () => undefined })
  const url = await createDatabase(cluster.connectionString)
  // A call may have succeeded just before PostgreSQL notices the harm.
  const ask: Ask = async (statement, given) =>
    withPatience(async () => query(url, statement, given), PATIENCE)
  return {
    url,
    ask,
    pgdata: join(dataDir, 'postgres'),
    async stop() {
      await cluster.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

interface Options {
  database: Awaited<ReturnType<typeof startDatabase>>
  /** Signs in to the copies. */
  token: string
  random: () => number
  env?: Env
}

/** Two copies of the server on one PostgreSQL, which are killed at random. */
export async function startCopies({
  database: { url: databaseUrl, ask, pgdata },
  token,
  random,
  env,
}: Options) {
  const all = { DATABASE_URL: databaseUrl, DEMO: '0', ...env }
  const ports: number[] = []
  while (ports.length < COPIES) ports.push(await freePort())
  const urls = ports.map((port) => `http://127.0.0.1:${port}`)
  const servers = await Promise.all(ports.map(async (port) => startServer(port, all)))
  const ledger = new Ledger()
  const client = new Client(urls, token, ledger)
  const logged: string[] = []
  let kills = 0

  const killCopy = async (meanwhile?: () => Promise<unknown>) => {
    const copy = Math.floor(random() * COPIES)
    const [server, url = '', port = 0] = [servers[copy], urls[copy], ports[copy]]
    if (!server) throw new Error(`There is no copy ${copy}.`)
    client.down.add(url)
    await killHard(server.child)
    logged.push(...badLines(server.said()))
    await meanwhile?.()
    servers[copy] = await startServer(port, all)
    client.down.delete(url)
  }
  const killPostmaster = async () => {
    await databaseFaults.postmaster(ask, pgdata)
    await ask('select 1')
  }
  const kill = {
    copy: async () => killCopy(),
    both: async () => killCopy(killPostmaster),
    postmaster: killPostmaster,
    async backend() {
      await databaseFaults.backend(ask, pgdata)
      await ask('select 1')
    },
  }
  return {
    client,
    ledger,
    /** Reads something, again and again until it is answered. */
    async get(path: string): Promise<unknown> {
      for (;;) {
        const answer = await client.call('GET', path)
        if (answer !== undefined) return answer
      }
    },
    /** Kills a copy, PostgreSQL, or both, and waits until they are back. @returns what it was */
    async kill() {
      const what = KILLED[kills++ % KILLED.length] ?? 'copy'
      await kill[what]()
      return what
    },
    /** @returns what they should not have logged */
    async stop() {
      for (const { child, said } of servers) {
        const ended = exitOf(child)
        child.kill('SIGTERM')
        await ended
        logged.push(...badLines(said()))
      }
      return logged.map((line) => `logged: ${line.slice(0, 500)}`)
    },
  }
}

/** Sentences of what is wrong that are printed. */
const TOLD = 20

/** Prints what is wrong, and what was done. @returns the exit code */
export function tell(wrong: readonly string[], done: string): number {
  for (const sentence of wrong.slice(0, TOLD)) console.log(`WRONG: ${sentence}`)
  if (wrong.length > TOLD) console.log(`WRONG: and ${wrong.length - TOLD} more`)
  console.log(`\n${done}`)
  return wrong.length === 0 ? 0 : 1
}
