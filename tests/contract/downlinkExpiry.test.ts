import { beforeEach, describe, expect, test } from 'vitest'
import { DAY, MINUTE, SECOND } from '#contract/common/durations'
import { EXPIRY_DAYS_MAX, messagesApi } from '#contract/messages'
import { expireDownlinks } from '../../server/services/devices/expiry'
import { outcome } from '../support/answers'
import { aDevice, aSpace } from '../support/builders'
import { done, downlinksOf } from '../support/downlinks'
import { firmwareOf } from '../support/firmware'
import { serveSpace } from '../support/serve'

let clock = Date.parse('2026-11-21T08:00:00.000Z')
beforeEach(() => {
  clock += SECOND
})
const { server, space } = await serveSpace({ now: () => new Date((clock += 10)) })
const { token } = space.owner
const { cancel, create, events, order, read, send, stateOf } = downlinksOf(server, space)
const { jobOf, schedule } = firmwareOf(server, space)
const expire = async () => expireDownlinks(server.deps)
const inMinutes = (minutes: number) => new Date(clock + minutes * MINUTE).toISOString()

async function confirming() {
  const device = await aDevice(server, space)
  const id = await order(device)
  await send(device)
  await send(device, done(id))
  return device
}

describe('a downlink that expires', () => {
  test('before the device asks is never handed over, and is cancelled', async () => {
    const device = await aDevice(server, space)
    const expires_at = inMinutes(5)
    const id = await order(device, { expires_at })
    expect(await read(id)).toMatchObject({ expires_at, down_outcome: null })
    clock += 6 * MINUTE
    expect(await send(device)).toEqual([])
    await expire()
    expect(await stateOf(id)).toBe('cancelled expired')
    expect((await events(id)).map(({ type }) => type)).toEqual(['downlink.scheduled', 'downlink.expired'])
    expect(await cancel(id)).toBe(409)
    await expire()
    expect(await events(id)).toHaveLength(2)
  })

  test('while it waits for a confirmation stays sent, and no confirmation counts after it', async () => {
    const device = await confirming()
    const id = await order(device, { expires_at: inMinutes(5) })
    expect(await send(device)).toEqual([id])
    clock += 6 * MINUTE
    expect(await send(device, done(id))).toEqual([])
    expect(await stateOf(id)).toBe('sent null awaits')
    await expire()
    await send(device, done(id))
    expect(await stateOf(id)).toBe('sent expired')
  })

  test('after it was confirmed, or handed over to a device that does not confirm, changes nothing', async () => {
    const [one, two] = [await confirming(), await aDevice(server, space)]
    const [a, b] = [
      await order(one, { expires_at: inMinutes(5) }),
      await order(two, { expires_at: inMinutes(5) }),
    ]
    await send(one)
    await send(one, done(a))
    await send(two)
    clock += 6 * MINUTE
    await expire()
    expect([await stateOf(a), await stateOf(b)]).toEqual(['sent confirmed', 'sent null'])
    await send(two, done(b))
    expect(await stateOf(b)).toBe('sent confirmed')
  })

  test('with a firmware job cancels the job', async () => {
    const device = await aDevice(server, space)
    const job = await schedule(device)
    const at = new Date(clock + MINUTE)
    await server.db.$client.query('update message set expires_at = $2 where id = $1', [job.id, at])
    clock += 2 * MINUTE
    await expire()
    expect(await jobOf(device, job)).toMatchObject({ state: 'canceled', reason: 'expired' })
  })

  test('among many, in two copies at once, each ends once, also beside those of another space', async () => {
    const device = await aDevice(server, space)
    const other = await aSpace(server, space.owner)
    const theirs = downlinksOf(server, other)
    const expires_at = new Date(clock + 5 * MINUTE)
    const foreign = await theirs.order(await aDevice(server, other), { expires_at: expires_at.toISOString() })
    const id = await order(device, { expires_at: expires_at.toISOString() })
    await server.db.$client.query(
      `insert into message (space_id, created_at, id, device_id, type, direction, down_state, body, expires_at)
       select space_id, created_at, gen_random_uuid(), device_id, type, direction, down_state, body, expires_at
       from message cross join generate_series(1, 1200) where id = $1`,
      [id],
    )
    clock += 6 * MINUTE
    await Promise.all([expire(), expire(), expire()])
    while (await expire());
    const { rows } = await server.db.$client.query<{ outcome: string; count: number; events: number }>(
      `select down_outcome as outcome, count(*)::int, (
         select count(*)::int from message_event e where e.device_id = $1 and e.type = 'downlink.expired') as events
       from message where device_id = $1 group by 1`,
      [device.id],
    )
    expect(rows).toEqual([{ outcome: 'expired', count: 1201, events: 1201 }])
    expect(await theirs.stateOf(foreign)).toBe('cancelled expired')
  })

  test.each([
    ['must be later than now', () => inMinutes(-1)],
    [
      `must be at most ${EXPIRY_DAYS_MAX} days from now`,
      () => new Date(clock + (EXPIRY_DAYS_MAX + 1) * DAY).toISOString(),
    ],
    ['must be an ISO-8601 time like 2026-01-31T08:00:00.000Z', () => 'tomorrow'],
  ])('is refused: it %s', async (sentence, at) => {
    const answer = await create(await aDevice(server, space), { expires_at: at() })
    expect(await outcome(answer)).toEqual([400, `expires_at ${sentence}`])
  })
})

