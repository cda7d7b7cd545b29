import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parquetReadObjects } from 'hyparquet'
import { expect, onTestFinished, test } from 'vitest'
import { BEFORE, MAY, NOW, serveArchive } from '../../../tests/support/archives'
import { aDevice, aMessage, aSpace } from '../../../tests/support/builders'
import { runCommand } from '../../../tests/support/command'
import { killHard } from '../../../tests/support/databaseProcess'
import { askArchive } from '../../../tests/support/duckdb'
import { makeServer } from '../../../tests/support/makeServer'
import { programOf } from '../../../tests/support/program'
import { openDatabase } from '../../db/database'
import { BACKUP_LOCK, ensurePartitions } from '../../db/partitions'
import type { Retired } from './retention'
import type { Store } from './store'

const { server, space, device, place, retire, files, ids, stored, shown, whileInUse } = await serveArchive()

const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const HOSTILE = [
  '{"text":"příliš žluťoučký 🚰 \u2028\u2029 \u202e"}',
  String.raw`{"nul":"\u0000","half":"\ud800","quote":"\"'\\\n"}`,
  deep(100),
  JSON.stringify({ long: 'ž'.repeat(64 * 1024) }),
  '[1e308,-1e308,5e-324,-0,0.1,9007199254740993,123456789012345678901234567890]',
  '{"a":1,"a":2, "space" :  true}',
  '""',
  'null',
  '"<script>alert(1)</script>; drop table message; --"',
]

test('messages as in the API are in files by space and month, which DuckDB and hyparquet can read', async () => {
  const other = await aSpace(server)
  const there = await aDevice(server, other)
  const kept: Awaited<ReturnType<typeof shown>>['message'][] = []
  for (const [i, body] of HOSTILE.entries()) {
    const at = new Date(MAY.getTime() + i)
    kept.push(
      (await shown(await aMessage(server, device, { at, body, raw: 'AB\u0001\tž', measuredAt: at }))).message,
    )
  }
  const down = {
    direction: 'down',
    type: 'shell',
    downState: 'cancelled',
    downAttempt: 3,
    downStateAt: MAY,
    downOutcome: 'refused',
    downReason: 'no',
    downConfirmedAt: MAY,
    expiresAt: MAY,
  } as const
  kept.push(
    (await shown(await aMessage(server, device, { at: new Date('2026-06-01T00:00:00.000Z'), ...down })))
      .message,
  )
  kept.push(
    (await shown(await aMessage(server, there, { at: new Date('2026-05-31T23:59:59.999Z') }), other)).message,
  )
  const young = await aMessage(server, device, { at: NOW })

  expect(await retire()).toEqual([
    { month: '2026-05', messages: HOSTILE.length + 1 },
    { month: '2026-06', messages: 1 },
  ])
  expect(await stored()).toEqual([young])
  expect(files().map((name) => name.replace(/messages-.*/, ''))).toEqual(
    [
      `space=${space.id}/month=2026-05/`,
      `space=${space.id}/month=2026-06/`,
      `space=${other.id}/month=2026-05/`,
    ].toSorted(),
  )
  const times = [
    'created_at',
    'measured_at',
    'down_state_at',
    'down_scheduled_at',
    'down_confirmed_at',
    'expires_at',
  ]
  const iso = (name: string) => `strftime(${name}, '%Y-%m-%dT%H:%M:%S.%gZ') as ${name}`
  const archived = await askArchive(
    place.folder,
    `select * exclude (space, month) replace (${times.map(iso).join()}) from message order by id`,
  )
  const byId = (a: { id: string } | undefined, b: { id: string } | undefined) =>
    (a?.id ?? '') < (b?.id ?? '') ? -1 : 1
  // What a downlink waits for is not archived.
  const lasting = kept.flatMap((message) => {
    if (!message) return []
    const { down_awaits: _awaits, down_expected_at: _at, device_confirms: _confirms, ...rest } = message
    return [rest]
  })
  expect(archived).toEqual(lasting.toSorted(byId))
  expect(
    await askArchive(
      place.folder,
      'select space, month, count(*)::int as n from message group by all order by n desc, month',
    ),
  ).toEqual([
    { space: space.id, month: '2026-05', n: HOSTILE.length },
    { space: other.id, month: '2026-05', n: 1 },
    { space: space.id, month: '2026-06', n: 1 },
  ])
  const rows = await Promise.all(
    files().map((name) =>
      parquetReadObjects({ file: new Uint8Array(readFileSync(join(place.folder, name))).buffer }),
    ),
  )
  expect(new Map(rows.flat().map(({ id, body, created_at }) => [id, { body, created_at }]))).toEqual(
    new Map(
      kept.map((each) => [each?.id, { body: each?.body, created_at: new Date(each?.created_at ?? '') }]),
    ),
  )
  for (const name of files()) expect(statSync(join(place.folder, name)).mode & 0o077).toBe(0)
})

