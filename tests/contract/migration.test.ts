import { Client } from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#contract/common/durations'
import { migrate } from '../../server/db/migrate'
import { newId } from '../../server/services/common/ids'
import { aDevice } from '../support/builders'
import { createOldDatabase } from '../support/database'
import { serveSpace } from '../support/serve'
import { anUplink } from '../support/uplink'

const START = Date.parse('2025-06-15T00:00:00.000Z')

let clock = START
const { server, space } = await serveSpace({ now: () => new Date(clock) })
const url = await createOldDatabase('0009_admin')
const old = new Client({ connectionString: url })
await old.connect()
afterAll(() => old.end())

/** The device sends a message at each of these times (ms). */
async function sendAt(device: Awaited<ReturnType<typeof aDevice>>, times: readonly number[]): Promise<void> {
  for (const time of times) {
    clock = time
    await anUplink(server, device, { type: time === times[0] ? 'session' : 'data', body: { up: {} } })
  }
}

/** Times of a regular device, the last of them at `end`. */
const every = (span: number, count: number, end = START) =>
  Array.from({ length: count }, (_, i) => end - (count - 1 - i) * span)

/** The old database gets rows of the server's; columns that are not there any more are given. */
async function copy(table: string, select: string): Promise<void> {
  const { rows } = await server.db.$client.query<{ json: string }>(
    `select json_agg(found)::text as json from (${select}) found`,
  )
  await old.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
    rows[0]?.json,
  ])
}

/** Lets the old database have the server's devices, which it does not know the rhythm of. */
async function copyAll(): Promise<void> {
  await old.query(
    `create table message_2025_06 partition of message for values from ('2025-06-01') to ('2025-07-01')`,
  )
  await copy('app_user', 'select * from app_user')
  await copy('space', `select * from space where id = '${space.id}'`)
  await copy(
    'device',
    'select d.*, c.session_id, c.last_seen from device d join device_contact c on c.device_id = d.id',
  )
  await copy('message', 'select * from message')
}

/** A device of the old database that the simulator plays. */
async function aPlayedDevice(id: string): Promise<string> {
  await old.query(
    `insert into device (space_id, id, name, serial_number) values ($1, $2::uuid, 'played', left($2::text, 10))`,
    [space.id, id],
  )
  await old.query(
    `insert into simulated_device (space_id, device_id, surroundings, state) values ($1, $2, 'room', '{}')`,
    [space.id, id],
  )
  return id
}

test('devices of an older server are as if this one had heard them, and the demo leaves those that people claimed alone', async () => {
  const [regular, few, bare] = [
    await aDevice(server, space),
    await aDevice(server, space),
    await aDevice(server, space),
  ]
  const times = every(30 * MINUTE, 30).flatMap((time) => [time, time + 2000])
  const download = every(25_000, 20, START - 15 * MINUTE)
  await sendAt(regular, [...times.slice(0, -2), ...download, ...times.slice(-2)])
  await sendAt(few, every(HOUR, 2))
  const contacts = `
    select session_id, last_seen, contact_at, usual_interval, expected_at, late_at, silent_at
    from device_contact where device_id = any($1) order by device_id`
  const heard = [[regular.id, few.id]]
  const { rows: learnt } = await server.db.$client.query<object>(contacts, heard)
  expect(learnt).toMatchObject([{ usual_interval: 1800 }, { usual_interval: null }])

  await copyAll()
  await old.query('update device set last_seen = $2 where id = $1', [bare.id, new Date(START)])
  await old.query('update app_user set created_at = $1', [new Date(START)])
  const [demo, claimed, replaced] = [
    await aPlayedDevice(newId(START + HOUR)),
    await aPlayedDevice(newId(START + 10 * DAY)),
    await aPlayedDevice(newId(START + HOUR)),
  ]
  await old.query(
    `insert into device_replacement (space_id, device_id, id, created_at, old_serial_number, new_serial_number)
     values ($1, $2, $3, now(), '1', '2')`,
    [space.id, replaced, newId()],
  )
  await migrate(url)

  expect((await old.query(contacts, heard)).rows).toEqual(learnt)
  const { rows: others } = await old.query<object>(contacts, [[bare.id, demo, claimed]])
  expect(others).toMatchObject([
    { last_seen: new Date(START), session_id: '0', late_at: new Date(START + 2 * DAY) },
    { last_seen: null, late_at: null },
    { last_seen: null, late_at: null },
  ])
  const { rows: played } = await old.query('select device_id from simulated_device')
  expect(played).toEqual([{ device_id: demo }])
})

