// Sends random messages to two copies of the server, kills copies and PostgreSQL meanwhile, and checks that every history is
// what is computed from the messages, value by value. npm run soak:history -- [--messages 100000] [--kills 20] [--seed 1]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startCluster } from '../../server/db/cluster'
import { freePort } from '../../server/db/cluster/postmaster'
import { Client } from '../crash/client'
import { databaseFaults } from '../crash/faults'
import { type Ask, badLines } from '../crash/judge'
import { Ledger } from '../crash/ledger'
import { seeded } from '../crash/random'
import { startServer } from '../crash/server'
import { aDevice, aSpace } from '../support/builders'
import { createDatabase } from '../support/database'
import { exitOf, killHard } from '../support/databaseProcess'
import { judgeHistory } from '../support/judgeHistory'
import { makeServer } from '../support/makeServer'
import { query } from '../support/query'
import { randomMessages } from '../support/randomMessages'
import { startSending } from './sending'

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '100000' },
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
  },
})
const total = Number(values.messages)
const kills = Number(values.kills)
const COPIES = 2
const DEVICES = 24
/** What is killed, in turns. */
const KILLED = ['copy', 'postmaster', 'copy', 'backend', 'both'] as const
/** Sentences of what is wrong that are printed. */
const TOLD = 20

const random = seeded(Number(values.seed))
const dataDir = mkdtempSync(join(tmpdir(), 'spaceport-history-'))
const pgdata = join(dataDir, 'postgres')
const cluster = await startCluster({ dataDir, log: () => undefined })
const databaseUrl = await createDatabase(cluster.connectionString)
const ask: Ask = async (statement, given) => query(databaseUrl, statement, given)
const env = { DATABASE_URL: databaseUrl, DEMO: '0' }

const filler = await makeServer({ databaseUrl })
const space = await aSpace(filler)
const devices: Awaited<ReturnType<typeof aDevice>>[] = []
while (devices.length < DEVICES) devices.push(await aDevice(filler, space))
await filler.stop()

const ports: number[] = []
while (ports.length < COPIES) ports.push(await freePort())
const urls = ports.map((port) => `http://127.0.0.1:${port}`)
const servers = await Promise.all(ports.map(async (port) => startServer(port, env)))
const ledger = new Ledger()
const client = new Client(urls, space.owner.token, ledger)

/** Reads something in the space, again and again until it is answered. */
async function get(path: string): Promise<unknown> {
  for (;;) {
    const answer = await client.call('GET', `/spaces/${space.id}${path}`)
    if (answer !== undefined) return answer
  }
}

const logged: string[] = []
const killCopy = async (copy: number, meanwhile: () => Promise<unknown>) => {
  const [server, url = '', port = 0] = [servers[copy], urls[copy], ports[copy]]
  if (!server) throw new Error(`There is no copy ${copy}.`)
  client.down.add(url)
  await killHard(server.child)
  logged.push(...badLines(server.said()))
  await meanwhile()
  servers[copy] = await startServer(port, env)
  client.down.delete(url)
}
const isDatabaseBack = async (): Promise<void> => {
  for (;;) {
    if (await ask('select 1').catch(() => undefined)) return
    await wait(50)
  }
}
const killPostmaster = async () => {
  await databaseFaults.postmaster(ask, pgdata)
  await isDatabaseBack()
}

const makeMessage = randomMessages(random, { devices: DEVICES, now: Date.now() })
const messages = Array.from({ length: total }, (_, n) => makeMessage(n))
const began = performance.now()
const sending = startSending(
  {
    call: async (method, path, body) => client.call(method, path, body),
    blame: (sentence) => ledger.blame(sentence),
  },
  { messages, proofs: devices, random },
)
const seconds = () => Math.round((performance.now() - began) / 1000)

const sent = sending.ended.then(seconds)

const behind = async () => {
  const [row] = await ask(`
    select count(*)::int as devices from device_contact where history_from is not null or history_before < now()`)
  return Number(row?.devices)
}

for (let kill = 0; kill < kills; kill++) {
  // The last ones come when all is sent, and not all is derived.
  while (sending.started() < Math.min(total, ((kill + 1) * total) / (kills - 2))) await wait(20)
  await wait(random() * 2000)
  const killed = KILLED[kill % KILLED.length] ?? 'copy'
  const copy = Math.floor(random() * COPIES)
  if (killed === 'copy') await killCopy(copy, async () => undefined)
  else if (killed === 'both') await killCopy(copy, killPostmaster)
  else if (killed === 'postmaster') await killPostmaster()
  else await databaseFaults.backend(ask, pgdata).then(isDatabaseBack)
  if (kill === Math.floor(kills / 2)) await ask('update device_contact set history_before = now()')
  console.log(
    `${String(kill + 1).padStart(2)}  ${killed.padEnd(10)} after ${seconds()} s: ${sending.acknowledged.size} messages acknowledged, ${await behind()} devices to derive`,
  )
}
const sentIn = await sent
while ((await behind()) > 0) await wait(500)
const derivedIn = seconds()

const found = await judgeHistory({
  get,
  devices: devices.map(({ id }) => id),
  messages,
  acknowledged: sending.acknowledged,
})
const wrong = [...ledger.wrong].map(([sentence, times]) => `${sentence} (${times} times)`)
for (const { child, said } of servers) {
  const ended = exitOf(child)
  child.kill('SIGTERM')
  await ended
  logged.push(...badLines(said()))
}
await cluster.stop()
rmSync(dataDir, { recursive: true, force: true })

wrong.push(...found.wrong, ...logged.map((line) => `logged: ${line.slice(0, 500)}`))
for (const sentence of wrong.slice(0, TOLD)) console.log(`WRONG: ${sentence}`)
if (wrong.length > TOLD) console.log(`WRONG: and ${wrong.length - TOLD} more`)
console.log(
  `\n${kills} kills (seed ${values.seed}): ${total} messages sent in ${sentIn} s, ${sending.acknowledged.size} acknowledged, ${sending.again()} sent again; answers ${ledger.statuses}; derived ${derivedIn - sentIn} s later; ${found.messages} messages are stored, and their ${found.values} values compared.`,
)
process.exit(wrong.length === 0 ? 0 : 1)
