import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { DAY } from '#contract/common/durations'
import type { Lifetime } from '../../server/lifetime'
import { openFiller, startDatabase, startServer } from '../harness/database'
import { Api } from '../harness/http'
import { type Row, row } from '../harness/rows'
import { aSpace, type Fillable, manyDevices } from '../support/builders'
import { uplinkOf } from '../support/uplink'
import { addMessages } from './history/fill'

/** Messages sent one by one, by so many devices, some of them at the same time. */
const MESSAGES = Number(process.env.SIZING_MESSAGES ?? 10_000)
const DEVICES = 50
const TOGETHER = 16
/** Days of each history, and values of each device. */
const DAYS = 60
const VALUES = 5
/** Days between two vacuums, which free the space of replaced rows. */
const VACUUM = 3
/** Number of devices by their messages a day: few suffice where days are dense, because those are large. */
const PACES = { 1: 40, 2: 40, 24: 40, 144: 5, 1440: 5 }

/** A body of about 150 bytes. */
const bodyOf = (at: number) => ({
  temperature: Number((20 + 5 * Math.sin(at / DAY)).toFixed(1)),
  humidity: Math.round(50 + 20 * Math.sin(at / 7e7)),
  battery_mv: 3600 - (Math.floor(at / DAY) % 300),
  rssi: -80 - Math.round(9 * Math.sin(at / 1e6)),
  counter: Math.floor(at / 60_000) % 1_000_000,
  note: 'a text of some length that sensors send along',
})

/** A file of a process in `/proc`; undefined when the process has ended. */
function read(pid: number, what: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8')
  } catch {
    return undefined
  }
}

/** The fields of `stat` from the state on; the name before it may contain spaces. */
const fieldsOf = (pid: number) => read(pid, 'stat')?.split(') ').at(-1)?.split(' ')
const parentOf = (pid: number) => Number(fieldsOf(pid)?.[1])

/** CPU time of processes and their ended children, in milliseconds; Linux counts hundredths of a second. */
const cpuOf = (pids: readonly number[]): number =>
  pids
    .flatMap((pid) => fieldsOf(pid)?.slice(11, 15).map(Number) ?? [])
    .reduce((sum, ticks) => sum + 10 * ticks, 0)

/** Memory of processes in megabytes; shared memory counts once. */
const memoryOf = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => {
    const [, kilobytes = '0'] = /^Pss:\s+(\d+)/m.exec(read(pid, 'smaps_rollup') ?? '') ?? []
    return sum + (1024 * Number(kilobytes)) / 1e6
  }, 0)

/** Returns a function that lists the processes of PostgreSQL. */
async function postmasterOf({ db: { $client } }: Fillable): Promise<() => number[]> {
  const { rows } = await $client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = parentOf(rows[0]?.pid ?? 0)
  const pids = () => readdirSync('/proc').map(Number)
  return () => [postmaster, ...pids().filter((pid) => pid > 0 && parentOf(pid) === postmaster)]
}

/** Bytes of tables, and how many of them are indexes. */
async function sizeOf({ db: { $client } }: Fillable, ...tables: string[]) {
  await $client.query('vacuum (analyze)')
  const { rows } = await $client.query<{ all: number; indexes: number }>(
    `select coalesce(sum(pg_total_relation_size(i.inhrelid)), 0)::float8 as all,
       coalesce(sum(pg_indexes_size(i.inhrelid)), 0)::float8 as indexes
     from pg_inherits i where i.inhparent = any($1::regclass[])`,
    [tables],
  )
  return rows[0] ?? { all: Number.NaN, indexes: Number.NaN }
}

