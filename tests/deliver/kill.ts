import { setTimeout as wait } from 'node:timers/promises'
import { connectorsApi, type Statistics } from '#contract/connectors'
import { openDatabase } from '../../server/db/database'
import { readSigningKey } from '../../server/services/secrets'
import { seeded } from '../crash/random'
import { aConnector, type Fillable, messagesOf } from '../support/builders'
import { startReceiver } from '../support/receiver'
import { type StartedServer, startProcess } from '../support/serverProcess'
import { aWebhook } from '../support/webhooks'
import { judgeArrivals, judgeStatistics } from './judge'
import { type Logged, misbehave, tells } from './misbehave'

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

async function running(databaseUrl: string): Promise<StartedServer & { url: string }> {
  const server = await startProcess({ DATABASE_URL: databaseUrl, DEMO: '0', ALLOW_PRIVATE_WEBHOOKS: '1' })
  const { url } = server
  if (url === undefined) throw new Error(`The server did not start:\n${server.said()}`)
  return { ...server, url }
}

/** Waits until so many more requests have arrived, or until no more are due. */
async function growth(log: readonly Logged[], count: number): Promise<void> {
  const [target, until] = [log.length + count, performance.now() + LULL]
  while (log.length < target && performance.now() < until) await wait(5)
}

/**
 * Has messages delivered to a receiver that misbehaves, and kills the server again and again in the middle of it.
 * Then compares what arrived with what the server says.
 */
export async function deliverUnderKills(
  databaseUrl: string,
  { deliveries, kills, seed }: { deliveries: number; kills: number; seed: number },
): Promise<Verdict> {
  const random = seeded(seed)
  const receiver = await startReceiver()
  const log = misbehave(receiver, '/')
  const db = openDatabase(databaseUrl, () => undefined)
  let server = await running(databaseUrl)
  const target: Fillable = {
    db,
    deps: { signingKey: await readSigningKey(db), now: () => new Date() },
    call: (method, path, options) =>
      fetch(`${server.url}/v2${path}`, {
        method,
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${options?.token}` },
        ...(options?.body !== undefined && { body: JSON.stringify(options.body) }),
      }),
  }
  const values = { transformation: tells(`${receiver.url}/`), retry_delays: RETRY_DELAYS }
  const { space, tags, device, connector } = await aWebhook(target, values)
  const connectors = [connector]
  while (connectors.length < CONNECTORS) connectors.push(await aConnector(target, space, { ...values, tags }))

  const messages = deliveries / CONNECTORS
  const acknowledged = new Set<string>()
  const began = performance.now()
  for (let kill = 1; kill <= kills; kill++) {
    const batch = Math.ceil((messages * kill) / kills) - acknowledged.size
    for (const id of await messagesOf(
      target,
      device,
      Array.from({ length: batch }, () => ({})),
    ))
      acknowledged.add(id)
    await growth(log, 1 + random() * 60)
    await wait(random() * 50)
    await server.stop('SIGKILL')
    console.log(`${String(kill).padStart(2)}  killed; ${log.length} requests have arrived so far`)
    server = await running(databaseUrl)
  }
  const pending = async () => {
    const { rows } = await db.$client.query<{ count: number }>(
      `select count(*)::int as count from delivery where state = 'pending'`,
    )
    return rows[0]?.count ?? 0
  }
  const until = performance.now() + PATIENCE
  while ((await pending()) > 0 && performance.now() < until) await wait(500)
  const seconds = Math.round((performance.now() - began) / 1000)

  const statistics: Statistics[] = []
  for (const { id } of connectors) {
    const path = `/spaces/${space.id}/connectors/${id}/statistics`
    const answer = await target.call('GET', path, { token: space.owner.token })
    statistics.push(connectorsApi.statistics.answer.parse(await answer.json()))
  }
  const wrong = [
    ...judgeArrivals(
      log,
      acknowledged,
      connectors.map(({ id }) => id),
    ),
    ...connectors.flatMap(({ id }, i) =>
      judgeStatistics(
        log.filter(({ connectorId }) => connectorId === id),
        statistics[i],
      ),
    ),
  ]
  if ((await pending()) > 0) wrong.push(`${await pending()} deliveries are still pending`)
  await server.stop()
  await db.$client.end()
  await receiver.stop()
  const ids = new Set(log.map(({ id }) => id)).size
  const again = log.length - new Set(log.map(({ id, attempt }) => `${id} ${attempt}`)).size
  const figures = `${acknowledged.size} messages to ${CONNECTORS} connectors with ${kills} kills in ${seconds} s: ${ids} deliveries arrived by ${log.length} requests, of which ${again} came again because of a kill`
  return { wrong, figures }
}
