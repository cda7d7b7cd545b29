import { appendFileSync, chownSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { aFolder } from '../../tests/support/backups'
import { CA, certificateFor } from '../../tests/support/certificates'
import { copyDataFolder } from '../../tests/support/cluster'
import { startCluster } from './cluster'
import { openDatabase } from './database'

// Checks docs/deployment.md about TLS, with a PostgreSQL whose certificate is from a private authority.

const folder = aFolder()
afterAll(folder.remove)
const ca = folder.at('ca.pem')
writeFileSync(ca, CA)

const { certificate, key } = await certificateFor('A database')
const dataDir = folder.at('data')
const pgdata = join(dataDir, 'postgres')
mkdirSync(dataDir)
copyDataFolder(dataDir)
const { uid, gid } = statSync(pgdata)
for (const [name, text] of [
  ['server.crt', certificate],
  ['server.key', key],
] as const) {
  writeFileSync(join(pgdata, name), text, { mode: 0o600 })
  chownSync(join(pgdata, name), uid, gid)
}
appendFileSync(join(pgdata, 'postgresql.auto.conf'), 'ssl = on\n')
const cluster = await startCluster({ dataDir, log: () => undefined, durable: false })
afterAll(() => cluster.stop())

/** Whether a connection is encrypted, or why it fails. */
async function encryption(parameters: Record<string, string>, host = '127.0.0.1') {
  const url = new URL(cluster.connectionString)
  url.hostname = host
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  const db = openDatabase(url.toString(), () => undefined)
  try {
    const { rows } = await db.$client.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()')
    return rows[0]?.ssl === true ? 'encrypted' : 'plain'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    await db.$client.end()
  }
}

const UNTRUSTED = 'unable to verify the first certificate'

test.each<[string, Record<string, string>, string]>([
  ['nothing', {}, 'plain'],
  ['sslmode=disable', { sslmode: 'disable' }, 'plain'],
  ['sslmode=no-verify', { sslmode: 'no-verify' }, 'encrypted'],
  ['sslmode=require', { sslmode: 'require' }, UNTRUSTED],
  ['sslmode=verify-full', { sslmode: 'verify-full' }, UNTRUSTED],
  ['sslmode=verify-full and sslrootcert', { sslmode: 'verify-full', sslrootcert: ca }, 'encrypted'],
  ['sslrootcert', { sslrootcert: ca }, 'encrypted'],
])('with %s in DATABASE_URL', async (_, parameters, expected) => {
  expect(await encryption(parameters)).toBe(expected)
})

test('verify-full and verify-ca refuse a certificate of another name, except with the semantics of libpq', async () => {
  const named = 'localhost'
  const of = (sslmode: string, more = {}) => encryption({ sslmode, sslrootcert: ca, ...more }, named)
  expect(await of('verify-full')).toContain("does not match certificate's altnames")
  expect(await of('verify-ca')).toContain("does not match certificate's altnames")
  expect(await of('verify-ca', { uselibpqcompat: 'true' })).toBe('encrypted')
})
