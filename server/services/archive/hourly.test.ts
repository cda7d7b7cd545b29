import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { installationSchema } from '#contract/admin'
import { aFolder } from '../../../tests/support/backups'
import { aDevice, aMessage, aSpace, aUser } from '../../../tests/support/builders'
import { query } from '../../../tests/support/query'
import { serve } from '../../../tests/support/serve'
import { takeArchive } from '../../db/detachedMonth'
import { keepHouse } from '../administration/housekeeping'
import { archiveHourly } from './hourly'

const folder = aFolder()
afterAll(folder.remove)
const NOW = new Date('2026-11-21T08:00:00.000Z')
const server = await serve({
  now: () => NOW,
  settings: { hasArchive: true, metricsToken: 'metrics' },
})
const admin = await aUser(server, { systemRole: 'admin' })
const space = await aSpace(server)
const device = await aDevice(server, space)
const url = server.databaseUrl

const place = folder.at('archive')
process.env.ARCHIVE_DIR = place
process.env.MESSAGE_RETENTION_DAYS = '30'
afterAll(() => {
  delete process.env.ARCHIVE_DIR
  delete process.env.MESSAGE_RETENTION_DAYS
})

const round = async () => archiveHourly(server.deps, { connectionString: url, messageRetentionDays: 30 })
async function archiveState() {
  const answer = await server.call('GET', '/admin/installation', { token: admin.token })
  return installationSchema.parse(await answer.json()).archive
}
const metrics = async () =>
  (await server.request('/metrics', { headers: { Authorization: 'Bearer metrics' } })).text()
const stored = async () => (await query(url, 'select id from message')).map(({ id }) => id)
const archived = () =>
  existsSync(place)
    ? readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.parquet'))
    : []

beforeEach(async () => {
  await query(url, 'truncate routine, message')
  rmSync(place, { recursive: true, force: true })
})

test('once an hour one copy archives old months; housekeeping drops no message', async () => {
  await aMessage(server, device, { at: new Date('2026-09-30T23:59:59.999Z') })
  const young = await aMessage(server, device, { at: new Date('2026-10-01T00:00:00.000Z') })
  await keepHouse(server.deps, { messageRetentionDays: 30, isArchived: true, deliveryRetentionDays: 30 })
  expect(await stored()).toHaveLength(2)
  expect(await archiveState()).toEqual({ is_on: true, finished_at: null, error: null })
  expect((await Promise.all([round(), round()])).toSorted()).toEqual([false, true])
  expect([await stored(), archived()]).toEqual([[young], [expect.stringContaining('month=2026-09')]])
  expect(await archiveState()).toEqual({ is_on: true, finished_at: NOW.toISOString(), error: null })
  expect(server.logged.join()).toContain('"month":"2026-09","messages":1')
  expect(await round()).toBe(false)
})

test('administrators and monitors see why messages are not archived, until they are', {
  tags: 'heavy',
}, async () => {
  const old = await aMessage(server, device, { at: new Date('2026-09-17T10:20:30.456Z') })
  await aMessage(server, device, { at: new Date('2026-08-17T10:20:30.456Z') })
  const blocked = join(place, `space=${space.id}`, 'month=2026-09')
  mkdirSync(dirname(blocked), { recursive: true })
  writeFileSync(blocked, 'not a folder')
  const reason = /^the messages of 2026-09 stay in the database: ENOTDIR/
  await expect(round()).rejects.toThrow(reason)
  expect(await archiveState()).toEqual({
    is_on: true,
    finished_at: null,
    error: expect.stringMatching(reason),
  })
  const health = await server.request('/health')
  expect([health.status, await health.text()]).toEqual([200, 'ok; messages wait for the archive'])
  expect(await metrics()).toContain('spaceport_archive_failing{archive="messages"} 1')
  // The earlier month is archived and logged.
  expect(server.logged.join()).toContain('"month":"2026-08","messages":1')
  // It is not retried immediately.
  expect([await round(), await stored()]).toEqual([false, [old]])
  await query(url, `update routine set until = now() - interval '1 second'`)
  rmSync(blocked)
  expect([await round(), await stored()]).toEqual([true, []])
  expect((await archiveState())?.error).toBeNull()
  expect(await metrics()).toContain('spaceport_archive_failing{archive="messages"} 0')
})

/** Connections that wait for the archive. */
const WAITING = `from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`

/** Programs that this process runs. */
const programs = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const isOurs = readFileSync(`/proc/${pid}/stat`, 'utf8').includes(` ${process.pid} `)
        return isOurs && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('server/commands/archive.ts')
      } catch {
        return false
      }
    })

test.each<[string, () => unknown, string]>([
  [
    'whose process is killed',
    () => programs().forEach((pid) => process.kill(Number(pid), 'SIGKILL')),
    'its process was killed (SIGKILL), by somebody or because memory was short',
  ],
  [
    'whose connection PostgreSQL ends',
    () => query(url, `select pg_terminate_backend(pid) ${WAITING}`),
    'the database has ended the connection (terminating connection due to administrator command)',
  ],
])(
  'an archiver %s is reported with a sentence, nothing is dropped, and the next round continues',
  {
    tags: 'heavy',
  },
  async (_, stop, reason) => {
    const old = await aMessage(server, device, { at: new Date('2026-09-17T10:20:30.456Z') })
    // Another connection archives, so that the archiver waits.
    const holder = await server.db.$client.connect()
    try {
      await takeArchive(holder)
      const ended = round().catch((error: unknown) => String(error))
      await expect
        .poll(async () => (await query(url, `select pid ${WAITING}`)).length, { timeout: 60_000 })
        .toBe(1)
      await stop()
      expect(await ended).toBe(`Error: ${reason}`)
    } finally {
      holder.release(true)
    }
    expect(await archiveState()).toMatchObject({ error: reason })
    expect(await (await server.request('/health')).text()).toBe('ok; messages wait for the archive')
    expect(await stored()).toEqual([old])
    await query(url, `update routine set until = null`)
    expect([await round(), await stored()]).toEqual([true, []])
  },
)