test('months without messages are dropped, and leave no file', async () => {
  expect(await retire()).toEqual([])
  expect(files()).toEqual([])
  const { rows } = await server.db.$client.query(
    `select to_regclass('message_2026_05') as may, to_regclass('message_2026_09')::text as september`,
  )
  expect(rows).toEqual([{ may: null, september: 'message_2026_09' }])
})

test('nothing is dropped while the archive cannot be written, and all is archived once it can', async () => {
  const id = await aMessage(server, device, { at: MAY })
  writeFileSync(place.folder, 'not a folder')
  await expect(retire()).rejects.toThrow(/the messages of 2026-05 stay in the database: ENOTDIR/)
  expect((await shown(id)).status).toBe(200)
  rmSync(place.folder)
  await retire()
  expect([await ids(), await stored()]).toEqual([[id], []])
})

test('nothing is dropped when a file does not read back as it was written', async () => {
  const id = await aMessage(server, device, { at: MAY, body: '{"temperature":21.5}' })
  const damaging: Store = {
    ...place.store,
    read: async (name) => {
      const bytes = await place.store.read(name)
      bytes[Buffer.from(bytes).indexOf('21.5')] = '9'.charCodeAt(0)
      return bytes
    },
  }
  await expect(retire({ store: damaging })).rejects.toThrow('was not read as it was written')
  expect((await shown(id)).status).toBe(200)
})

test('messages that arrive just before a month is dropped are archived first', async () => {
  const sent = [await aMessage(server, device, { at: MAY })]
  const retired: Promise<Retired[]>[] = []
  await whileInUse(async () => {
    retired.push(retire())
    await expect.poll(files).toHaveLength(1)
    sent.push(await aMessage(server, device, { at: MAY }))
  })
  expect(await Promise.all(retired)).toEqual([[{ month: '2026-05', messages: 2 }]])
  expect([await ids(), await stored()]).toEqual([sent, []])
})

test('a server that is killed between the files and the drop loses and duplicates nothing', {
  tags: 'heavy',
}, async () => {
  const sent = [await aMessage(server, device, { at: MAY }), await aMessage(server, device, { at: MAY })]
  const env = { DATABASE_URL: server.databaseUrl, ARCHIVE_DIR: place.folder, MESSAGE_RETENTION_DAYS: '30' }
  await whileInUse(async () => {
    const child = spawn(
      process.execPath,
      [await programOf('server/commands/archive.ts'), BEFORE.toISOString()],
      {
        env: { PATH: process.env.PATH, ...env },
        stdio: 'ignore',
      },
    )
    await expect.poll(files, { interval: 10, timeout: 60_000 }).toHaveLength(1)
    await killHard(child)
  })
  expect(await stored()).toEqual(sent)
  const before = files()
  const late = await aMessage(server, device, { at: MAY })
  const { said, complaint } = await runCommand('server/commands/archive.ts', [BEFORE.toISOString()], env)
  expect([complaint, said.split('\n')[0]]).toEqual(['', '{"month":"2026-05","messages":3}'])
  expect([await ids(), await stored()]).toEqual([[...sent, late], []])
  // Another file is added beside the unchanged first one.
  expect(files()).toHaveLength(2)
  expect(files()).toEqual(expect.arrayContaining(before))
})

test('a truncated file is not part of the archive', async () => {
  const id = await aMessage(server, device, { at: MAY })
  const month = join(place.folder, `space=${space.id}`, 'month=2026-05')
  mkdirSync(month, { recursive: true })
  const rest = join(month, `.messages-${id}-${id}-0123456789abcdef.parquet.${randomUUID()}.partial`)
  writeFileSync(rest, 'PAR1')
  utimesSync(rest, new Date('2026-11-20'), new Date('2026-11-20'))
  await retire()
  expect(await ids()).toEqual([id])
  expect(files()).toHaveLength(1)
})

test('a damaged file does not count as an archive', async () => {
  const id = await aMessage(server, device, { at: MAY })
  const month = join(place.folder, `space=${space.id}`, 'month=2026-05')
  mkdirSync(month, { recursive: true })
  const name = join(month, `messages-${id}-${id}-0123456789abcdef.parquet`)
  writeFileSync(name, 'PAR1 and something else PAR1')
  await expect(retire()).rejects.toThrow(`${id}-0123456789abcdef.parquet is damaged`)
  expect((await shown(id)).status).toBe(200)
  rmSync(name)
  await retire()
  expect(await ids()).toEqual([id])
})

