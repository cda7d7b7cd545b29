import type { Client } from 'pg'
import { z } from 'zod'
import { SERIES_SORT } from '#contract/devices'
import { newId } from '../../../server/services/common/ids'
import { STORE } from '../../../server/services/messages/uplink/store'
import { compare, median } from '../../harness/figures'
import { type Row, ratioRow, row, valueRow } from '../../harness/rows'
import { type FullSpace, PAGE } from './setup'

/** Devices that send, and how often; each uplink comes after a pause. */
const WRITES = { devices: 300, rounds: 10 }
/** Bytes that a contact may add to the write-ahead log. */
const WAL_GOAL = 300
/** Least share of contact updates that touch no index (HOT). */
const HOT_GOAL = 0.99
/** Most times that a page sorted by a changing value may take of one sorted by name, which has an index. */
const SORT_GOAL = 4

const planSchema = z.looseObject({
  'Subplan Name': z.string().optional(),
  'WAL Bytes': z.number(),
  get Plans() {
    return z.array(planSchema).default([])
  },
})
const explainedSchema = z.array(z.object({ Plan: planSchema })).length(1)

/** Bytes in the write-ahead log for the part of an uplink that stores the contact. */
async function writtenBy(client: Client, text: string, values: unknown[]): Promise<number> {
  const { rows } = await client.query<{ 'QUERY PLAN': unknown }>(
    `explain (analyze, wal, format json) ${text}`,
    values,
  )
  const [explained] = explainedSchema.parse(rows[0]?.['QUERY PLAN'])
  const part = explained?.Plan.Plans.find((plan) => plan['Subplan Name'] === 'CTE seen')
  if (!part) throw new Error('An uplink keeps no contact.')
  return part['WAL Bytes']
}

/** Row updates of a table so far, and how many of them touched no index. */
async function updatesOf(client: Client, table: string) {
  await client.query('select pg_stat_force_next_flush()')
  const { rows } = await client.query<{ all: number; hot: number }>(
    `select n_tup_upd::int as all, n_tup_hot_upd::int as hot from pg_stat_user_tables where relname = $1`,
    [table],
  )
  return rows[0] ?? { all: 0, hot: 0 }
}

interface Sender {
  id: string
  serial_number: string
  token_hash: string
}

/** Devices that have a credential keep it. */
const CREDENTIALS = `
  insert into device_credential (space_id, device_id, serial_number, token_hash)
  select space_id, id, serial_number, sha256(id::text::bytea) from device where space_id = $1
  on conflict do nothing`
const SENDERS = `
  select c.device_id as id, c.serial_number, encode(c.token_hash, 'hex') as token_hash from device_credential c
  where c.space_id = $1 order by c.device_id desc limit $2`

/**
 * Measures the writes of contacts: the median of the bytes, and the share that touched no index. Each write is rolled
 * back, so that each is the first after a pause.
 * @param text the statement of an uplink
 */
export async function contactWrites(
  client: Client,
  spaceId: string,
  { devices: most, rounds }: typeof WRITES,
  text = STORE.text,
) {
  await client.query(CREDENTIALS, [spaceId])
  const { rows: devices } = await client.query<Sender>(SENDERS, [spaceId, most])
  const before = await updatesOf(client, 'device_contact')
  const written: number[] = []
  for (let round = 0; round < rounds; round++) {
    for (const { id, serial_number, token_hash } of devices) {
      const at = new Date()
      const message = {
        deviceId: id,
        serialNumber: serial_number,
        tokenHash: token_hash,
        id: newId(at),
        type: 'data',
        body: '{"temperature":21.5}',
      }
      await client.query('begin')
      written.push(await writtenBy(client, text, [JSON.stringify([message]), at, spaceId]))
      await client.query('rollback')
    }
  }
  const after = await updatesOf(client, 'device_contact')
  const all = after.all - before.all
  return { bytes: median(written), hot: (after.hot - before.hot) / all, all }
}

/** Share of contacts that touched no index. */
export const hotRow = (
  what: string,
  { hot, all }: Awaited<ReturnType<typeof contactWrites>>,
  measured = `${(hot * 100).toFixed(1)} % of ${all}`,
) => row(what, measured, `≥ ${HOT_GOAL * 100} %`, hot >= HOT_GOAL)

/** Nine of ten devices have three values each. */
const VALUES = `
  insert into series (space_id, device_id, number, path, is_boolean, first_at, last_at, last_value, count)
  select $1, id, number, 'value_' || number, false, now(), now(), i * 7919 % 1009, 1
  from (select id, row_number() over (order by id) as i from device where space_id = $1) d, generate_series(1, 3) number
  where i % 10 > 0`

/** Measures the cost of storing the last contact: each message writes it, and lists sort by it without an index. */
export async function benchContacts({ spaceId, client, api, at }: FullSpace): Promise<Row[]> {
  await client.query(VALUES, [spaceId])
  await client.query('vacuum (analyze) series')
  const read = (sort_by: string, order_by: string) => () =>
    api.get(`${at}/devices`, { sort_by, order_by, limit: PAGE, series_path: 'value_2' })
  const rows: Row[] = []
  for (const sort of ['last_seen', 'session_id', 'state', SERIES_SORT]) {
    const pair = await compare(read(sort, sort === 'state' ? 'asc' : 'desc'), read('name', 'asc'))
    rows.push(ratioRow(`Devices by ${sort} against by name`, pair, { atMost: SORT_GOAL }))
  }
  const writes = await contactWrites(client, spaceId, WRITES)
  return [
    ...rows,
    valueRow(`Write-ahead log of a contact (median of ${writes.all})`, writes.bytes, {
      unit: 'bytes',
      digits: 0,
      atMost: WAL_GOAL,
    }),
    hotRow('Contacts that touch no index (HOT updates)', writes),
  ]
}
