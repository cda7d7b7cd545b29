import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { aFolder } from '../support/backups'
import { aUser } from '../support/builders'
import { startCollector } from '../support/collector'
import { runCommand } from '../support/command'
import { createDatabase } from '../support/database'
import { startMailbox } from '../support/mailbox'
import { makeServer } from '../support/makeServer'
import { openProvider } from '../support/oidcProvider'
import { startProxy } from '../support/proxy'
import { query } from '../support/query'
import { startS3 } from '../support/s3'

const DATABASE_URL = await createDatabase()
const server = await makeServer({ databaseUrl: DATABASE_URL })
afterAll(() => server.stop())

/** Runs the command. */
async function examine(env: Record<string, string>) {
  const { said, complaint, code } = await runCommand('server/commands/doctor.ts', [], env)
  expect(complaint).toBe('')
  return { said, code }
}

test('it says so when all is well', async () => {
  const [mailbox, provider, s3, collector] = await Promise.all([
    startMailbox(),
    openProvider(),
    startS3(),
    startCollector(),
  ])
  try {
    const { said, code } = await examine({
      DATABASE_URL,
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'cloud@example.com',
      PUBLIC_URL: await server.listen(),
      METRICS_TOKEN: 'a-token-of-metrics',
      MESSAGE_RETENTION_DAYS: '90',
      ARCHIVE_S3_URL: s3.url,
      ARCHIVE_S3_REGION: s3.key.region,
      ARCHIVE_S3_ACCESS_KEY: s3.key.accessKey,
      ARCHIVE_S3_SECRET_KEY: s3.key.secretKey,
      BACKUP_S3_URL: s3.url,
      BACKUP_S3_REGION: s3.key.region,
      BACKUP_S3_ACCESS_KEY: s3.key.accessKey,
      BACKUP_S3_SECRET_KEY: s3.key.secretKey,
      BACKUP_ENCRYPTION: '0',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      ...provider.env,
    })
    const places = /127\.0\.0\.1:\d+|\d+\.\d+/g
    expect(said.replaceAll(places, '…').split('\n')).toEqual([
      '✓ The configuration can be read.',
      '✓ The database answers: PostgreSQL ….',
      '✓ The clock of this machine agrees with that of the database.',
      '✓ The archive http://…/bucket/spaceport can be written and read.',
      '✓ The place of backups, http://…/bucket/spaceport, can be written and read.',
      '✓ The mail server … lets the server sign in.',
      '✓ The issuer of Keycloak answers.',
      '✓ The collector … takes traces.',
      '✓ http://… leads to the server.',
      '',
    ])
    expect(code).toBe(0)
  } finally {
    await Promise.all([mailbox.stop(), provider.stop(), s3.stop(), collector.stop()])
  }
})

test('an unusable setting is named, with its remedy, and fails the command', async () => {
  // Nothing listens there.
  const { said, code } = await examine({
    DATABASE_URL,
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'cloud@example.com',
    OIDC_PROVIDERS: 'office',
    OIDC_OFFICE_ISSUER: 'http://127.0.0.1:1',
    OIDC_OFFICE_CLIENT_ID: 'spaceport',
    PUBLIC_URL: 'http://127.0.0.1:1',
    MESSAGE_RETENTION_DAYS: '90',
    ARCHIVE_DIR: '/dev/null/archive',
    BACKUP_DIR: '/dev/null/backups',
    BACKUP_PASSPHRASE: 'a secret passphrase',
    BACKUP_KEPE: 'a secret',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    OTEL_EXPORTER_OTLP_TIMEOUT: '500',
  })
  expect(said).toMatch(
    /✗ The archive \/dev\/null\/archive cannot be used: ENOTDIR.+\.\n {2}The user of the server/,
  )
  expect(said).toMatch(
    /✗ The place of backups, \/dev\/null\/backups, cannot be used: ENOTDIR.+\n {2}The user of/,
  )
  expect(said).toMatch(
    /^! BACKUP_KEPE is no variable of this server, .+ Did you mean BACKUP_KEEP\?\n {2}Its name/,
  )
  expect(said).not.toContain('secret')
  expect(said).toMatch(/✗ The mail server 127\.0\.0\.1:1 cannot be used: .+\.\n {2}Look at SMTP_URL/)
  expect(said).toMatch(
    /✗ The issuer of Office, http:\/\/127\.0\.0\.1:1, cannot be used: .+\.\n {2}Look at its address/,
  )
  expect(said).toMatch(/✗ The collector 127\.0\.0\.1:1 takes no traces: .+\.\n {2}Look at OTEL_/)
  expect(said).toMatch(/! http:\/\/127\.0\.0\.1:1 does not answer from here/)
  expect(code).toBe(1)
})

