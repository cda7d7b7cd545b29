// Deletes a space with a million messages while devices of another one send, kills the server in the middle, and checks that
// the call is quick, that the other space hardly notices, and that nothing is left.
// npm run soak:deletion -- [--messages 1000000] [--seconds 20]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startCluster } from '../../server/db/cluster'
import { idAt } from '../../server/services/common/ids'
import { aDevice, aSpace } from '../support/builders'
import { createDatabase } from '../support/database'
import { makeServer } from '../support/makeServer'
import { startProcess } from '../support/serverProcess'
import { uplinkOf } from '../support/uplink'

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '20' },
  },
})
const DEVICES = 100
/** Uplinks of the other space, each so many milliseconds after the one before. */
const PERIOD = 20
const GOALS = { callMs: 200, slowdown: 2 }

const dataDir = mkdtempSync(join(tmpdir(), 'spaceport-deletion-'))
const cluster = await startCluster({ dataDir, log: () => undefined })
const databaseUrl = await createDatabase(cluster.connectionString)
const filler = await makeServer({ databaseUrl })
const query = async (text: string, given: unknown[] = []) =>
  (await filler.db.$client.query<{ count: number }>(text, given)).rows[0]?.count ?? 0

const full = await aSpace(filler)
for (let n = 0; n < DEVICES; n += 1) await aDevice(filler, full)
const client = await filler.db.$client.connect()
await client.query('set statement_timeout = 0')
await client.query(
  `insert into message (space_id, created_at, id, device_id, type, direction, body)
   select $1, at, ${idAt('at')}, ids[1 + i % ${DEVICES}], 'data', 'up', '{"temperature":21.5,"filler":"' || repeat('x', 200) || '"}'
   from (select array_agg(id) as ids from device where space_id = $1) d, generate_series(1, $2::int) i,
     lateral (select date_trunc('month', now()) + i * interval '1 millisecond' as at) t`,
  [full.id, Number(values.messages)],
)
await client.query('vacuum analyze')
client.release(true)
const other = await aSpace(filler)
const device = await aDevice(filler, other)

let server = await startProcess({ DATABASE_URL: databaseUrl, DEMO: '0' })
const post = async () => {
  const began = performance.now()
  const answer = await fetch(`${server.url}/v2/devices/uplink`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(uplinkOf(device, { body: { temperature: 21.5 } })),
  })
  if (answer.status !== 201) throw new Error(`an uplink was answered ${answer.status}`)
  return performance.now() - began
}

/** The 99th percentile of the time of an uplink, in milliseconds, over some seconds. */
async function p99(): Promise<number> {
  const sent: Promise<number>[] = []
  for (let n = 0; n < (Number(values.seconds) * 1000) / PERIOD; n += 1) {
    sent.push(post())
    await wait(PERIOD)
  }
  const times = (await Promise.all(sent)).toSorted((a, b) => a - b)
  return times[Math.floor(times.length * 0.99)] ?? 0
}

await p99()
const idle = await p99()
const began = performance.now()
const deleted = await fetch(`${server.url}/v2/spaces/${full.id}`, {
  method: 'DELETE',
  headers: { Authorization: `Bearer ${full.owner.token}` },
})
const callMs = performance.now() - began
const busy = await p99()
const left = () => query('select count(*)::int as count from message where space_id = $1', [full.id])
const whenKilled = await left()
await server.stop('SIGKILL')
server = await startProcess({ DATABASE_URL: databaseUrl, DEMO: '0' })
while ((await query('select count(*)::int as count from deletion')) > 0) await wait(500)
const seconds = (performance.now() - began) / 1000
const rest = await left()

await server.stop()
await filler.stop()
await cluster.stop()
rmSync(dataDir, { recursive: true })
console.log(
  `A space with ${values.messages} messages: the call took ${Math.round(callMs)} ms (answer ${deleted.status}); uplinks of another space p99 ${idle.toFixed(1)} ms idle, ${busy.toFixed(1)} ms while messages are deleted (${(busy / idle).toFixed(2)}×); the server was killed with ${whenKilled} left; after ${Math.round(seconds)} s ${rest} are left.`,
)
const isGood = deleted.status === 204 && callMs < GOALS.callMs && busy / idle <= GOALS.slowdown && rest === 0
process.exit(isGood ? 0 : 1)