test('a month that changes while it is archived has its last state in the archive', async () => {
  const pending = { direction: 'down', type: 'shell', downState: 'pending' } as const
  const cancelled = await aMessage(server, device, { at: MAY, ...pending })
  const late: string[] = []
  const statuses: number[] = []
  const meanwhile: Store = {
    ...place.store,
    write: async (name, bytes) => {
      if (late.length === 0) {
        late.push(await aMessage(server, device, { at: new Date(MAY.getTime() - 1) }))
        const path = `/spaces/${space.id}/messages/${cancelled}`
        const cancel = { body: { down_state: 'cancelled' }, token: space.owner.token }
        statuses.push((await server.call('PUT', path, cancel)).status)
      }
      await place.store.write(name, bytes)
    },
  }
  expect(await retire({ store: meanwhile })).toEqual([{ month: '2026-05', messages: 2 }])
  expect(statuses).toEqual([200])
  expect(await askArchive(place.folder, 'select id, down_state from message order by id')).toEqual([
    { id: late[0], down_state: null },
    { id: cancelled, down_state: 'cancelled' },
  ])
})

test('a busy month has several files, with each message once', async () => {
  await server.db.$client.query(
    `insert into message (space_id, device_id, id, created_at, type, direction, body)
    select $1, $2, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008' || lpad(to_hex(i), 15, '0'))::uuid, at, 'data', 'up', i::text
    from (select i, $3::timestamptz + (i / 2) * interval '1 ms' as at from generate_series(1, 3000) i) n`,
    [space.id, device.id, MAY],
  )
  const all = await stored()
  expect(await retire({ file: { messages: 1000, characters: 1e6 } })).toEqual([
    { month: '2026-05', messages: 3000 },
  ])
  expect(files()).toHaveLength(3)
  expect(await ids()).toEqual(all)
})

test('archiving a month may take longer than the limit of a connection', { tags: 'heavy' }, async () => {
  const id = await aMessage(server, device, { at: MAY })
  // It closes a connection after six seconds, that of the archive first.
  const db = openDatabase(server.databaseUrl, () => undefined, { size: 2, statement: 1000 })
  onTestFinished(() => db.$client.end())
  const slow: Store = {
    ...place.store,
    write: async (name, bytes) => {
      const held = await db.$client.connect()
      await once(held, 'end')
      held.release()
      await place.store.write(name, bytes)
    },
  }
  expect(await retire({ store: slow }, { ...server.deps, db })).toEqual([{ month: '2026-05', messages: 1 }])
  expect([await ids(), await stored()]).toEqual([[id], []])
})

test('the archive waits for a running backup, and writes no file before', async () => {
  const id = await aMessage(server, device, { at: MAY })
  const client = await server.db.$client.connect()
  await client.query('select pg_advisory_lock($1)', [BACKUP_LOCK])
  await expect(retire()).rejects.toThrow('the messages of 2026-05 stay in the database: a backup reads them')
  await client.query('select pg_advisory_unlock($1)', [BACKUP_LOCK])
  client.release()
  expect([files(), await stored()]).toEqual([[], [id]])
})

test('two copies of the server can archive at the same time', async () => {
  const copy = await makeServer({ now: () => NOW, databaseUrl: server.databaseUrl })
  const sent = [await aMessage(server, device, { at: MAY }), await aMessage(server, device, { at: MAY })]
  await Promise.all([retire(), retire({}, copy.deps)])
  await copy.stop()
  expect([await ids(), await stored()]).toEqual([sent, []])
})

test('a month that returns with a backup is not archived again', async () => {
  const id = await aMessage(server, device, { at: MAY })
  const { rows } = await server.db.$client.query<Record<string, unknown>>('select * from message')
  await retire()
  const before = files()
  await ensurePartitions(server.db.$client, MAY)
  const [row = {}] = rows
  await server.db.$client.query(
    `insert into message (${Object.keys(row).join()}) values (${Object.keys(row)
      .map((_, i) => `$${i + 1}`)
      .join()})`,
    Object.values(row),
  )
  await retire()
  expect([await ids(), await stored(), files()]).toEqual([[id], [], before])
})

test('deleted data is not archived', async () => {
  const gone = await aDevice(server, space)
  await aMessage(server, gone, { at: MAY })
  const id = await aMessage(server, device, { at: MAY })
  const path = `/spaces/${space.id}/devices/${gone.id}`
  expect((await server.call('DELETE', path, { token: space.owner.token })).ok).toBe(true)
  await retire()
  expect(await ids()).toEqual([id])
})