test('missing folders are reported and not created, because a disk may not be mounted', async () => {
  const folder = aFolder()
  const { said, code } = await examine({
    DATABASE_URL,
    MESSAGE_RETENTION_DAYS: '90',
    ARCHIVE_DIR: folder.at('disk/archive'),
    BACKUP_DIR: folder.at('disk/backups'),
    BACKUP_ENCRYPTION: '0',
  })
  expect(said).toContain(
    `! The archive ${folder.at('disk/archive')} is not there, and was not tried: the first month that is archived makes it.\n  If it is to be on another disk`,
  )
  expect(said).toContain(
    `! The place of backups, ${folder.at('disk/backups')}, is not there, and was not tried: the first backup makes it.`,
  )
  expect(existsSync(folder.at('disk'))).toBe(false)
  expect(code).toBe(0)
  folder.remove()
})

test('a service that never answers is reported, and does not block it', { tags: 'heavy' }, async () => {
  const silent = createTcpServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const { said, code } = await examine({
    DATABASE_URL,
    BACKUP_S3_URL: `http://127.0.0.1:${port}/bucket`,
    BACKUP_S3_ACCESS_KEY: 'key',
    BACKUP_S3_SECRET_KEY: 'secret',
    BACKUP_ENCRYPTION: '0',
  })
  silent.close()
  expect(said).toContain('✗ The place of backups did not answer within 20 seconds.\n  Look whether its disk')
  expect(said).toContain('! PUBLIC_URL is not set')
  expect(code).not.toBe(0)
})

test.each<[what: string, env: Record<string, string>, said: string]>([
  [
    'a database that does not answer',
    { DATABASE_URL: 'postgres://x:secret@127.0.0.1:1/x' },
    '✗ The database does not answer (',
  ],
  [
    'a data folder without a server',
    { DATA_DIR: '/nowhere' },
    '✗ No server works on the data folder /nowhere. Start the server',
  ],
  [
    'an address with a path, below which the console would stay blank,',
    { PUBLIC_URL: 'https://example.com/iot' },
    '✗ PUBLIC_URL must be the address of a host alone, like https://spaceport.example.com: the console',
  ],
  [
    'a variable that cannot be read',
    { PORT: 'many' },
    '✗ PORT must be a whole number from 0 to 65535.\n  See docs/configuration.md.\n',
  ],
])('%s is a fault', async (_what, env, expected) => {
  const { said, code } = await examine(env)
  expect(said).toContain(expected)
  expect(said).not.toContain('secret')
  expect(code).toBe(1)
})

test('an older database version is distinguished from a newer one', async () => {
  const url = await createDatabase()
  await query(
    url,
    'delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)',
  )
  expect((await examine({ DATABASE_URL: url })).said).toContain('! A migration is to be made.')
  await query(
    url,
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('of later', 9000000000000)`,
  )
  expect(await examine({ DATABASE_URL: url })).toMatchObject({
    code: 1,
    said: expect.stringContaining('✗ The database is of a newer version'),
  })
})

test.each<[env: Record<string, string>, said: string, code: number]>([
  [{}, '✓ The known passwords of the demo are refused to other machines.', 0],
  [{ HOST: '0.0.0.0' }, '✓ The known passwords of the demo are refused.', 0],
  [{ DEMO: '1' }, '! Everybody who reaches the server can sign in with the known passwords of the demo.', 0],
  [
    { HOST: '0.0.0.0', DEMO: '1' },
    '✗ Everybody who reaches the server can sign in with the known passwords of the demo.',
    1,
  ],
])('with the demo accounts and %j it says who can use them', async (env, expected, code) => {
  const demo = await makeServer()
  await aUser(demo, { email: 'admin@example.com', password: 'admin-admin' })
  const examined = await examine({ DATABASE_URL: demo.databaseUrl, ...env })
  expect(examined.said).toContain(expected)
  expect(examined.code).toBe(code)
  await demo.stop()
})

test('a public address of another server is a fault, and so is a proxy without the forwarding headers', {
  tags: 'heavy',
}, async () => {
  const other = createServer((_request, answer) => void answer.end('ok')).listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' ? address?.port : undefined
  expect((await examine({ DATABASE_URL, PUBLIC_URL: `http://127.0.0.1:${port}` })).said).toContain(
    'answers, but not as this server',
  )
  other.close()
  // It forwards requests without headers of its own.
  const proxy = await startProxy(await server.listen())
  const { said, code } = await examine({ DATABASE_URL, PUBLIC_URL: proxy.url, TRUST_PROXY: '1' })
  await proxy.close()
  expect(said).toContain('✗ The proxy does not say for whom it calls')
  expect(code).toBe(1)
})

test('a machine without a proxy gets no warning about one', async () => {
  const { said, code } = await examine({ DATABASE_URL, PUBLIC_URL: await server.listen() })
  expect(said).not.toContain('proxy')
  expect(code).toBe(0)
})

test('a reader who stops after the first line, as head does, breaks nothing', { tags: 'heavy' }, async () => {
  const child = spawn(process.execPath, ['scripts/spaceport.mjs', 'doctor'], {
    env: { PATH: process.env.PATH, DATABASE_URL },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.once('data', () => child.stdout.destroy())
  const [complaint, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  expect([complaint, code]).toEqual(['', 0])
})
