import { env } from 'node:process'
import { DAY } from '#contract/common/durations'
import { inTransaction } from '../../../server/db/database'
import { ensureHistoryPartitions } from '../../../server/db/partitions'
import { endOnSignal, Lifetime } from '../../../server/lifetime'
import { addValues, byPath } from '../../../server/services/series/addValues'
import { dayOf } from '../../../server/services/series/pack'
import { benchServer } from '../../support/benchServer'
import { aDevice, aSpace } from '../../support/builders'
import type { TestServer } from '../../support/makeServer'
import { startProcess } from '../../support/serverProcess'
import { uplinkOf } from '../../support/uplink'
import { cpuOf, memoryOf, postmasterOf } from './processes'

/** What is sent one by one, by so many devices at the same time. */
const MESSAGES = Number(env.SIZING_MESSAGES ?? 10_000)
const DEVICES = 50
const TOGETHER = 16
/** Histories of so many days, of devices with so many values. */
const DAYS = 60
const VALUES = 5
/** Days after which what was replaced gives its room back. */
const VACUUM = 3
/** Messages of a device in a day. */
const SPARSE = 40
const PACES = [1, 2, 24, 144, 1440]

const line = (what: string, measured: string) => ({ what, measured, goal: '', met: null })

/** A body of about 150 bytes. */
const bodyOf = (at: number) => ({
  temperature: Number((20 + 5 * Math.sin(at / DAY)).toFixed(1)),
  humidity: Math.round(50 + 20 * Math.sin(at / 7e7)),
  battery_mv: 3600 - (Math.floor(at / DAY) % 300),
  rssi: -80 - Math.round(9 * Math.sin(at / 1e6)),
  counter: Math.floor(at / 60_000) % 1_000_000,
  note: 'a text of some length that sensors send along',
})

/** Bytes of tables, and those of their indexes among them. */
async function sizeOf({ db: { $client } }: Pick<TestServer, 'db'>, ...tables: string[]) {
  await $client.query('vacuum (analyze)')
  const { rows } = await $client.query<{ all: number; indexes: number }>(
    `select coalesce(sum(pg_total_relation_size(i.inhrelid)), 0)::float8 as all,
       coalesce(sum(pg_indexes_size(i.inhrelid)), 0)::float8 as indexes
     from pg_inherits i where i.inhparent = any($1::regclass[])`,
    [tables],
  )
  return rows[0] ?? { all: Number.NaN, indexes: Number.NaN }
}

type Senders = Awaited<ReturnType<typeof aDevice>>[]

/** Devices send one by one, as fast as they are answered. */
async function send(url: string, devices: Senders) {
  let sent = 0
  const sender = async () => {
    for (let i = sent++; i < MESSAGES; i = sent++) {
      const device = devices[i % devices.length]
      if (!device) throw new Error('there is no device')
      const body = JSON.stringify(uplinkOf(device, { body: bodyOf(i * 60_000) }))
      const headers = { 'Content-Type': 'application/json' }
      const answer = await fetch(`${url}/v2/devices/uplink`, { method: 'POST', body, headers })
      if (answer.status !== 201) throw new Error(`an uplink was answered ${answer.status}`)
      await answer.text()
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: TOGETHER }, sender))
  return (1000 * MESSAGES) / (performance.now() - began)
}

async function areDerived({ db: { $client } }: Pick<TestServer, 'db'>) {
  for (;;) {
    const { rowCount } = await $client.query(
      'select from device_contact where history_from is not null limit 1',
    )
    if (rowCount === 0) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** What a message costs from its answer to its history: room, and time of the processors. */
async function measureMessages(server: TestServer, databaseUrl: string) {
  const space = await aSpace(server)
  const devices: Senders = []
  while (devices.length < DEVICES) devices.push(await aDevice(server, space))
  const program = await startProcess({ DATABASE_URL: databaseUrl, DEMO: '0' })
  try {
    const { url, pid = 0 } = program
    if (url === undefined) throw new Error(program.said())
    const postmaster = await postmasterOf(server.db.$client)
    const before = { server: cpuOf([pid]), database: cpuOf(postmaster()) }
    const size = await sizeOf(server, 'message', 'message_event')
    const rate = await send(url, devices)
    await areDerived(server)
    const perMessage = (from: number, to: number) => `${((1000 * (to - from)) / MESSAGES).toFixed(2)} ms`
    const memory = [memoryOf([pid]), memoryOf(postmaster())].map((bytes) => `${(bytes / 1e6).toFixed(0)} MB`)
    const bytes = (await sizeOf(server, 'message', 'message_event')).all - size.all
    return [
      line('A message on disk, with its indexes', `${(bytes / MESSAGES).toFixed(0)} bytes`),
      line(`Messages of ${DEVICES} devices, sent one by one`, `${rate.toFixed(0)} a second`),
      line('Time of a processor for each, server', perMessage(before.server, cpuOf([pid]))),
      line('Time of a processor for each, PostgreSQL', perMessage(before.database, cpuOf(postmaster()))),
      line('Memory afterwards, server and PostgreSQL', memory.join(' and ')),
    ]
  } finally {
    await program.stop()
  }
}

/** What the histories of devices take that send at a pace. */
async function measureHistories(server: TestServer, pace: number) {
  const { $client } = server.db
  const space = await aSpace(server)
  // Dense days are large: few of them tell as much.
  const count = pace > 100 ? 5 : SPARSE
  const devices: Senders = []
  while (devices.length < count) devices.push(await aDevice(server, space))
  const until = Math.floor(Date.now() / DAY) * DAY
  const start = until - DAYS * DAY
  const months = new Set(Array.from({ length: DAYS }, (_, i) => dayOf(start + i * DAY).slice(0, 7)))
  await ensureHistoryPartitions($client, [...months])
  await $client.query('truncate series_day')
  // What is sent often is added many messages at a time.
  const step = pace > 100 ? DAY : DAY / pace
  let vacuumed = start
  for (let from = start; from < until; from += step) {
    // As autovacuum does where a fifth of a month has changed.
    if (from - vacuumed >= VACUUM * DAY) {
      await $client.query('vacuum series_day')
      vacuumed = from
    }
    const messages = Array.from({ length: (step * pace) / DAY }, (_, i) => {
      const at = from + (i * DAY) / pace
      return { id: '', createdAt: new Date(at), measuredAt: null, body: JSON.stringify(bodyOf(at)) }
    })
    const heardAt = messages.at(-1)?.createdAt
    const found = devices.map(({ id }) => ({ deviceId: id, readings: byPath(messages), heardAt }))
    await inTransaction($client, (_, client) => addValues(client, space.id, found, true))
  }
  const { all, indexes } = await sizeOf(server, 'series_day')
  const days = count * VALUES * DAYS
  return line(
    `A value of a device that sends ${pace} times a day`,
    `${(all / days / pace).toFixed(1)} bytes; of its day ${(all / days).toFixed(0)}, ${(indexes / days).toFixed(0)} of them of the index`,
  )
}

/** Measures what an installation needs for its messages and histories. */
export async function benchSizing() {
  const lifetime = new Lifetime()
  endOnSignal(lifetime, Promise.resolve(), console.error)
  try {
    const { server, databaseUrl } = await benchServer(lifetime)
    const lines = await measureMessages(server, databaseUrl)
    for (const pace of PACES) lines.push(await measureHistories(server, pace))
    const title = `Sizing: messages of ${VALUES} numbers and a text, sent one by one; histories of ${DAYS} days`
    return { title, lines, met: true }
  } finally {
    await lifetime.end()
  }
}
