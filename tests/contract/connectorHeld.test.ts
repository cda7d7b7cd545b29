import { beforeEach, expect, test } from 'vitest'
import { HOUR, MINUTE } from '#contract/common/durations'
import { connectorsApi, STATISTICS_HOURS } from '#contract/connectors'
import { keepHouse } from '../../server/services/administration/housekeeping'
import { aConnector, aSpace } from '../support/builders'
import { deliveryStage } from '../support/deliveryStage'
import { operationCalls } from '../support/operations'
import { serveSpace } from '../support/serve'
import { aWebhook, forwards } from '../support/webhooks'

/** A whole hour, some hours ago. */
const START = Math.floor(Date.now() / HOUR) * HOUR - 6 * HOUR

let clock = START
const { server } = await serveSpace({ now: () => new Date(clock) })
const stage = deliveryStage()

beforeEach(() => {
  clock = START
})

type Call = (method: string, path: string, body?: unknown) => Promise<Response>

const summariesOf = async (on: Call) =>
  connectorsApi.statistics.answer.parse(await (await on('GET', '/statistics')).json()).summaries

/** Holds of a connector by the hour since the start. */
const heldBy = async (on: Call) =>
  Object.fromEntries(
    (await summariesOf(on)).map(({ time, held = [] }) => [
      (Date.parse(time) - START) / HOUR,
      Object.fromEntries(held.map(({ state, seconds }) => [state, seconds])),
    ]),
  )

test('the statistics have how long a connector was paused or off in each hour', async () => {
  const { on, connector } = await aWebhook(server)
  const { pause, resume } = operationCalls({ on, connector })
  const at = (minutes: number) => {
    clock = START + minutes * MINUTE
  }
  at(10)
  await pause()
  at(20)
  await pause()
  at(40)
  await resume()
  at(50)
  await on('PUT', '', { enabled: false })
  at(150)
  await on('PUT', '', { name: 'renamed-while-off' })
  expect(await heldBy(on)).toEqual({ 0: { paused: 1800, off: 600 }, 1: { off: 3600 }, 2: { off: 1800 } })
  await on('PUT', '', { enabled: true })
  at(200)
  expect(await heldBy(on)).toEqual({ 0: { paused: 1800, off: 600 }, 1: { off: 3600 }, 2: { off: 1800 } })
})

test('a paused connector that is switched off counts as off, and as paused again once it is on', async () => {
  const { on, connector } = await aWebhook(server)
  await operationCalls({ on, connector }).pause()
  clock += 10 * MINUTE
  await on('PUT', '', { enabled: false })
  clock += 20 * MINUTE
  await on('PUT', '', { enabled: true })
  clock += 25 * MINUTE
  expect(await heldBy(on)).toEqual({ 0: { paused: 35 * 60, off: 20 * 60 } })
})

test('a connector that is created disabled is off from then on', async () => {
  const space = await aSpace(server)
  const off = await aConnector(server, space, { enabled: false })
  clock += 5 * MINUTE
  const on: Call = (method, path) =>
    server.call(method, `/spaces/${space.id}/connectors/${off.id}${path}`, { token: space.owner.token })
  expect(await heldBy(on)).toEqual({ 0: { off: 300 } })
})

test('a hold that is longer than the statistics fills all their hours, and older ones are deleted', async () => {
  const { on, connector } = await aWebhook(server)
  const { pause, resume } = operationCalls({ on, connector })
  const keep = () =>
    keepHouse(server.deps, { messageRetentionDays: undefined, deliveryRetentionDays: 30 }).catch(() => null)
  clock -= 40 * HOUR
  await pause()
  clock += 40.5 * HOUR
  await keep()
  const summaries = await summariesOf(on)
  expect(summaries).toHaveLength(STATISTICS_HOURS)
  expect(summaries.map(({ held }) => held?.[0]?.seconds)).toEqual([
    ...Array.from({ length: STATISTICS_HOURS - 1 }, () => 3600),
    1800,
  ])
  await resume()
  clock += 30 * HOUR
  await keep()
  expect(await summariesOf(on)).toEqual([])
  const { rowCount } = await server.db.$client.query('select from connector_hold where connector_id = $1', [
    connector.id,
  ])
  expect(rowCount).toBe(0)
})

test('an hour in which the receiver was gone has the reason, and the attempts of that hour', async () => {
  const sending = await stage.start()
  stage.receiver.on('/hook', (response) => void response.writeHead(410).end())
  const route = await aWebhook(sending, {
    transformation: forwards(`${stage.receiver.url}/hook`),
    retry_delays: [3600],
  })
  await route.send()
  await route.settled('pending', 1)
  expect((await summariesOf(route.on)).at(-1)?.held).toMatchObject([
    { state: 'stopped', reason: { status: 410, error_code: 'answer_status', error_detail: '410 Gone' } },
  ])
  expect((await summariesOf(route.on)).at(-1)).toMatchObject({ failed: 1 })
  await route.on('DELETE', '')
  const { rowCount } = await sending.db.$client.query('select from connector_hold')
  expect(rowCount).toBe(0)
})
