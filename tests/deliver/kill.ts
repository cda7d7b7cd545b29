import { setTimeout as wait } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { PROBE_PAUSE_MAX } from '#contract/connectors'
import { delivery } from '../../server/db/schema'
import { seeded } from '../crash/random'
import { startDatabase } from '../soak/copies'
import { messagesOf } from '../support/builders'
import { startReceiver } from '../support/receiver'
import { judgeArrivals } from './judge'
import type { Logged } from './misbehave'
import { aReceiverAway } from './parts/away'
import { aBatch } from './parts/batch'
import { aReceiverGone } from './parts/gone'
import { aReceiverThatSaysLater } from './parts/later'
import { aBroker } from './parts/mqtt'
import { anOrder } from './parts/order'
import { aPause } from './parts/pause'
import { aReplay } from './parts/replay'
import { aRotation } from './parts/rotation'
import { anUnreliableReceiver } from './parts/unreliable'
import { aStage, type Part, type Stage } from './stage'
import { Target } from './target'

/** Milliseconds in which more must arrive after the last kill: a connector that waits for its receiver tries it that seldom. */
const PATIENCE = (PROBE_PAUSE_MAX + 60) * 1000
/** Milliseconds without a request after which a kill waits for no more. */
const LULL = 5000

/** What is wrong, in sentences, and what was measured. */
export interface Verdict {
  wrong: string[]
  figures: string
}

/** All that connectors can go through; it takes five kills or more. */
export const EVERYTHING: readonly ((stage: Stage) => Promise<Part>)[] = [
  (stage) => anUnreliableReceiver(stage, 'unreliable'),
  (stage) => anUnreliableReceiver(stage, 'unreliable-too'),
  aPause,
  aReceiverAway,
  aReceiverThatSaysLater,
  aReceiverGone,
  aRotation,
  aReplay,
  anOrder,
  aBatch,
  aBroker,
]

interface Options {
  /** Of all devices together. */
  messages: number
  kills: number
  seed: number
  of?: typeof EVERYTHING
  /** Tells how far it is. */
  tell: (line: string) => void
}

const requestsOf = (parts: readonly Part[]): Logged[] => parts.flatMap(({ log }) => log)
const countOf = (parts: readonly Part[]) => parts.reduce((sum, { log }) => sum + log.length, 0)

/** Waits until this many more requests have arrived, or none arrives any more. */
async function growth(parts: readonly Part[], count: number): Promise<void> {
  const enough = countOf(parts) + count
  for (let [last, until] = [-1, 0]; ; ) {
    const now = countOf(parts)
    if (now > last) [last, until] = [now, performance.now() + LULL]
    if (now >= enough || performance.now() > until) return
    await wait(5)
  }
}

/** Waits until nothing is pending, as long as more arrives; returns what still is. */
async function settle({ db }: Target, parts: readonly Part[]): Promise<number> {
  for (let [last, until] = [0, 0]; ; ) {
    const pending = await db.$count(delivery, eq(delivery.state, 'pending'))
    const count = countOf(parts)
    if (count > last) [last, until] = [count, performance.now() + PATIENCE]
    if (pending === 0 || performance.now() > until) return pending
    await wait(500)
  }
}

/**
 * Delivers messages to receivers that misbehave, by two copies of the server, and kills these and PostgreSQL again and again
 * meanwhile. Then compares what arrived with what should have.
 */
export async function deliverUnderKills({
  messages,
  kills,
  seed,
  of = EVERYTHING,
  tell,
}: Options): Promise<Verdict> {
  const random = seeded(seed)
  const database = await startDatabase()
  const receiver = await startReceiver()
  const target = await Target.start(database)
  const stage = await aStage(target, receiver)
  const parts: Part[] = []
  for (const begin of of) parts.push(await begin(stage))

  const sent = new Map<Part, string[]>(parts.map((part) => [part, []]))
  const began = performance.now()
  for (let kill = 1; kill <= kills; kill++) {
    for (const [part, ids] of sent) {
      const due = Math.ceil((messages / parts.length) * (kill / kills)) - ids.length
      for (const [i, device] of part.devices.entries()) {
        const share = Math.floor((due + i) / part.devices.length)
        ids.push(
          ...(await messagesOf(
            target,
            device,
            Array.from({ length: share }, () => ({})),
          )),
        )
      }
    }
    for (const part of parts) await part.at?.(kill / kills)
    await growth(parts, 1 + (random() * messages) / kills)
    await wait(random() * 50)
    const killed = await target.kill(random)
    tell(`${String(kill).padStart(2)}  killed ${killed}; ${countOf(parts)} requests have arrived so far`)
  }
  for (const part of parts) await part.end?.()
  const pending = await settle(target, parts)
  const seconds = Math.round((performance.now() - began) / 1000)

  const wrong = pending > 0 ? [`${pending} deliveries are still pending`] : []
  for (const [part, ids] of sent) {
    const found = [...judgeArrivals(part, ids), ...(await part.judge(ids))]
    tell(`${found.length === 0 ? 'right' : 'WRONG'}  ${part.name}: ${part.log.length} requests`)
    wrong.push(...found.map((sentence) => `${part.name}: ${sentence}`))
  }
  await target.stop()
  await receiver.stop()
  await database.stop()
  const log = requestsOf(parts)
  const arrived = new Set(log.map(({ id }) => id)).size
  const again = log.length - new Set(log.map(({ id, attempt }) => `${id} ${attempt}`)).size
  const count = [...sent.values()].reduce((sum, { length }) => sum + length, 0)
  const figures = `${count} messages to ${parts.length} connectors, ${kills} kills (seed ${seed}), in ${seconds} s: ${arrived} deliveries arrived by ${log.length} requests, of which ${again} came again because of a kill`
  return { wrong, figures }
}
