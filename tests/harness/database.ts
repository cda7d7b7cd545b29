import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCluster } from '../../server/db/cluster'
import { openDatabase } from '../../server/db/database'
import { type PoolLimits, withPatience } from '../../server/db/pool'
import type { Lifetime } from '../../server/lifetime'
import { readSigningKey } from '../../server/services/accounts/signIn/jwt'
import { type Fillable, remoteCall } from '../support/builders'
import { createDatabase } from '../support/database'
import { query } from '../support/query'
import { startProcess } from '../support/serverProcess'

/** Milliseconds that a statement waits for PostgreSQL. */
const PATIENCE = 60_000

/** Runs a statement directly, without a server. */
export type Ask = (statement: string, values?: unknown[]) => Promise<Record<string, unknown>[]>

export type Database = Awaited<ReturnType<typeof startDatabase>>

/** Creates a folder until the lifetime ends. */
export function aFolder(lifetime: Lifetime): string {
  const folder = mkdtempSync(join(tmpdir(), 'spaceport-tool-'))
  lifetime.defer(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Starts a separate PostgreSQL, as in production unless `durable` is false, with a database that has all tables. */
export async function startDatabase(lifetime: Lifetime, { durable = true } = {}) {
  const dataDir = aFolder(lifetime)
  const cluster = await startCluster({ dataDir, log: () => undefined, durable })
  lifetime.defer(() => cluster.stop())
  const url = await createDatabase(cluster.connectionString)
  // A call may succeed just before PostgreSQL notices a fault.
  const ask: Ask = (statement, given) => withPatience(async () => query(url, statement, given), PATIENCE)
  return { url, ask, pgdata: join(dataDir, 'postgres') }
}

/** Fills a database directly, and makes calls to a server, if there is one. */
export async function openFiller(
  lifetime: Lifetime,
  databaseUrl: string,
  { urlOf, limits }: { urlOf?: () => string; limits?: PoolLimits } = {},
): Promise<Fillable> {
  const db = openDatabase(databaseUrl, () => undefined, limits)
  lifetime.defer(() => db.$client.end())
  const deps = { signingKey: await readSigningKey(db), now: () => new Date() }
  const nobody = () => Promise.reject(new Error('There is no server to call.'))
  return { db, deps, call: urlOf ? remoteCall(urlOf) : nobody }
}

/** Starts the real server in a process of its own. @throws Error with its output when it does not start */
export async function startServer(lifetime: Lifetime, env: Record<string, string>) {
  const server = await startProcess({ DEMO: '0', ALLOW_PRIVATE_WEBHOOKS: '1', ...env })
  lifetime.defer(async () => void (await server.stop()))
  const { url } = server
  if (url === undefined) throw new Error(`The server did not start:\n${server.said()}`)
  return { ...server, url }
}
