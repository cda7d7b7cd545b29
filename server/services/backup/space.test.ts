import { readFileSync, writeFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract'
import { anAlert, anAlertRule } from '../../../tests/support/alerts'
import { aFolder, fillTables, PASSPHRASE } from '../../../tests/support/backups'
import {
  aConnector,
  aDevice,
  aKey,
  aMember,
  anAuditEntry,
  aSpace,
  aTag,
  aUser,
  aVariable,
} from '../../../tests/support/builders'
import { runCommand } from '../../../tests/support/command'
import { createDatabase, createEmptyDatabase } from '../../../tests/support/database'
import { done, downlinksOf } from '../../../tests/support/downlinks'
import { createOlderDatabase } from '../../../tests/support/olderDatabase'
import { query } from '../../../tests/support/query'
import { serve, serveSpace } from '../../../tests/support/serve'
import { aShift } from '../../../tests/support/shifts'
import { anUplink } from '../../../tests/support/uplink'
import * as schema from '../../db/schema'
import { Lifetime } from '../../lifetime'
import { deleteNext } from '../background/deletion'
import { checkBackup } from './check'
import { fileAt } from './file'
import type { Piece } from './read'
import { readBackup, readHeader } from './read'
import { moveSpaceIn } from './space/moveIn'
import { STAYING } from './space/ofSpace'
import { Tally } from './tally'
import { writeBackup } from './write'

const folder = aFolder()
afterAll(folder.remove)

const { server: source, space } = await serveSpace()
const target = await serve()

const write = (url: string, spaceId: string, file: string) =>
  writeBackup(url, fileAt(file), { version: '1.2.3', passphrase: null, spaceId })

/** Moves the space of a plain file into a database; `change` forges the file. */
async function moveIn(
  url: string,
  plain: string,
  change: (pieces: AsyncIterable<Piece>) => AsyncIterable<Piece> = (pieces) => pieces,
) {
  const lifetime = new Lifetime()
  try {
    const passphrase = async () => PASSPHRASE
    const { space: named } = await readHeader(fileAt(plain), { passphrase })
    if (!named) throw new Error('the file is not of a space')
    return await moveSpaceIn(url, named, change(readBackup(fileAt(plain), { passphrase })), {
      lifetime,
      days: 7,
    })
  } finally {
    await lifetime.end()
  }
}

/** All rows of a database, by table. */
async function rowsOf(url: string) {
  const tables = await query(
    url,
    `select c.relname::text as name from pg_class c
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace order by 1`,
  )
  const found: Record<string, unknown[]> = {}
  for (const { name } of tables) found[String(name)] = await query(url, `select * from "${String(name)}"`)
  return found
}

const tables = Object.values(schema).filter((table) => is(table, PgTable))
const withSpace = tables.filter((table) => 'spaceId' in getTableColumns(table)).map(getTableName)

test('rows of every table with spaces move along, except those of listed tables', async () => {
  const url = await createDatabase()
  await fillTables(url)
  await query(url, `update app_user set email = 'someone@example.com', language = null`)
  await query(url, `update space_user set role = 'admin', ends_at = null`)
  const [made] = await query(url, 'select id from space')
  const file = folder.at('filled.backup')
  await write(url, String(made?.id), file)
  const empty = await createDatabase()
  const moved = await moveIn(empty, file)
  expect(moved.invited).toEqual(['someone@example.com'])
  const rows = await rowsOf(empty)
  const missing = withSpace.filter((name) => rows[name]?.length === 0)
  // Pending tests are cancelled.
  expect(missing.toSorted()).toEqual([...STAYING, 'delivery_test'].toSorted())
})

const me = { email: 'owner@example.com' }
const [owner, mate, stranger] = [space.owner, await aUser(source), await aUser(source)]
await query(source.databaseUrl, 'update app_user set email = $1 where id = $2', [me.email, owner.id])
await aMember(source, space, 'admin', { user: mate })
const limit = await aTag(source, space)
const given = { tags: [limit], permissions: ['space:device:read'], endsAt: new Date('2100-01-01') } as const
await aMember(source, space, 'user', { user: stranger, ...given })
const late = await aMember(source, space, 'user', { invited: true, endsAt: new Date('2020-01-01') })
const device = await aDevice(source, space)
for (const n of [1, 2]) await anUplink(source, device, { body: { n } })
const { order, send } = downlinksOf(source, space)
const confirmed = await order(device)
await send(device)
await send(device, done(confirmed))
const awaited = await order(device)
await send(device)
const connector = await aConnector(source, space)
const key = await aKey(source, space, { permissions: ['space:device:read'] })
const tag = await aTag(source, space)
await aVariable(source, space)
const rule = await anAlertRule(source, space)
await query(source.databaseUrl, 'update alert_rule set notify = $1', [
  { roles: [], user_ids: [owner.id, mate.id], connector_ids: [] },
])
await anAlert(source, rule, device.id)
const hours = { from: '08:00', to: '16:00', days: [1, 2, 3, 4, 5], user_ids: [mate.id, owner.id] }
await aShift(source, space)
await query(source.databaseUrl, 'update shift set entries = $1', [JSON.stringify([hours])])
await anAuditEntry(source, space, { actorType: 'person', actorId: owner.id, actorName: me.email })
const formerId = await (async () => {
  const former = await aUser(source)
  await anAuditEntry(source, space, { actorType: 'person', actorId: former.id, actorName: former.email })
  return former.id
})()
const other = await aSpace(source)
const otherDevice = await aDevice(source, other, { name: 'name-of-another' })
await anUplink(source, otherDevice, { body: { secret: 'word-of-another' } })

const file = folder.at('space.backup')

test('a space moves to another running installation with devices, keys, connectors and people', async () => {
  const here = await aUser(target, { email: me.email })
  // A person with an unverified address.
  await aUser(target, { email: stranger.email, isVerified: false })
  const env = { BACKUP_PASSPHRASE: PASSPHRASE, DATA_DIR: folder.at('data') }
  const run = (command: 'backup' | 'restore', args: string[], DATABASE_URL: string) =>
    runCommand(`server/commands/${command}.ts`, args, { ...env, DATABASE_URL })
  const made = await run('backup', ['--space', space.id.toUpperCase(), file], source.databaseUrl)
  expect(made).toMatchObject({ code: 0, complaint: '' })
  const moved = await run('restore', [file], target.databaseUrl)
  expect(moved).toMatchObject({ code: 0, complaint: '' })
  expect(moved.said).toContain(`The space “${space.name}” is here`)
  expect(moved.said).toContain('1 of the connectors are paused for 7 days')
  expect(moved.said).toContain(`In it are ${me.email}.`)
  expect(moved.said).toContain(`Invited by e-mail are ${[mate.email, stranger.email].toSorted().join(', ')}.`)

  const read = async (path: string, as: { token?: string; key?: string } = { token: here.token }) =>
    target.call('GET', `/spaces/${space.id}/${path}`, as)
  expect((await read(`devices/${device.id}`)).status).toBe(200)
  expect((await read(`devices/${device.id}`, { key: key.id })).status).toBe(200)
  expect((await read(`tags/${tag.id}`)).status).toBe(200)
  const paused = api.connectors.get.answer.parse(await (await read(`connectors/${connector.id}`)).json())
  expect(paused.operation?.state).toBe('paused')
  const { downlinks } = await anUplink(target, device, { body: { n: 3 } })
  expect(downlinks.map(({ id }) => id)).toEqual([awaited])
  const outcome = await read(`messages/${confirmed}`)
  expect(await outcome.json()).toMatchObject({ down_outcome: 'confirmed', device_confirms: true })
  const messages = `select body from message where space_id = $1 and body like '{"n"%' order by id`
  expect(await query(target.databaseUrl, messages, [space.id])).toHaveLength(3)

  const people = api.users.list.answer.parse(await (await read('users')).json())
  expect(Object.fromEntries(people.map(({ email, space_invited }) => [email, space_invited]))).toEqual({
    [me.email]: false,
    [mate.email]: true,
    [stranger.email]: true,
    [late.email]: true,
  })
  expect(people.find(({ email }) => email === stranger.email)).toMatchObject({
    tags: [{ id: limit.id }],
    permissions: given.permissions,
    ends_at: given.endsAt.toISOString(),
  })
  const found = async (statement: string) => query(target.databaseUrl, statement)
  expect(await found("select owner_id as id from space where type = 'team'")).toEqual([{ id: here.id }])
  const [{ notify } = {}] = await found('select notify from alert_rule')
  const notified = z.object({ user_ids: z.array(z.string()) }).parse(notify).user_ids
  expect(notified).toContain(here.id)
  expect(notified).toHaveLength(2)
  expect(notified).not.toContain(mate.id)
  const [{ turns } = {}] = await found("select entries->0->'user_ids' as turns from shift")
  expect(turns).toEqual([expect.not.stringContaining(mate.id), here.id])
  const actors = await found(`select actor_id as id from audit_entry where action = 'device.update'`)
  expect(new Set(actors.map(({ id }) => id))).toEqual(new Set([here.id, formerId]))
  expect(await found(`select from mail where kind = 'invitation' and state = 'waiting'`)).toHaveLength(2)
})

test('a check restores the file of a space', { tags: 'heavy' }, async () => {
  const lifetime = new Lifetime()
  const checked = folder.at('checked.backup')
  const { manifest } = await write(source.databaseUrl, space.id, checked)
  try {
    const pieces = readBackup(fileAt(checked), { passphrase: async () => PASSPHRASE })
    expect(await checkBackup(pieces, lifetime)).toEqual(manifest)
  } finally {
    await lifetime.end()
  }
})

test('the file has nothing of other spaces, and only the e-mail addresses of people', async () => {
  const plain = folder.at('plain.backup')
  await write(source.databaseUrl, space.id, plain)
  let rows = ''
  for await (const piece of readBackup(fileAt(plain), { passphrase: async () => PASSPHRASE }))
    if ('table' in piece) rows += (await buffer(piece.rows)).toString()
  expect(rows).toContain(device.serial_number)
  for (const secret of [other.id, otherDevice.id, otherDevice.serial_number, 'of-another', other.owner.email])
    expect(rows).not.toContain(secret)
  expect(rows).not.toContain('$argon2')
})

test.each([
  [
    'the space',
    `The space ${space.id} is there already: “${space.name}”.`,
    async (plain: string) => {
      const url = await createDatabase()
      await moveIn(url, plain)
      return url
    },
  ],
  [
    'a serial number',
    `The serial number ${device.serial_number} is claimed there`,
    async () => {
      const { server, space: taken } = await serveSpace()
      await aDevice(server, taken, { serial_number: device.serial_number })
      return server.databaseUrl
    },
  ],
  [
    'the token of a key',
    `The key “${key.name}” of another space`,
    async () => {
      const { server, space: taken } = await serveSpace()
      const { id } = await aKey(server, taken, { name: key.name })
      await query(
        server.databaseUrl,
        `update access_key set token_hash = sha256(convert_to($1, 'UTF8')) where id = $2`,
        [key.id, id],
      )
      return server.databaseUrl
    },
  ],
  [
    'what is left of the space',
    `The space ${space.id} was there before`,
    async () => {
      const url = await createDatabase()
      await query(url, 'insert into deletion (space_id, id) values ($1, $1)', [space.id])
      return url
    },
  ],
])(
  '%s that already exists is named, and nothing is moved',
  { tags: 'heavy' },
  async (what, sentence, prepare) => {
    const plain = folder.at(`${what.replaceAll(' ', '-')}.backup`)
    await write(source.databaseUrl, space.id, plain)
    const url = await prepare(plain)
    const before = await rowsOf(url)
    await expect(moveIn(url, plain)).rejects.toThrow(sentence)
    expect(await rowsOf(url)).toEqual(before)
  },
)

test('a move checks everything that is unique across spaces', async () => {
  const found = await query(
    source.databaseUrl,
    `select c.relname::text as name from pg_index i join pg_class c on c.oid = i.indexrelid
       join pg_class t on t.oid = i.indrelid
     where i.indisunique and not t.relispartition and t.relname = any($1) and not exists (
       select from pg_attribute a where a.attrelid = t.oid and a.attnum = any(i.indkey) and a.attname = 'space_id')
     order by 1`,
    [withSpace.filter((name) => !STAYING.includes(name))],
  )
  expect(found.map(({ name }) => name)).toEqual(['access_key_token_hash', 'device_credential_serial_number'])
})

test('a changed file is refused', { tags: 'heavy' }, async () => {
  const plain = folder.at('unchanged.backup')
  await write(source.databaseUrl, space.id, plain)
  const bytes = readFileSync(plain)
  const at = bytes.indexOf('.device.0001.gz') + 512 + 20
  bytes[at] = (bytes[at] ?? 0) ^ 1
  const changed = folder.at('changed.backup')
  writeFileSync(changed, bytes)
  const empty = await createDatabase()
  await expect(moveIn(empty, changed)).rejects.toThrow(/\.device\.0001\.gz/)
  expect(await query(empty, 'select from space')).toEqual([])
})

/** Forges rows of a file, and their checksums. */
const forging = (rowsOfTable: (table: string, rows: string) => string) =>
  async function* (pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
    const tallies = new Map<string, Tally>()
    const kept: Piece[] = []
    for await (const piece of pieces) {
      if (!('table' in piece)) {
        kept.push(piece)
        continue
      }
      const { table } = piece
      const lines = (await buffer(piece.rows)).toString()
      const rows = Buffer.from(rowsOfTable(table, lines))
      const tally = tallies.get(table) ?? new Tally()
      tally.add(rows)
      tallies.set(table, tally)
      kept.push({ table, rows: Readable.from([rows]) })
    }
    for (const piece of kept) {
      if (!('manifest' in piece)) {
        yield piece
        continue
      }
      const totals = piece.manifest.totals.map(({ table, ...total }) => {
        const { rows, checksum } = tallies.get(table) ?? total
        return { table, rows, checksum }
      })
      yield { manifest: Object.assign(piece.manifest, { totals }) }
    }
  }

test.each<[string, RegExp, (table: string, rows: string) => string]>([
  [
    'a key with a permission that no key can have',
    /^The key “reporter” in the file has the permission space:delete, which no key can have\. Nothing was moved\.$/,
    (table, rows) => (table === 'access_key' ? rows.replaceAll('space:tag:read', 'space:delete') : rows),
  ],
  [
    'a person with a role that nobody has',
    /^A person of the space in the file has no valid address, or a role that nobody has\. Nothing was moved\.$/,
    (table, rows) => (table === 'space_user' ? rows.replaceAll('\tadmin\t', '\troot\t') : rows),
  ],
])('%s is refused in a forged file', async (_, sentence, forge) => {
  const { server, space: other } = await serveSpace()
  await aKey(server, other, { name: 'reporter', permissions: ['space:tag:read'] })
  const plain = folder.at(`forged-${other.id}.backup`)
  await write(server.databaseUrl, other.id, plain)
  const empty = await createDatabase()
  await expect(moveIn(empty, plain, forging(forge))).rejects.toThrow(sentence)
  expect(await query(empty, 'select from space')).toEqual([])
})

test('a key of a forged file is found by its id and limited by its tags', async () => {
  const { server, space: other } = await serveSpace()
  const tag = await aTag(server, other)
  const hidden = await aDevice(server, other)
  const key = await aKey(server, other, { permissions: ['space:device:read'], tags: [tag] })
  const plain = folder.at(`forged-${other.id}.backup`)
  await write(server.databaseUrl, other.id, plain)
  const destination = await serve()
  await moveIn(
    destination.databaseUrl,
    plain,
    forging((table, rows) => (table === 'access_key' ? rows.replaceAll('\tt\t', '\tf\t') : rows)),
  )
  const answer = await destination.call('GET', `/spaces/${other.id}/devices/${hidden.id}`, { key: key.id })
  expect(answer.status).toBe(404)
})

test('rows of other spaces in a forged file are not imported', async () => {
  const plain = folder.at('forged.backup')
  await write(source.databaseUrl, space.id, plain)
  const { server, space: victim } = await serveSpace()
  const beside = (rows: string) => `${rows}${(rows.split('\n')[0] ?? '').replace(space.id, victim.id)}\n`
  const forge = forging((table, rows) => (/^(space|space_user)$/.test(table) ? beside(rows) : rows))
  await moveIn(server.databaseUrl, plain, forge)
  const members = 'select user_id as id from space_user where space_id = $1'
  expect(await query(server.databaseUrl, members, [victim.id])).toEqual([{ id: victim.owner.id }])
})

test('a space that was moved and deleted returns with its audit log', { tags: 'heavy' }, async () => {
  const { server, space: moving } = await serveSpace()
  await anAuditEntry(server, moving)
  const away = folder.at('away.backup')
  await write(server.databaseUrl, moving.id, away)
  const gone = await server.call('DELETE', `/spaces/${moving.id}`, { token: moving.owner.token })
  expect(gone.status).toBe(204)
  const entries = 'select id from audit_entry where space_id = $1'
  const before = await query(server.databaseUrl, entries, [moving.id])
  while (await deleteNext(server.deps.db.$client, async () => undefined));
  expect((await moveIn(server.databaseUrl, away)).known).toEqual([moving.owner.email])
  expect(await query(server.databaseUrl, entries, [moving.id])).toEqual(expect.arrayContaining(before))
})

test('a missing space, or one in tables of another version, is refused with a sentence', {
  tags: 'heavy',
}, async () => {
  const none = folder.at('none.backup')
  await expect(write(source.databaseUrl, device.id, none)).rejects.toThrow(`There is no space ${device.id}.`)
  await expect(write(source.databaseUrl, "'; drop", none)).rejects.toThrow('There is no space')
  const plain = folder.at('to-older.backup')
  await write(source.databaseUrl, space.id, plain)
  const older = await createOlderDatabase()
  await expect(write(older, space.id, none)).rejects.toThrow('older version')
  for (const url of [await createEmptyDatabase(), older])
    await expect(moveIn(url, plain)).rejects.toThrow('Start the server once')
})
