// Sends random messages to two copies of the server, kills copies and PostgreSQL meanwhile, and checks that every history is
// what is computed from the messages, value by value. npm run soak:history -- [--messages 100000] [--kills 20] [--seed 1]
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { seeded } from '../crash/random'
import { aDevice, aSpace } from '../support/builders'
import { judgeHistory } from '../support/judgeHistory'
import { makeServer } from '../support/makeServer'
import { randomMessages } from '../support/randomMessages'
import { startCopies, startDatabase, tell } from './copies'
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
const DEVICES = 24

const random = seeded(Number(values.seed))
const database = await startDatabase()
const { ask } = database
const filler = await makeServer({ databaseUrl: database.url })
const space = await aSpace(filler)
const devices: Awaited<ReturnType<typeof aDevice>>[] = []
while (devices.length < DEVICES) devices.push(await aDevice(filler, space))
await filler.stop()

const copies = await startCopies({ database, token: space.owner.token, random })
const { client, ledger } = copies
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
  const killed = await copies.kill()
  if (kill === Math.floor(kills / 2)) await ask('update device_contact set history_before = now()')
  console.log(
    `${String(kill + 1).padStart(2)}  ${killed.padEnd(10)} after ${seconds()} s: ${sending.acknowledged.size} messages acknowledged, ${await behind()} devices to derive`,
  )
}
const sentIn = await sent
while ((await behind()) > 0) await wait(500)
const derivedIn = seconds()

const found = await judgeHistory({
  get: async (path) => copies.get(`/spaces/${space.id}${path}`),
  devices: devices.map(({ id }) => id),
  messages,
  acknowledged: sending.acknowledged,
})
const logged = await copies.stop()
await database.stop()
const wrong = [...ledger.wrong].map(([sentence, times]) => `${sentence} (${times} times)`)
process.exit(
  tell(
    [...wrong, ...found.wrong, ...logged],
    `${kills} kills (seed ${values.seed}): ${total} messages sent in ${sentIn} s, ${sending.acknowledged.size} acknowledged, ${sending.again()} sent again; answers ${ledger.statuses}; derived ${derivedIn - sentIn} s later; ${found.messages} messages are stored, and their ${found.values} values compared.`,
  ),
)
