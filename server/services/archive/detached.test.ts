import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { MAY, NOW, serveArchive } from '../../../tests/support/archives'
import { backUp } from '../../../tests/support/backups'
import { aDevice, aMessage } from '../../../tests/support/builders'
import { A_PERSON } from '../../../tests/support/callers'
import { anUplink } from '../../../tests/support/uplink'
import { DETACHED_LOCK, retireMessageMonth, takeArchive, withAllMonths } from '../../db/detachedMonth'
import { migrate } from '../../db/migrate'
import { monthStart } from '../../db/partitions'
import { deleteNext } from '../background/deletion'
import { emptyTrash } from '../trash/empty'
import type { Retired } from './retention'

const { server, space, device, folders, retire, ids, stored, shown } = await serveArchive()

/** Number of connections that hold or wait for a lock. */
async function takersOf(lock: number) {
  const taken = `
    select from pg_locks where locktype = 'advisory' and objid = $1
      and database = (select oid from pg_database where datname = current_database())`
  return (await server.db.$client.query(taken, [lock])).rowCount
}

test('while a month is compared, devices send, people read newer messages, and a backup waits', async () => {
  const id = await aMessage(server, device, { at: MAY })
  const young = await aMessage(server, device, { at: NOW })
  const client = await server.deps.db.$client.connect()
  await takeArchive(client)
  const backups: ReturnType<typeof backUp>[] = []
  const outcome = await retireMessageMonth(client, monthStart(MAY), async () => {
    backups.push(backUp(server.databaseUrl, folders.at(`${randomUUID()}.backup`)))
    await expect.poll(() => takersOf(DETACHED_LOCK)).toBe(2)
    await anUplink(server, device)
    expect([(await shown(id)).status, (await shown(young)).status]).toEqual([404, 200])
    return false
  })
  client.release(true)
  expect([outcome, (await shown(id)).status]).toEqual(['needed', 200])
  const [written] = await Promise.all(backups)
  expect(written?.manifest.totals.find(({ table }) => table === 'message')?.rows).toBe(3)
})

/** Leaves May detached, like a server that is killed while it compares. */
const leaveOut = async () =>
  server.db.$client.query(
    ['message', 'message_event']
      .map((table) => `alter table ${table} detach partition ${table}_2026_05`)
      .join(';'),
  )

test('a month that a kill has left detached is archived in the next round', async () => {
  const id = await aMessage(server, device, { at: MAY })
  await leaveOut()
  await retire()
  expect([await ids(), await stored()]).toEqual([[id], []])
})

test.each<[who: string, act: () => Promise<unknown>]>([
  ['a server that starts', async () => migrate(server.databaseUrl)],
  ['who makes a backup', async () => backUp(server.databaseUrl, folders.at(`${randomUUID()}.backup`))],
])('%s attaches it again', async (_, act) => {
  const id = await aMessage(server, device, { at: MAY })
  await leaveOut()
  expect((await shown(id)).status).toBe(404)
  await act()
  expect((await shown(id)).status).toBe(200)
})

test('while a server changes the tables, every month stays attached', async () => {
  const id = await aMessage(server, device, { at: MAY })
  const client = await server.deps.db.$client.connect()
  const retired: Promise<Retired[]>[] = []
  await withAllMonths(client, async () => {
    retired.push(retire())
    await expect.poll(() => takersOf(DETACHED_LOCK)).toBe(2)
    expect((await shown(id)).status).toBe(200)
  })
  client.release(true)
  expect(await Promise.all(retired)).toEqual([[{ month: '2026-05', messages: 1 }]])
})

test('a deleted device leaves nothing in a month that was detached', async () => {
  const gone = await aDevice(server, space)
  await aMessage(server, gone, { at: MAY })
  await leaveOut()
  await server.call('DELETE', `/spaces/${space.id}/devices/${gone.id}`, { token: space.owner.token })
  await emptyTrash(server.deps, A_PERSON, space.id, { all: true })
  let runs = 0
  while (await deleteNext(server.deps.db.$client, async () => undefined)) runs++
  expect([await stored(), runs]).toEqual([[], 2])
})
