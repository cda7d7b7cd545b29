import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { lockDataDir, startCluster } from '../../../server/db/cluster'
import { freePort } from '../../../server/db/cluster/postmaster'
import { openDatabase } from '../../../server/db/database'
import { migrate } from '../../../server/db/migrate'
import type { Lifetime } from '../../../server/lifetime'
import { readSigningKey } from '../../../server/services/accounts/signIn/signingKey'
import { giveToken } from '../../../server/services/accounts/signIn/tokens'
import { createUser, insertSpace } from '../../../server/services/accounts/users'
import { exitOf } from '../../support/databaseProcess'
import { fillSpace, settle } from './fill'

/** Rows of a page. */
export const PAGE = 50
export const SIZE = { devices: 10_000, variables: 100_000, messages: 1_000_000 }
const OTHERS = [
  { devices: 2000, variables: 5000, messages: 30_000 },
  { devices: 500, variables: 1000, messages: 10_000 },
]
const START_TIMEOUT_MS = 60_000

/** A server with a full database. */
export interface Setup {
  databaseUrl: string
  /** Address of the API, without a slash at its end. */
  base: string
  /** Bearer token of the space's admin. */
  token: string
  spaceId: string
}

/** The embedded PostgreSQL as in production, filled, and the real server on it in a process of its own. */
export async function setUp(lifetime: Lifetime, size = SIZE): Promise<Setup> {
  const dataDir = mkdtempSync(join(tmpdir(), 'api-bench-'))
  lifetime.defer(() => rmSync(dataDir, { recursive: true, force: true }))
  const lock = lockDataDir(dataDir, { address: 'the benchmark' })
  lifetime.defer(() => lock.release())
  const cluster = await startCluster({ dataDir, log: console.error })
  lifetime.defer(() => cluster.stop())
  const databaseUrl = cluster.connectionString
  await migrate(databaseUrl)
  const { token, spaceId } = await fill(databaseUrl, size)
  return { databaseUrl, base: await startServer(databaseUrl, lifetime), token, spaceId }
}

async function fill(databaseUrl: string, size: typeof SIZE): Promise<Pick<Setup, 'token' | 'spaceId'>> {
  const db = openDatabase(databaseUrl, () => undefined)
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const ownerId = await createUser(db, { email: 'bench@example.com', isVerified: true })
    const newSpace = (name: string) => insertSpace(db, { name, type: 'team', ownerId })
    const spaceId = await newSpace('bench')
    await fillSpace(client, spaceId, size)
    for (const [i, size] of OTHERS.entries()) await fillSpace(client, await newSpace(`other-${i}`), size)
    await settle(client)
    const signing = { signingKey: await readSigningKey(db), now: () => new Date() }
    return { spaceId, token: await giveToken(signing, db, { uid: ownerId, sys: 'user' }) }
  } finally {
    await client.end()
    await db.$client.end()
  }
}

/** Starts the real server on a database, in a process of its own. @returns the address of its API */
export async function startServer(
  databaseUrl: string,
  lifetime: Lifetime,
  env: Record<string, string> = {},
): Promise<string> {
  const port = await freePort()
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    env: { PATH: process.env.PATH, PORT: String(port), DATABASE_URL: databaseUrl, DEMO: '0', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = exitOf(child)
  lifetime.defer(async () => {
    child.kill('SIGTERM')
    await exited
  })
  for (const end = performance.now() + START_TIMEOUT_MS; ; await wait(50)) {
    const answer = await fetch(`http://127.0.0.1:${port}/config.json`).catch(() => undefined)
    if (answer?.ok) return `http://127.0.0.1:${port}/v2`
    if (child.exitCode !== null || performance.now() > end) throw new Error('The server did not start.')
  }
}
