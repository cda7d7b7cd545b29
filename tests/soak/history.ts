// Sends random messages to two copies of the server, kills copies and PostgreSQL meanwhile, and compares every history
// with the values computed from the messages. npm run soak:history -- [--messages 100000] [--kills 20] [--seed 1]
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from '../harness/client'
import { Copies } from '../harness/copies'
import { openFiller, startDatabase } from '../harness/database'
import { startSending } from '../harness/sending'
import { numbersOf, runTool, seeded } from '../harness/tool'
import { aSpace, manyDevices } from '../support/builders'
import { judgeHistory } from '../support/judgeHistory'
import { randomMessages } from '../support/randomMessages'

const { messages: total, kills, seed } = numbersOf({ messages: 100_000, kills: 20, seed: 1 })
const DEVICES = 24

await runTool(async (lifetime) => {
  const random = seeded(seed)
  const database = await startDatabase(lifetime)
  const { ask } = database
  const copies = await Copies.start(lifetime, 2, () => ({ DATABASE_URL: database.url, DEMO: '0' }))
  const filler = await openFiller(lifetime, database.url, { urlOf: () => copies.urls[0] ?? '' })
  const space = await aSpace(filler)
  const devices = await manyDevices(filler, space, DEVICES)

  const client = new Client(copies, space.owner.token)
  const { ledger } = client
  const makeMessage = randomMessages(random, { devices: DEVICES, now: Date.now() })
  const messages = Array.from({ length: total }, (_, n) => makeMessage(n))
  const began = performance.now()
  const seconds = () => Math.round((performance.now() - began) / 1000)
  const blame = (sentence: string) => ledger.blame(sentence)
  const sending = startSending({ call: client.call, blame }, { messages, proofs: devices, random })
  const sent = sending.ended.then(seconds)

  const behind = async () => {
    const [row] = await ask(`
      select count(*)::int as devices from device_contact where history_from is not null`)
    return Number(row?.devices)
  }
  for (let kill = 0; kill < kills; kill++) {
    // The last kills come when all is sent, but not all is derived.
    while (sending.started() < Math.min(total, ((kill + 1) * total) / (kills - 2))) await wait(20)
    await wait(random() * 2000)
    const killed = await copies.kill(database, random)
    console.log(
      `${String(kill + 1).padStart(2)}  ${killed.padEnd(19)} after ${seconds()} s: ${sending.acknowledged.size} messages acknowledged, ${await behind()} devices to derive`,
    )
  }
  const sentIn = await sent
  while ((await behind()) > 0) await wait(500)
  const derivedIn = seconds()

  const found = await judgeHistory({
    get: (path) => client.get(`/spaces/${space.id}${path}`),
    devices: devices.map(({ id }) => id),
    messages,
    acknowledged: sending.acknowledged,
  })
  return {
    wrong: [...ledger.wrong, ...found.wrong, ...(await copies.stop())],
    done: `${kills} kills (seed ${seed}): ${total} messages sent in ${sentIn} s, ${sending.acknowledged.size} acknowledged, ${sending.again()} sent again; answers ${ledger.statuses}; derived ${derivedIn - sentIn} s later; ${found.messages} messages are stored, and their ${found.values} values compared.`,
  }
})
