import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#contract/common/durations'
import { type Device, type DeviceState, devicesApi } from '#contract/devices'
import { messagesApi } from '#contract/messages'
import { aDevice, aMessage, aSpace, aUser, type TestSpace } from '../support/builders'
import { serve } from '../support/serve'
import { anUplink, uplinkOf } from '../support/uplink'

const START = Date.parse('2026-11-01T00:00:00.000Z')

let clock = START
const server = await serve({ now: () => new Date(clock) })
let space: TestSpace

type Claimed = Awaited<ReturnType<typeof aDevice>>
const iso = (time: number) => new Date(time).toISOString()

const read = async ({ id }: Pick<Device, 'id'>, { id: spaceId, owner } = space) => {
  const answer = await server.call('GET', `/spaces/${spaceId}/devices/${id}`, { token: owner.token })
  return devicesApi.get.answer.parse(await answer.json())
}
const contactOf = async (device: Pick<Device, 'id'>) => (await read(device)).contact

/** Sends a message of the device at each of these times (ms). */
async function sendAt(device: Claimed, times: readonly number[]): Promise<void> {
  for (const time of times) {
    clock = time
    await anUplink(server, device)
  }
}

/** Times of a regular device, the last of them at `end`. */
const every = (span: number, count: number, end = START) =>
  Array.from({ length: count }, (_, i) => end - (count - 1 - i) * span)

beforeEach(async () => {
  clock = START
  space = await aSpace(server)
})

describe('the state of a device', () => {
  test('a device that was never seen says so', async () => {
    expect(await contactOf(await aDevice(server, space))).toEqual({
      state: 'never',
      since: null,
      usual_interval: null,
      expected_at: null,
      late_at: null,
      silent_at: null,
    })
  })

  test('a half-hourly device is on time, then late since it was expected, then silent since its last contact', async () => {
    const device = await aDevice(server, space)
    await sendAt(device, every(30 * MINUTE, 6))
    const learnt = {
      usual_interval: 1800,
      expected_at: iso(START + 30 * MINUTE),
      late_at: iso(START + 60 * MINUTE),
      silent_at: iso(START + 150 * MINUTE),
    }
    const cases: [minutes: number, state: DeviceState, since: number][] = [
      [0, 'on_time', START],
      [59, 'on_time', START],
      [60, 'late', START + 30 * MINUTE],
      [149, 'late', START + 30 * MINUTE],
      [150, 'silent', START],
      [9000, 'silent', START],
    ]
    for (const [minutes, state, since] of cases) {
      clock = START + minutes * MINUTE
      expect(await contactOf(device)).toEqual({ state, since: iso(since), ...learnt })
    }
    await anUplink(server, device)
    expect(await contactOf(device)).toMatchObject({ state: 'on_time', usual_interval: 1800 })
  })

  test('before four contacts a day is assumed, without a usual interval', async () => {
    const device = await aDevice(server, space)
    await sendAt(device, every(MINUTE, 3))
    expect(await contactOf(device)).toMatchObject({
      state: 'on_time',
      usual_interval: null,
      expected_at: iso(START + DAY),
      late_at: iso(START + 2 * DAY),
      silent_at: iso(START + 5 * DAY),
    })
    await sendAt(device, [START + MINUTE])
    expect(await contactOf(device)).toMatchObject({ usual_interval: 60 })
  })

  test('messages in quick succession are one contact, from the first one on', async () => {
    const [alone, bursting] = [await aDevice(server, space), await aDevice(server, space)]
    const times = every(30 * MINUTE, 5)
    await sendAt(alone, times)
    await sendAt(
      bursting,
      times.flatMap((time) => [time, time + 3000, time + 5000]),
    )
    const { since, ...learnt } = (await contactOf(alone)) ?? {}
    expect(await contactOf(bursting)).toEqual({ since: iso(START + 5000), ...learnt })
    expect(since).toBe(iso(START))
  })

  test('reports during a download do not make a half-hourly device silent', async () => {
    const device = await aDevice(server, space)
    await sendAt(device, every(30 * MINUTE, 20))
    await sendAt(device, every(30_000, 28, START + 20 * MINUTE))
    clock = START + 60 * MINUTE
    expect(await contactOf(device)).toMatchObject({ state: 'on_time', usual_interval: 1800 })
  })

  test('one long gap does not change the rhythm', async () => {
    const device = await aDevice(server, space)
    await sendAt(device, [...every(30 * MINUTE, 15, START - 6 * DAY), ...every(30 * MINUTE, 3)])
    expect(await contactOf(device)).toMatchObject({
      usual_interval: 1800,
      late_at: iso(START + 60 * MINUTE),
    })
  })

  test('a device that sends in bursts is expected with the next burst', async () => {
    const device = await aDevice(server, space)
    const days = every(DAY, 6)
    await sendAt(
      device,
      days.flatMap((day) => [day, day + 10 * MINUTE, day + 20 * MINUTE]),
    )
    clock = START + DAY + 25 * MINUTE
    expect(await contactOf(device)).toMatchObject({ state: 'on_time', expected_at: iso(START + DAY) })
    clock = START + 2 * DAY
    expect(await contactOf(device)).toMatchObject({ state: 'late' })
  })

  test('a device that starts to send more often has the new rhythm after a while', async () => {
    const device = await aDevice(server, space)
    await sendAt(device, every(HOUR, 20, START - HOUR))
    await sendAt(device, every(MINUTE, 180, START + 2 * HOUR))
    expect((await contactOf(device))?.usual_interval).toBeLessThan(10 * 60)
  })

  test('a clock that is set back changes nothing', async () => {
    const device = await aDevice(server, space)
    await sendAt(device, every(30 * MINUTE, 6))
    const before = await contactOf(device)
    await sendAt(device, [START - 20 * MINUTE, START - 1])
    clock = START
    expect(await contactOf(device)).toEqual(before)
  })

  test('messages in batches, and several at once, give the same rhythm as single ones', async () => {
    const gaps = fc.array(fc.constantFrom(0, 4000, 5001, MINUTE, 7 * MINUTE, HOUR, DAY), {
      minLength: 1,
      maxLength: 30,
    })
    const send = async (device: Claimed) =>
      server.call('POST', '/devices/uplinks', { body: { uplinks: [uplinkOf(device), uplinkOf(device)] } })
    await fc.assert(
      fc.asyncProperty(gaps, async (spans) => {
        let at = START
        const times = spans.map((span) => (at += span))
        const [one, two, three] = [
          await aDevice(server, space),
          await aDevice(server, space),
          await aDevice(server, space),
        ]
        for (const time of times) {
          clock = time
          await anUplink(server, one)
          await send(two)
          await Promise.all([anUplink(server, three), anUplink(server, three), send(three)])
        }
        const expected = await contactOf(one)
        expect(await contactOf(two)).toEqual(expected)
        expect(await contactOf(three)).toEqual(expected)
      }),
      { numRuns: 8 },
    )
  })
})