test('pending invitations of an older server get ids of their own, and who has sent them first', async ({
  onTestFinished,
}) => {
  const oldUrl = await createOldDatabase('0020_copy_clock')
  const before = new Client({ connectionString: oldUrl })
  await before.connect()
  onTestFinished(() => before.end())
  const [owner, guest, spaceId] = [newId(), newId(), newId()]
  await before.query(
    `insert into app_user (id, email) values ('${owner}', 'owner@example.com'), ('${guest}', 'guest@example.com')`,
  )
  await before.query(`insert into space (id, name) values ('${spaceId}', 'depot')`)
  await before.query(
    `insert into space_user (space_id, user_id, role, invited)
     values ('${spaceId}', '${owner}', 'admin', false), ('${spaceId}', '${guest}', 'user', true)`,
  )
  await before.query(
    `insert into mail (id, kind, user_id, space_id, sender_id, due_at)
     values ('${newId()}', 'invitation', '${guest}', '${spaceId}', '${owner}', now())`,
  )
  await migrate(oldUrl)
  const { rows } = await before.query<object>(
    'select user_id, invitation_id, invited_by from space_user order by invited',
  )
  expect(rows).toEqual([
    { user_id: owner, invitation_id: null, invited_by: null },
    { user_id: guest, invitation_id: expect.stringMatching(/^[0-9a-f-]{36}$/), invited_by: owner },
  ])
  expect(rows[1]).not.toMatchObject({ invitation_id: guest })
})

test('keys of an older server that may read messages go on reading histories, and others do not begin to', async ({
  onTestFinished,
}) => {
  const oldUrl = await createOldDatabase('0026_series_settings')
  const before = new Client({ connectionString: oldUrl })
  await before.connect()
  onTestFinished(() => before.end())
  const [spaceId, reader, other] = [newId(), newId(), newId()]
  await before.query(`insert into space (id, name) values ('${spaceId}', 'depot')`)
  await before.query(
    `insert into access_key (space_id, id, token_hash, name, permissions)
     values ('${spaceId}', '${reader}', 'one', 'reader', '{space:device:read,space:message:read}'),
       ('${spaceId}', '${other}', 'two', 'other', '{space:device:read}')`,
  )
  await before.query(
    `insert into access_key_use (space_id, access_key_id, hour, permission, calls)
     values ('${spaceId}', '${reader}', now(), 'space:message:read', 3), ('${spaceId}', '${other}', now(), 'space:device:read', 3)`,
  )
  await migrate(oldUrl)
  const { rows } = await before.query<object>(
    `select name, permissions, sum(calls)::int as calls, array_agg(distinct permission order by permission) as used
     from access_key k join access_key_use u on u.access_key_id = k.id group by name, permissions order by name`,
  )
  expect(rows).toEqual([
    { name: 'other', permissions: ['space:device:read'], calls: 3, used: ['space:device:read'] },
    {
      name: 'reader',
      permissions: ['space:device:read', 'space:message:read', 'space:message:series:read'],
      calls: 3,
      used: ['space:message:read', 'space:message:series:read'],
    },
  ])
})

test('addresses of an earlier version are found by the letters of their domains', async () => {
  const oldUrl = await createOldDatabase('0068_deliveries_by_device')
  const before = new Client({ connectionString: oldUrl })
  await before.connect()
  onTestFinished(() => before.end())
  const email = 'user@xn--bcher-kva.example'
  const id = newId()
  await before.query(
    `insert into app_user (id, email) values ('${id}', '${email}'), ('${newId()}', 'xn--x@example.com')`,
  )
  await before.query(
    `insert into mail_link (hash, kind, user_id, email, is_mailed, expires_at)
     values ('\\x00', 'reset', '${id}', '${email}', true, now())`,
  )
  await migrate(oldUrl)
  await migrate(oldUrl)
  const { rows } = await before.query<object>('select email from app_user order by email')
  expect(rows).toEqual([{ email: 'user@bücher.example' }, { email: 'xn--x@example.com' }])
  expect((await before.query<object>('select email from mail_link')).rows).toEqual([
    { email: 'user@bücher.example' },
  ])
})
