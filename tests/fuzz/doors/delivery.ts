import { setTimeout as wait } from 'node:timers/promises'
import { connectorsApi, type DeliveryDetail, type Resume } from '#contract/connectors'
import { aConnector, aDevice, aTag, connectorInput, type Fillable } from '../../support/builders'
import { startReceiver } from '../../support/receiver'
import { anUplink } from '../../support/uplink'
import { aWebhook, type WebhookRoute } from '../../support/webhooks'
import { ESCAPED } from '../corpus'
import { aimAt, HONEST_RESULT, HONEST_VALUE, INPUT } from '../judge'
import { type Door, errorIn, mainOf } from './door'

/** Milliseconds in which a delivery must end: code starts within 15 s, also on a slow machine. */
const LIMIT = 20_000
const HONEST_PATH = '/honest'

/** Waits for the end of a message's delivery. Errors: it has not ended in time. */
async function ended({ on }: WebhookRoute, messageId: string): Promise<DeliveryDetail> {
  const until = performance.now() + LIMIT
  while (performance.now() < until) {
    const answer = await on('GET', '/deliveries?limit=1')
    const [last] = connectorsApi.deliveries.answer.parse(await answer.json())
    if (last?.message_id === messageId && last.state !== 'pending')
      return connectorsApi.delivery.answer.parse(await (await on('GET', `/deliveries/${last.id}`)).json())
    await wait(20)
  }
  throw new Error(`it had not ended after ${LIMIT / 1000} s`)
}

/** Creates a second connector in the space, with its own device. */
async function honestRoute(server: Fillable, { space }: WebhookRoute, url: string) {
  const tags = [await aTag(server, space)]
  const transformation = `function main({ message: { body: job } }) { return { url: '${url}', data: ${HONEST_RESULT} } }`
  await aConnector(server, space, { tags, transformation })
  return aDevice(server, space, { tags })
}

/**
 * Scripts are the code of a connector, and a device sends a message: the server's worker runs the code and delivers.
 */
export async function deliveryDoor(server: Fillable, listener: string): Promise<Door> {
  const receiver = await startReceiver()
  const route = await aWebhook(server)
  const honest = await honestRoute(server, route, receiver.url + HONEST_PATH)
  const body: unknown = JSON.parse(INPUT)
  const paths = new Set([HONEST_PATH])
  let honestRuns = 0

  /** Runs a script; returns how it ended, and the faults. */
  const letIn = async (transformation: string, path: string): Promise<[string, ...string[]]> => {
    const values = connectorInput({ name: route.connector.name, tags: route.tags, transformation })
    const stored = await route.on('PUT', '', { ...values, enabled: true, retry_delays: [] })
    if (stored.status >= 500) return ['broke the server', `the server answered ${stored.status} to the code`]
    if (!stored.ok) return ['not stored']
    // Code that keeps running out of time has stopped the connector.
    if (connectorsApi.update.answer.parse(await stored.json()).operation?.state === 'stopped')
      await route.on('POST', '/resume', { backlog: 'skip' } satisfies Resume)
    const detail = await ended(route, (await route.send(body)).id)
    const arrived = receiver.at(path)
    const objections: string[] = []
    if (JSON.stringify([detail, arrived.map((request) => request.body)]).includes(ESCAPED))
      objections.push('it got hold of the host')
    if (arrived.length !== (detail.state === 'delivered' ? 1 : 0))
      objections.push(`its delivery is ${detail.state}, and ${arrived.length} requests arrived`)
    return [errorIn(detail.error ?? '', detail.state), ...objections]
  }

  return {
    name: 'delivery by a server',
    async attack(attack) {
      const path = `/attack/${paths.size}`
      paths.add(path)
      const startedAt = performance.now()
      const [end, ...objections] = await letIn(
        mainOf(aimAt(listener, attack), receiver.url + path),
        path,
      ).catch((error: unknown): [string, string] => ['failed', String(error)])
      const milliseconds = performance.now() - startedAt
      await anUplink(server, honest, { body })
      const arrived = (await receiver.arrivals(HONEST_PATH, ++honestRuns)).at(-1)?.body
      if (arrived !== HONEST_VALUE) objections.push(`the honest delivery after it had ${arrived}`)
      return { end, milliseconds, objections }
    },
    asked: () => receiver.received.map(({ path }) => path).filter((path) => !paths.has(path)),
    close: () => receiver.stop(),
  }
}