describe('the rhythm', () => {
  interface Rhythm {
    usual: number | null
    expected: number
    late: number
    silent: number
  }
  const rhythmOf = async (spans: readonly number[]): Promise<Rhythm> => {
    const { rows } = await server.db.$client.query<Rhythm>('select * from device_rhythm($1)', [spans])
    if (!rows[0]) throw new Error('no rhythm')
    return rows[0]
  }
  const span = fc.integer({ min: 6, max: 315_360_000 })
  const spans = fc.array(span, { maxLength: 19 })

  test('with any spans a device is late after it is expected, and silent after it is late', async () => {
    await fc.assert(
      fc.asyncProperty(spans, async (some) => {
        const { usual, expected, late, silent } = await rhythmOf(some)
        expect(usual === null).toBe(some.length < 3)
        expect(expected).toBeGreaterThanOrEqual(usual ?? 86_400)
        expect(late).toBeGreaterThan(expected)
        expect(silent).toBeGreaterThan(late)
      }),
    )
  })

  test('a device that keeps its rhythm to a tenth is on time until almost twice the interval', async () => {
    const jitter = fc.array(fc.integer({ min: -10, max: 10 }), { minLength: 3, maxLength: 19 })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 60, max: 86_400 }), jitter, async (interval, parts) => {
        const some = parts.map((part) => Math.round(interval * (1 + part / 100)))
        const { usual, late } = await rhythmOf(some)
        expect(Math.abs((usual ?? 0) - interval)).toBeLessThanOrEqual(interval * 0.1 + 1)
        expect(late).toBeGreaterThan(interval * 1.7)
        expect(late).toBeLessThanOrEqual(interval * 2.2 + 2)
      }),
    )
  })

  test('with ten or more spans, a single long one changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 10, max: 86_400 }),
        fc.integer({ min: 9, max: 18 }),
        span,
        async (usual, count, gap) => {
          const regular = Array<number>(count).fill(usual)
          expect(await rhythmOf([...regular, usual + gap])).toEqual(await rhythmOf([...regular, usual]))
        },
      ),
    )
  })

  test('the order of the spans does not matter', async () => {
    const shuffled = spans.chain((some) =>
      fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length })),
    )
    await fc.assert(
      fc.asyncProperty(shuffled, async ([some, mixed]) => {
        expect(await rhythmOf(mixed)).toEqual(await rhythmOf(some))
      }),
    )
  })
})

