import { beforeEach, describe, expect, test } from 'vitest'
import { connectorsApi, DELIVERY_STATES, type DeliveryState } from '#contract/connectors'
import { aConnector, aDevice } from '../support/builders'
import { aDelivery } from '../support/deliveries'
import { aRoute, deliveryCalls, type OwnRoute } from '../support/deliveryCalls'
import { serve } from '../support/serve'

const NOW = Date.parse('2026-11-21T08:20:00.000Z')
const ago = (minutes: number) => new Date(NOW - minutes * 60_000)

const server = await serve({ now: () => new Date(NOW) })
let route: OwnRoute
beforeEach(async () => {
  route = await aRoute(server)
})
const { on, ids, count, stateOf } = deliveryCalls(server, () => route)

describe('a retry by hand', () => {
  test.each<DeliveryState>(['failed', 'cancelled'])(
    'makes a delivery that is %s pending again',
    async (state) => {
      const id = await aDelivery(server, route, { state, tries: [{ success: false }, { success: false }] })
      const answer = await on('POST', `/deliveries/${id}/retry`)
      expect(answer.status).toBe(200)
      const retried = connectorsApi.retry.answer.parse(await answer.json())
      expect(retried).toMatchObject({ id, state: 'pending', attempts: 2 })
      expect(retried.next_attempt_at).toBe(new Date(NOW).toISOString())
      expect(await stateOf(id)).toBe('pending')
    },
  )

  test.each<DeliveryState>(['pending', 'delivered'])('is refused when the delivery is %s', async (state) => {
    const id = await aDelivery(server, route, { state })
    const answer = await on('POST', `/deliveries/${id}/retry`)
    expect([answer.status, await answer.text()]).toEqual([409, `a ${state} delivery cannot be retried`])
    expect(await stateOf(id)).toBe(state)
  })

  test('succeeds once when it is asked for twice at the same time', async () => {
    const id = await aDelivery(server, route, { state: 'failed' })
    const answers = await Promise.all([1, 2, 3].map(async () => on('POST', `/deliveries/${id}/retry`)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  })

  test('retrying all failed deliveries returns their count, and leaves the others unchanged', async () => {
    const all = new Map<DeliveryState, string>()
    for (const state of DELIVERY_STATES) all.set(state, await aDelivery(server, route, { state }))
    const elsewhere = { ...route, connector: await aConnector(server, route.space) }
    await aDelivery(server, elsewhere, { state: 'failed' })
    const answer = await on('POST', '/deliveries/retry', {})
    expect([answer.status, await answer.json()]).toEqual([200, { count: 1 }])
    expect(await Promise.all([...all.values()].map(stateOf))).toEqual([
      'pending',
      'delivered',
      'pending',
      'cancelled',
    ])
    expect(await (await on('POST', '/deliveries/retry', {})).json()).toEqual({ count: 0 })
    route = elsewhere
    expect(await count({ state: 'failed' })).toBe(1)
  })

  test('retrying a time range covers the failed deliveries with an attempt in it', async () => {
    const [late, early] = [ago(10), ago(70)]
    const inTime = await aDelivery(server, route, { at: late, state: 'failed' })
    await aDelivery(server, route, { at: early, state: 'failed' })
    const body = { after: ago(20).toISOString(), before: ago(0).toISOString() }
    expect(await (await on('POST', '/deliveries/retry', body)).json()).toEqual({ count: 1 })
    expect(await ids({ state: 'pending' })).toEqual([inTime])
  })

  test('the deliveries of one device are listed, counted and retried alone', async () => {
    const other = { ...route, device: await aDevice(server, route.space) }
    const failed = await aDelivery(server, other, { state: 'failed' })
    const delivered = await aDelivery(server, other)
    const elsewhere = { ...other, connector: await aConnector(server, route.space) }
    await aDelivery(server, elsewhere, { state: 'failed' })
    const theirs = await aDelivery(server, route, { state: 'failed' })
    const device_id = other.device.id
    expect(await ids({ device_id })).toEqual([delivered, failed])
    expect(await ids({ device_id, limit: '1', cursor: delivered })).toEqual([failed])
    expect(await count({ device_id, state: 'failed' })).toBe(1)
    expect(await (await on('POST', '/deliveries/retry', { device_id })).json()).toEqual({ count: 1 })
    expect([await stateOf(failed), await stateOf(theirs)]).toEqual(['pending', 'failed'])
  })

  test('thousands of failed deliveries are retried in small transactions, and those that fail again only once', async () => {
    const { db } = server
    await db.$client.query(
      `insert into delivery (space_id, connector_id, id, device_id, created_at, state, attempts)
       select $1, $2, uuidv7(), $3, now(), 'failed', 1 from generate_series(1, 2500)`,
      [route.space.id, route.connector.id, route.device.id],
    )
    // A receiver that refuses at once: the deliveries of one step have failed before the next.
    await db.$client.query(`
      create function fails_again() returns trigger language plpgsql as $$
        begin
          if (select count(*) from changed where space_id = '${route.space.id}') > 1000 then raise exception 'too many'; end if;
          update delivery d set state = 'failed', attempts = d.attempts + 1 from changed c
            where d.space_id = c.space_id and d.connector_id = c.connector_id and d.id = c.id and c.state = 'pending';
          return null;
        end $$;
      create trigger fails_again after update on delivery referencing new table as changed
        for each statement when (pg_trigger_depth() = 0) execute function fails_again();`)
    const answer = await on('POST', '/deliveries/retry', {})
    await db.$client.query('drop trigger fails_again on delivery; drop function fails_again')
    expect([answer.status, await answer.json()]).toEqual([200, { count: 2500 }])
    const { rows } = await db.$client.query(
      'select distinct attempts from delivery where space_id = $1 and connector_id = $2',
      [route.space.id, route.connector.id],
    )
    expect(rows).toEqual([{ attempts: 2 }])
  })
})