describe('a downlink that replaces another one', () => {
  test('that is pending or waits for a confirmation cancels it', async () => {
    const device = await confirming()
    const first = await order(device)
    const second = await order(device, { replaces: first })
    expect(await stateOf(first)).toBe('cancelled replaced')
    expect((await events(first)).at(-1)).toEqual({
      type: 'downlink.replaced',
      body: { user_id: space.owner.id, replaced_by: second },
    })
    expect(await send(device)).toEqual([second])
    const third = await order(device, { replaces: second })
    expect(await stateOf(second)).toBe('cancelled replaced')
    expect(await send(device, done(second))).toEqual([third])
    expect(await stateOf(second)).toBe('cancelled replaced')
  })

  test('that was handed over, and that nobody confirms, leaves it sent', async () => {
    const device = await aDevice(server, space)
    const first = await order(device)
    await send(device)
    await order(device, { replaces: first })
    expect(await stateOf(first)).toBe('sent replaced')
  })

  test('that has an outcome or was cancelled changes nothing', async () => {
    const device = await confirming()
    const [first, second] = [await order(device), await order(device)]
    await cancel(second)
    await send(device)
    await send(device, done(first))
    for (const replaces of [first, second]) await order(device, { replaces })
    expect([await stateOf(first), await stateOf(second)]).toEqual(['sent confirmed', 'cancelled null'])
    expect((await create(device, { replaces: '' })).status).toBe(201)
  })

  test('must name a downlink of the device, and no firmware job', async () => {
    const device = await aDevice(server, space)
    const foreign = await order(await aDevice(server, space))
    const { id: uplink } = messagesApi.uplink.answer.parse(
      await (
        await server.call('POST', '/devices/uplink', {
          body: { serial_number: device.serial_number, token: device.token, type: 'data', body: {} },
        })
      ).json(),
    )
    for (const replaces of [foreign, uplink, device.id, space.id])
      expect(await outcome(await create(device, { replaces }))).toEqual([
        400,
        'replaces is the id of no downlink to this device',
      ])
    const { id } = await schedule(device)
    expect(await outcome(await create(device, { replaces: id }))).toEqual([
      400,
      'replaces must not be the id of a firmware job: a later job for its target replaces it',
    ])
    expect((await server.call('GET', `/spaces/${space.id}/messages/${foreign}`, { token })).status).toBe(200)
    expect(await stateOf(foreign)).toBe('pending null')
  })
})

test('the list finds downlinks by what became of them', async () => {
  const device = await confirming()
  const id = await order(device)
  await send(device)
  await send(device, [{ id, result: 'refused', reason: undefined }])
  const found = async (query: string) => {
    const path = `/spaces/${space.id}/messages?device_id=${device.id}&after=2026-01-01T00:00:00.000Z&${query}`
    const answer = await server.call('GET', path, { token })
    return messagesApi.list.answer.parse(await answer.json()).map((message) => message.id)
  }
  expect(await found('down_outcome[]=refused')).toEqual([id])
  expect(await found('down_outcome[]=refused&down_outcome[]=confirmed')).toHaveLength(2)
  expect(await found('down_outcome=expired')).toEqual([])
})
