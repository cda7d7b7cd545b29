import { setTimeout as wait } from 'node:timers/promises'
import { and, eq } from 'drizzle-orm'
import { type Connector, connectorsApi, type Statistics } from '#contract/connectors'
import { delivery, deliveryAttempt } from '../../server/db/schema'
import { seeded } from '../crash/random'
import { aConnector, messagesOf } from '../support/builders'
import { startReceiver } from '../support/receiver'
import { aWebhook, type WebhookRoute } from '../support/webhooks'
import { judgeArrivals, judgeStatistics } from './judge'
import { type Logged, misbehave, tells } from './misbehave'
import { Target } from './target'

const CONNECTORS = 8
/** Seconds before each retry; the receiver answers before they are used up. */
const RETRY_DELAYS = Array.from({ length: 9 }, () => 1)
/** Milliseconds in which all must have arrived after the last kill. */
const PATIENCE = 300_000
/** Milliseconds after which a kill no longer waits for requests. */
const LULL = 5000

/** What is wrong, in sentences, and what was measured. */
export interface Verdict {
  wrong: string[]
  figures: string
}

/** Waits until this many more requests have arrived, or none is due any more. */
async function growth(log: readonly Logged[], count: number): Promise<void> {
  const [enough, until] = [log.length + count, performance.now() + LULL]
  while (log.length < enough && performance.now() < until) await wait(5)
}

/** Waits until nothing is pending; returns what still is at the timeout. */
async function settle({ db }: Target): Promise<number> {
  const until = performance.now() + PATIENCE
  for (;;) {
    const pending = await db.$count(delivery, eq(delivery.state, 'pending'))
    if (pending === 0 || performance.now() > until) return pending
    await wait(500)
  }
}

async function statisticsOf(target: Target, { space }: WebhookRoute, { id }: Connector): Promise<Statistics> {
  const path = `/spaces/${space.id}/connectors/${id}/statistics`
  const answer = await target.call('GET', path, { token: space.owner.token })
  return connectorsApi.statistics.answer.parse(await answer.json())
}

/** Attempts that never reached a receiver, because the code timed out on a busy machine. */
async function unsentOf({ db }: Target, { id }: Connector): Promise<Logged[]> {
  const rows = await db
    .select()
    .from(deliveryAttempt)
    .where(and(eq(deliveryAttempt.connectorId, id), eq(deliveryAttempt.errorCode, 'function_late')))
  return rows.map(({ deliveryId, attempt }) => ({
    id: deliveryId,
    connectorId: id,
    messageId: '',
    attempt,
    behaviour: 'hears nothing',
  }))
}

/**
 * Delivers messages to a receiver that misbehaves, and kills the server again and again meanwhile.
 * Then compares what arrived with what the server says.
 */
export async function deliverUnderKills(
  databaseUrl: string,
  { deliveries, kills, seed }: { deliveries: number; kills: number; seed: number },
): Promise<Verdict> {
  const random = seeded(seed)
  const receiver = await startReceiver()
  const log = misbehave(receiver, '/')
  const target = await Target.start(databaseUrl)
  const values = { transformation: tells(`${receiver.url}/`), retry_delays: RETRY_DELAYS }
  const route = await aWebhook(target, values)
  const { space, tags, device, connector } = route
  const connectors = [connector]
  while (connectors.length < CONNECTORS) connectors.push(await aConnector(target, space, { ...values, tags }))

  const messages: string[] = []
  const began = performance.now()
  for (let kill = 1; kill <= kills; kill++) {
    const due = Math.ceil((deliveries / CONNECTORS) * (kill / kills)) - messages.length
    const bodies = Array.from({ length: due }, () => ({}))
    messages.push(...(await messagesOf(target, device, bodies)))
    await growth(log, 1 + random() * 60)
    await wait(random() * 50)
    await target.kill()
    console.log(`${String(kill).padStart(2)}  killed; ${log.length} requests have arrived so far`)
  }
  const pending = await settle(target)
  const seconds = Math.round((performance.now() - began) / 1000)

  const ids = connectors.map(({ id }) => id)
  const wrong = judgeArrivals(log, messages, ids)
  if (pending > 0) wrong.push(`${pending} deliveries are still pending`)
  let unsent = 0
  for (const each of connectors) {
    const silent = await unsentOf(target, each)
    unsent += silent.length
    const noted = [...log.filter(({ connectorId }) => connectorId === each.id), ...silent]
    wrong.push(...judgeStatistics(noted, await statisticsOf(target, route, each)))
  }
  await target.stop()
  await receiver.stop()
  const arrived = new Set(log.map(({ id }) => id)).size
  const again = log.length - new Set(log.map(({ id, attempt }) => `${id} ${attempt}`)).size
  const figures = `${messages.length} messages to ${CONNECTORS} connectors, ${kills} kills (seed ${seed}), in ${seconds} s: ${arrived} deliveries arrived by ${log.length} requests, of which ${again} came again because of a kill; ${unsent} attempts sent nothing, because the machine was too busy for their code`
  return { wrong, figures }
}
