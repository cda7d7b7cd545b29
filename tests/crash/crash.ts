// Kills the server in the middle of writes, PostgreSQL too in every second round, and checks after each next
// start that no acknowledged write is missing.
// npm run crash -- [--rounds 20] [--seed 1]
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ROLE, readPassword } from '../../server/db/cluster/initialise'
import { freePort } from '../../server/db/cluster/postmaster'
import { exitOf, killHard, postmasterPid } from '../support/databaseProcess'
import { query } from '../support/query'
import { type Acknowledged, prepare, writeLoad } from './load'
import { seeded } from './random'
import { spawnServer, startServer } from './server'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '20' }, seed: { type: 'string', default: '1' } },
})
const rounds = Number(values.rounds)
const random = seeded(Number(values.seed))
const WRITERS = 8
const FIRST_START_KILLS = 4
const DEMO_DEVICES = 60

const dataDir = mkdtempSync(join(tmpdir(), 'spaceport-crash-'))
const pgdata = join(dataDir, 'postgres')
const port = await freePort()
const acknowledged: Acknowledged = { devices: [], messages: [] }

/** Queries the database directly. */
function ask(statement: string, values: unknown[] = []) {
  const databasePort = readFileSync(join(pgdata, 'postmaster.pid'), 'utf8').split('\n')[3]
  const url = `postgresql://${ROLE}:${readPassword(pgdata)}@127.0.0.1:${databasePort}/${ROLE}`
  return query(url, statement, values)
}

async function missing(table: string, ids: string[]): Promise<number> {
  const rows = await ask(`select id from ${table} where id = any($1::uuid[])`, [ids])
  const found = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !found.has(id)).length
}

for (let kill = 1; kill <= FIRST_START_KILLS; kill++) {
  const afterMs = Math.round(500 + random() * 6000)
  const child = spawnServer(port, dataDir)
  await wait(afterMs)
  await killHard(child)
  console.log(` 0  killed in its first start after ${afterMs} ms`)
}
let server = await startServer(port, dataDir)
const first = server.startedInMs
const [demo] = await ask('select count(*)::int as devices from device')
if (demo?.devices !== DEMO_DEVICES) throw new Error(`The demo has ${String(demo?.devices)} devices.`)
const target = await prepare(`http://127.0.0.1:${port}/v2`)
const starts: number[] = []
let lost = 0
let failed = 0

for (let round = 1; round <= rounds; round++) {
  const before = acknowledged.devices.length + acknowledged.messages.length
  const ended = new AbortController()
  const load = writeLoad(target, acknowledged, WRITERS, ended.signal)
  const afterMs = Math.round(100 + random() * 1900)
  await wait(afterMs)
  const both = round % 2 === 0
  const databasePid = postmasterPid(pgdata)
  const kills = [() => killHard(server.child)]
  if (both) kills.splice(random() < 0.5 ? 0 : 1, 0, async () => void process.kill(databasePid, 'SIGKILL'))
  ended.abort()
  for (const kill of kills) {
    await kill()
    if (both) await wait(random() * 50)
  }
  failed += await load

  server = await startServer(port, dataDir)
  starts.push(server.startedInMs)
  const lostDevices = await missing('device', acknowledged.devices)
  const lostMessages = await missing('message', acknowledged.messages)
  lost += lostDevices + lostMessages
  const written = acknowledged.devices.length + acknowledged.messages.length - before
  console.log(
    `${String(round).padStart(2)}  killed ${both ? 'both  ' : 'server'} after ${afterMs} ms, ${written} writes acknowledged; next start ${Math.round(server.startedInMs)} ms; lost ${lostDevices} devices, ${lostMessages} messages`,
  )
}

const ended = exitOf(server.child)
server.child.kill('SIGTERM')
await ended
rmSync(dataDir, { recursive: true, force: true })

const median = starts.toSorted((a, b) => a - b)[Math.floor(starts.length / 2)] ?? 0
console.log(
  `\n${rounds} kills (seed ${values.seed}): ${acknowledged.devices.length} devices and ${acknowledged.messages.length} messages acknowledged, ${lost} lost; ${failed} writes refused before a kill; first start ${Math.round(first)} ms, starts after a kill ${Math.round(median)} ms (median), ${Math.round(Math.max(...starts))} ms (longest).`,
)
process.exit(lost === 0 && failed === 0 ? 0 : 1)