/** Measures disk space and CPU time of a message, its history included. */
async function messageRows(filler: Fillable, { url, pid = 0 }: { url: string; pid?: number | undefined }) {
  const devices = await manyDevices(filler, await aSpace(filler), DEVICES)
  const api = new Api(url)
  let sent = 0
  /** Sends each message as soon as the one before was answered. */
  const sender = async () => {
    for (let i = sent++; i < MESSAGES; i = sent++) {
      const device = devices[i % DEVICES]
      if (device) await api.post('/devices/uplink', uplinkOf(device, { body: bodyOf(i * 60_000) }))
    }
  }
  const postmaster = await postmasterOf(filler)
  const before = [cpuOf([pid]), cpuOf(postmaster())]
  const { all } = await sizeOf(filler, 'message', 'message_event')
  const began = performance.now()
  await Promise.all(Array.from({ length: TOGETHER }, sender))
  const rate = (1000 * MESSAGES) / (performance.now() - began)
  api.close()
  const left = 'select from device_contact where history_from is not null limit 1'
  while ((await filler.db.$client.query(left)).rowCount !== 0) await wait(200)
  const [server, database] = [cpuOf([pid]), cpuOf(postmaster())].map(
    (used, i) => `${((used - (before[i] ?? 0)) / MESSAGES).toFixed(2)} ms`,
  )
  const memory = [memoryOf([pid]), memoryOf(postmaster())].map((megabytes) => `${megabytes.toFixed(0)} MB`)
  const bytes = (await sizeOf(filler, 'message', 'message_event')).all - all
  return [
    row('A message on disk, with its indexes', `${(bytes / MESSAGES).toFixed(0)} bytes`),
    row(`Messages of ${DEVICES} devices, sent one by one`, `${rate.toFixed(0)} a second`),
    row('Time of a processor for each, server', server ?? ''),
    row('Time of a processor for each, PostgreSQL', database ?? ''),
    row('Memory afterwards, server and PostgreSQL', memory.join(' and ')),
  ]
}

/** Measures the disk space of histories of devices that send so many times a day. */
async function historyRow(
  filler: Fillable,
  pace: number,
  { spaceId, deviceIds }: { spaceId: string; deviceIds: readonly string[] },
): Promise<Row> {
  const { $client } = filler.db
  const until = Math.floor(Date.now() / DAY) * DAY
  const start = until - DAYS * DAY
  await $client.query('truncate series_day')
  // Add frequent messages many at a time.
  const step = pace > 100 ? DAY : DAY / pace
  let vacuumed = start
  for (let from = start; from < until; from += step) {
    // As autovacuum does when a fifth of a month has changed.
    if (from - vacuumed >= VACUUM * DAY) {
      await $client.query('vacuum series_day')
      vacuumed = from
    }
    const times = Array.from({ length: (step * pace) / DAY }, (_, i) => from + (i * DAY) / pace)
    const bodies = (at: number) => JSON.stringify(bodyOf(at))
    await addMessages(filler, spaceId, deviceIds, times, bodies)
  }
  const { all, indexes } = await sizeOf(filler, 'series_day')
  const days = deviceIds.length * VALUES * DAYS
  return row(
    `A value of a device that sends ${pace} times a day`,
    `${(all / days / pace).toFixed(1)} bytes; of its day ${(all / days).toFixed(0)}, ${(indexes / days).toFixed(0)} of them of the index`,
  )
}

/** Measures what an installation needs for its messages and histories. */
export async function benchSizing(lifetime: Lifetime): Promise<Row[]> {
  const { url: databaseUrl } = await startDatabase(lifetime, { durable: false })
  const server = await startServer(lifetime, { DATABASE_URL: databaseUrl })
  const filler = await openFiller(lifetime, databaseUrl, { urlOf: () => server.url })
  const rows = await messageRows(filler, server)
  const senders = []
  for (const [pace, count] of Object.entries(PACES)) {
    const space = await aSpace(filler)
    const deviceIds = (await manyDevices(filler, space, count)).map(({ id }) => id)
    senders.push({ pace: Number(pace), spaceId: space.id, deviceIds })
  }
  // Nothing else runs meanwhile.
  await server.stop()
  for (const { pace, ...of } of senders) rows.push(await historyRow(filler, pace, of))
  return rows
}