describe('the list', () => {
  test('is filtered and counted by state, and sorted with the worst first', async () => {
    const named = async (name: string, times: readonly number[]) => {
      await sendAt(await aDevice(server, space, { name }), times)
    }
    const now = START + 10 * DAY
    await named('silent-long', every(HOUR, 6, now - 6 * DAY))
    await named('silent-short', every(10 * MINUTE, 6, now - DAY))
    await named('late-long', every(HOUR, 6, now - 4 * HOUR))
    await named('late-short', every(DAY, 6, now - 2.1 * DAY + DAY - HOUR / 2 - DAY))
    await named('on-time', every(30 * MINUTE, 6, now - MINUTE))
    await named('never-heard', [])
    clock = now
    const list = async (query: string) => {
      const { token } = space.owner
      const answer = await server.call('GET', `/spaces/${space.id}/devices?${query}`, { token })
      const count = await server.call('GET', `/spaces/${space.id}/devices/count?${query}`, { token })
      const names = devicesApi.list.answer.parse(await answer.json()).map(({ name }) => name)
      expect(devicesApi.count.answer.parse(await count.json()).count).toBe(names.length)
      return names
    }
    const order = ['silent-long', 'silent-short', 'late-short', 'late-long', 'on-time', 'never-heard']
    const sort = 'sort_by=state&order_by=asc'
    expect(await list('sort_by=state')).toEqual(order)
    expect(await list(sort)).toEqual(order)
    expect(await list('sort_by=state&order_by=desc')).toEqual(order.toReversed())
    expect(await list(`${sort}&state[]=silent`)).toEqual(order.slice(0, 2))
    expect(await list(`${sort}&state=late&state=never`)).toEqual(['late-short', 'late-long', 'never-heard'])
    expect(await list(`${sort}&state[]=on_time&name=time`)).toEqual(['on-time'])
    const refused = await server.call('GET', `/spaces/${space.id}/devices?state=lost`, {
      token: space.owner.token,
    })
    expect(refused.status).toBe(400)
  })

  test('a device that was moved away has no state, and keeps its rhythm in the new space', async () => {
    const admin = await aUser(server)
    const [from, to] = [await aSpace(server, admin), await aSpace(server, admin)]
    const device = await aDevice(server, from)
    await sendAt(device, every(HOUR, 5))
    const before = await read(device, from)
    const answer = await server.call('POST', `/spaces/${from.id}/devices/${device.id}/move`, {
      token: admin.token,
      body: { space_id: to.id },
    })
    expect(answer.status).toBe(200)
    expect((await read(device, from)).contact).toBeNull()
    expect((await read(device, to)).contact).toEqual(before.contact)
    clock = START + DAY
    const listed = await server.call('GET', `/spaces/${from.id}/devices?moved=true&state=silent`, {
      token: admin.token,
    })
    expect(await listed.json()).toEqual([])
  })

  test('replaced hardware is expected at the same time as the old one', async () => {
    const device = await aDevice(server, space)
    await sendAt(device, every(HOUR, 5))
    const before = await contactOf(device)
    const hardware = { serial_number: '9990001112', token: 'b'.repeat(32) }
    const path = `/spaces/${space.id}/devices/${device.id}/replace`
    const answer = await server.call('POST', path, { token: space.owner.token, body: hardware })
    expect(devicesApi.get.answer.parse(await answer.json()).contact).toEqual(before)
  })

  test('pending downlinks of a device are listed and counted', async () => {
    const [device, other] = [await aDevice(server, space), await aDevice(server, space)]
    const downlink = { type: 'shell', direction: 'down', downState: 'pending' } as const
    const first = await aMessage(server, device, downlink)
    await aMessage(server, other, downlink)
    await anUplink(server, other)
    const { token } = space.owner
    const found = async (query: string) => {
      const answer = await server.call('GET', `/spaces/${space.id}/messages?${query}`, { token })
      return messagesApi.list.answer.parse(await answer.json()).map(({ id }) => id)
    }
    expect(await found('down_state=pending')).toEqual([first])
    expect(await found('down_state[]=pending&down_state[]=sent')).toHaveLength(2)
    const count = await server.call(
      'GET',
      `/spaces/${space.id}/messages/count?device_id=${other.id}&down_state=pending`,
      { token },
    )
    expect(await count.json()).toEqual({ count: 0 })
  })
})
