import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { HOUR, MINUTE } from '#contract/common/durations'
import { connectorsApi, STATISTICS_HOURS, type Statistics } from '#contract/connectors'
import { aConnector, aDevice, aSpace } from '../support/builders'
import { aDelivery, type Route } from '../support/deliveries'
import { serveSpace } from '../support/serve'

const NOW = Date.parse('2026-11-21T08:20:00.000Z')
const ago = (minutes: number) => new Date(NOW - minutes * MINUTE)

const { server, space } = await serveSpace({ now: () => new Date(NOW) })
let route: Route

beforeEach(async () => {
  route = { space, connector: await aConnector(server, space), device: await aDevice(server, space) }
})

async function read({ connector }: Route): Promise<Statistics> {
  const path = `/spaces/${space.id}/connectors/${connector.id}/statistics`
  const answer = await server.call('GET', path, { token: space.owner.token })
  return connectorsApi.statistics.answer.parse(await answer.json())
}

test('a connector without attempts has no summaries', async () => {
  expect(await read(route)).toEqual({ max_attempts: 0, summaries: [] })
})

test('attempts count in their hour, by their ordinal', async () => {
  const failed = { success: false, status: 500 }
  await aDelivery(server, route, {
    at: ago(85),
    tries: [{ ...failed, createdAt: ago(85) }, { ...failed, createdAt: ago(75) }, { createdAt: ago(10) }],
  })
  await aDelivery(server, route, { at: ago(5) })
  await aDelivery(server, route, { at: ago(5), state: 'failed', tries: [failed] })
  expect(await read(route)).toEqual({
    max_attempts: 3,
    summaries: [
      { time: '2026-11-21T06:00:00.000Z', success: 0, failed: 1, attempts: [1] },
      { time: '2026-11-21T07:00:00.000Z', success: 0, failed: 1, attempts: [0, 1] },
      { time: '2026-11-21T08:00:00.000Z', success: 2, failed: 1, attempts: [2, 0, 1] },
    ],
  })
})

test('statistics go back 24 hours, the current one included', async () => {
  await aDelivery(server, route, { at: new Date('2026-11-20T09:00:00.000Z') })
  await aDelivery(server, route, { at: new Date('2026-11-20T08:59:59.999Z') })
  expect((await read(route)).summaries).toEqual([
    { time: '2026-11-20T09:00:00.000Z', success: 1, failed: 0, attempts: [1] },
  ])
})

test('cancelled deliveries and those of other connectors are not counted', async () => {
  await aDelivery(server, route, { state: 'cancelled', tries: [{ success: null, status: null }] })
  await aDelivery(server, { ...route, connector: await aConnector(server, space) })
  expect(await read(route)).toEqual({ max_attempts: 0, summaries: [] })
})

test('the last attempt of each connector says whether it succeeded; a caller who sees no connector gets none', async () => {
  const failed = { success: false, status: 500 }
  const [fine, quiet] = [await aConnector(server, space), await aConnector(server, space)]
  await aDelivery(server, route, { at: ago(9) })
  await aDelivery(server, route, { at: ago(5), state: 'failed', tries: [failed] })
  await aDelivery(server, route, { at: ago(1), tries: [{ success: null, status: null }] })
  await aDelivery(
    server,
    { ...route, connector: fine },
    { at: ago(8), tries: [failed, { createdAt: ago(7) }] },
  )
  await aDelivery(server, { ...route, connector: quiet }, { at: ago(26 * 60) })
  const outcomesIn = async (spaceId: string, token: string) => {
    const answer = await server.call('GET', `/spaces/${spaceId}/connectors/outcomes`, { token })
    const outcomes = connectorsApi.outcomes.answer.parse(await answer.json())
    const own = new Set([route.connector.id, fine.id, quiet.id])
    return outcomes.filter(({ connector_id }) => own.has(connector_id))
  }
  const outcomes = await outcomesIn(space.id, space.owner.token)
  expect(outcomes).toHaveLength(2)
  expect(outcomes).toEqual(
    expect.arrayContaining([
      {
        connector_id: route.connector.id,
        outcome: 'failed',
        created_at: ago(5).toISOString(),
        not_delivered: 1,
      },
      { connector_id: fine.id, outcome: 'succeeded', created_at: ago(7).toISOString(), not_delivered: 0 },
    ]),
  )
  const other = await aSpace(server)
  expect(await outcomesIn(other.id, other.owner.token)).toEqual([])
})

test('each attempt of the last 24 hours counts once', async () => {
  const tried = fc.record({
    success: fc.constantFrom(true, false, null),
    minutes: fc.integer({ min: 0, max: 26 * 60 }),
  })
  const deliveries = fc.array(fc.array(tried, { minLength: 1, maxLength: 6 }), { maxLength: 6 })
  const first = (Math.floor(NOW / HOUR) + 1 - STATISTICS_HOURS) * HOUR
  await fc.assert(
    fc.asyncProperty(deliveries, async (made) => {
      const one = { ...route, connector: await aConnector(server, space) }
      for (const tries of made)
        await aDelivery(server, one, {
          tries: tries.map(({ success, minutes }) => ({ success, createdAt: ago(minutes) })),
        })
      const wanted = made
        .flatMap((tries) => tries.map(({ success, minutes }, attempt) => ({ success, minutes, attempt })))
        .filter(({ success, minutes }) => success !== null && NOW - minutes * MINUTE >= first)
      const { max_attempts, summaries } = await read(one)
      const sum = (of: (summary: Statistics['summaries'][number]) => number) =>
        summaries.reduce((all, summary) => all + of(summary), 0)
      expect(max_attempts).toBe(Math.max(0, ...wanted.map(({ attempt }) => attempt + 1)))
      expect(sum(({ success }) => success)).toBe(wanted.filter(({ success }) => success).length)
      expect(sum(({ failed }) => failed)).toBe(wanted.filter(({ success }) => !success).length)
      for (let ordinal = 0; ordinal < max_attempts; ordinal++)
        expect(sum(({ attempts }) => attempts[ordinal] ?? 0)).toBe(
          wanted.filter(({ attempt }) => attempt === ordinal).length,
        )
      for (const { success, failed, attempts } of summaries)
        expect(attempts.reduce((all, count) => all + count, 0)).toBe(success + failed)
    }),
    { numRuns: 15 },
  )
})
