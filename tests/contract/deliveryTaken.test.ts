import { afterEach, beforeEach, expect, test } from 'vitest'
import { HOUR } from '#contract/common/durations'
import { connectorOperation } from '../../server/db/schema'
import type { DeliveryDeps } from '../../server/services/attempts/attempt'
import { deliver } from '../../server/services/attempts/deliver'
import { type DeliveryKey, takeDeliveries } from '../../server/services/deliveries/take'
import { openConnections } from '../../server/services/outgoing/connections'
import { openBrokers } from '../../server/services/outgoing/mqtt'
import { openWeb } from '../../server/services/outgoing/web'
import { startSandbox } from '../../server/services/sandbox'
import { deliveryStage } from '../support/deliveryStage'
import type { TestServer } from '../support/makeServer'
import { holdConnector, operationCalls } from '../support/operations'
import { aWebhook, forwards } from '../support/webhooks'

const stage = deliveryStage()
let server: TestServer
let copy: DeliveryDeps
let close: () => void

beforeEach(async () => {
  server = await stage.start({ deliveries: undefined })
  const web = openWeb({ allowPrivate: true })
  const [sandbox, brokers, connections] = [startSandbox({ size: 1 }), openBrokers(web), openConnections()]
  copy = { ...server.deps, sandbox, web, brokers, connections, userAgent: 'Spaceport' }
  close = () => {
    sandbox.close()
    brokers.close()
    connections.close()
  }
})
afterEach(() => close())

/** Creates a connector with a message, and takes its delivery as a copy of the server does. */
async function aTakenDelivery() {
  const route = await aWebhook(server, {
    transformation: forwards(`${stage.receiver.url}/hook`),
    retry_delays: [3600],
  })
  await route.send()
  const [key] = await take()
  if (!key) throw new Error('Nothing was taken.')
  return { ...route, ...operationCalls(route), key }
}

async function take() {
  const taken: DeliveryKey[] = []
  const room = { perConnector: 4, perPerson: 4, free: 4 }
  await takeDeliveries(server.db.$client, room, 60, (key) => taken.push(key))
  return taken
}

test('an answer that comes after another copy has made the same attempt does not count', async () => {
  const { key, settled } = await aTakenDelivery()
  let answerLate: () => void = () => undefined
  stage.receiver.on('/hook', (response) => {
    if (stage.receiver.at('/hook').length > 1) response.writeHead(400).end()
    else answerLate = () => void response.writeHead(204).end()
  })
  const late = deliver(copy, key)
  await stage.receiver.arrivals('/hook')
  await deliver(copy, key)
  answerLate()
  await late
  expect(await settled('pending')).toMatchObject({ attempts: 1, tries: [{ status: 400 }] })
})

test.each(['paused', 'stopped'] as const)(
  'a delivery that was taken before its connector was %s is not sent, and is due when that ends',
  async (state) => {
    const route = await aTakenDelivery()
    await holdConnector(server, route, { state })
    await deliver(copy, route.key)
    expect(stage.receiver.received).toEqual([])
    expect(await route.settled('pending', 0)).toMatchObject({ attempts: 0 })
    await route.resume()
    expect(await take()).toMatchObject([{ id: route.key.id }])
    await deliver(copy, route.key)
    expect(await route.settled('delivered')).toMatchObject({ attempts: 1 })
  },
)

test('a delivery that was taken before its receiver was away is the first one that probes it', async () => {
  const route = await aTakenDelivery()
  await holdConnector(server, route, { state: 'waiting', probeAt: new Date(Date.now() + HOUR) })
  await deliver(copy, route.key)
  expect(stage.receiver.received).toEqual([])
  await server.db.update(connectorOperation).set({ probeAt: new Date(Date.now() - HOUR) })
  expect(await take()).toMatchObject([{ id: route.key.id }])
})
