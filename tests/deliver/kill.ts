import { setTimeout as wait } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { PROBE_PAUSE_MAX } from '#contract/connectors'
import { delivery } from '../../server/db/schema'
import type { Lifetime } from '../../server/lifetime'
import { Copies } from '../harness/copies'
import { openFiller, startDatabase } from '../harness/database'
import { seeded, sentences, type Verdict } from '../harness/tool'
import { messagesOf } from '../support/builders'
import { startReceiver } from '../support/receiver'
import { aPause, aReceiverAway, aReceiverGone } from './held'
import { judgeArrivals } from './judge'
import { aBatch, aBroker, anOrder } from './order'
import { anUnreliableReceiver, aReceiverThatSaysLater, aReplay, aRotation } from './parts'
import { aStage, type Part, type Stage } from './stage'

/**
 * Milliseconds in which more must arrive after the last kill: the longest pause of a connector that waits for its
 * receiver.
 */
const PATIENCE = (PROBE_PAUSE_MAX + 60) * 1000
/** Milliseconds without a request after which a kill stops waiting. */
const LULL = 5000
const COPIES = 2

/** All situations of connectors; they take five kills or more. */
const EVERYTHING: readonly ((stage: Stage) => Promise<Part>)[] = [
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
  /** Messages of all devices together. */
  messages: number
  kills: number
  seed: number
  of?: typeof EVERYTHING
  /** Prints the progress. */
  report: (line: string) => void
}

const countOf = (parts: readonly Part[]) => parts.reduce((sum, { log }) => sum + log.length, 0)

/** Waits until this many more requests have arrived, or none arrives any more. */
async function growth(parts: readonly Part[], count: number): Promise<void> {
  const enough = countOf(parts) + count
  for (let [last, until] = [-1, 0]; ; await wait(5)) {
    const now = countOf(parts)
    if (now > last) [last, until] = [now, performance.now() + LULL]
    if (now >= enough || performance.now() > until) return
  }
}

/** Waits until nothing is pending, as long as more arrives; returns the number still pending. */
async function settle({ server: { db } }: Stage, parts: readonly Part[]): Promise<number> {
  for (let [last, until] = [0, 0]; ; await wait(500)) {
    const pending = await db.$count(delivery, eq(delivery.state, 'pending'))
    const count = countOf(parts)
    if (count > last) [last, until] = [count, performance.now() + PATIENCE]
    if (pending === 0 || performance.now() > until) return pending
  }
}

/**
 * Delivers messages to misbehaving receivers by two copies of the server, and meanwhile repeatedly kills these and
 * PostgreSQL. Then compares what arrived with what should have arrived.
 */
export async function deliverUnderKills(
  lifetime: Lifetime,
  { messages, kills, seed, of = EVERYTHING, report }: Options,
): Promise<Verdict> {
  const random = seeded(seed)
  const database = await startDatabase(lifetime)
  const receiver = await startReceiver()
  lifetime.defer(() => receiver.stop())
  const copies = await Copies.start(lifetime, COPIES, () => ({ DATABASE_URL: database.url, DEMO: '0' }))
  const urlOf = () => copies.urls[Math.floor(Math.random() * COPIES)] ?? ''
  const server = await openFiller(lifetime, database.url, { urlOf })
  const stage = await aStage(server, receiver)
  const parts: Part[] = []
  for (const begin of of) parts.push(await begin(stage))

  const sent = new Map<Part, string[]>(parts.map((part) => [part, []]))
  const began = performance.now()
  for (let kill = 1; kill <= kills; kill++) {
    for (const [part, ids] of sent) {
      const due = Math.ceil((messages / parts.length) * (kill / kills)) - ids.length
      for (const [i, device] of part.devices.entries()) {
        const bodies = Array.from({ length: Math.floor((due + i) / part.devices.length) }, () => ({}))
        ids.push(...(await messagesOf(server, device, bodies)))
      }
    }
    for (const part of parts) await part.at?.(kill / kills)
    await growth(parts, 1 + (random() * messages) / kills)
    await wait(random() * 50)
    const killed = await copies.kill(database, random)
    report(`${String(kill).padStart(2)}  killed ${killed}; ${countOf(parts)} requests have arrived so far`)
  }
  for (const part of parts) await part.end?.()
  const pending = await settle(stage, parts)
  const seconds = Math.round((performance.now() - began) / 1000)

  const wrong = sentences([pending > 0, `${pending} deliveries are still pending`])
  for (const [part, ids] of sent) {
    const found = [...judgeArrivals(part, ids), ...(await part.judge(ids))]
    report(`${found.length === 0 ? 'right' : 'WRONG'}  ${part.name}: ${part.log.length} requests`)
    wrong.push(...found.map((sentence) => `${part.name}: ${sentence}`))
  }
  const log = parts.flatMap((part) => part.log)
  const arrived = new Set(log.map(({ id }) => id)).size
  const again = log.length - new Set(log.map(({ id, attempt }) => `${id} ${attempt}`)).size
  const count = [...sent.values()].flat().length
  const done = `${count} messages to ${parts.length} connectors, ${kills} kills (seed ${seed}), in ${seconds} s: ${arrived} deliveries arrived by ${log.length} requests, of which ${again} came again because of a kill`
  return { wrong, done }
}
