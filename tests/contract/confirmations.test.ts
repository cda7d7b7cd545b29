import { beforeEach, describe, expect, test } from 'vitest'
import { MINUTE, SECOND } from '#contract/common/durations'
import { AWAITING_MAX, messagesApi } from '#contract/messages'
import { outcome } from '../support/answers'
import { aClaimToken, aDevice, aSerialNumber, aSpace } from '../support/builders'
import { done, downlinksOf } from '../support/downlinks'
import { firmwareOf } from '../support/firmware'
import { serveSpace } from '../support/serve'
import { callUplink, uplinkOf } from '../support/uplink'

let clock = Date.parse('2026-11-21T08:00:00.000Z')
beforeEach(() => {
  clock += SECOND
})
const { server, space } = await serveSpace({ now: () => new Date((clock += 10)) })
const { token } = space.owner
const { cancel, events, order, read, send, stateOf } = downlinksOf(server, space)
const { jobOf, report, schedule } = firmwareOf(server, space)

type Device = Awaited<ReturnType<typeof aDevice>>

/** A device that has confirmed a downlink. */
async function confirming(): Promise<Device> {
  const device = await aDevice(server, space)
  const first = await order(device)
  await send(device)
  await send(device, done(first))
  expect(await stateOf(first)).toBe('sent confirmed')
  return device
}

/** A downlink that waits for the confirmation of its device. */
async function awaiting(device: Device): Promise<string> {
  const id = await order(device)
  expect(await send(device)).toEqual([id])
  expect(await stateOf(id)).toBe('sent null awaits')
  return id
}

describe('a device that never confirms', () => {
  test('gets each downlink once, and nothing more is known of it', async () => {
    const device = await aDevice(server, space)
    const id = await order(device)
    expect(await read(id)).toMatchObject({
      device_confirms: false,
      down_awaits: false,
      down_expected_at: null,
    })
    expect([await send(device), await send(device)]).toEqual([[id], []])
    expect(await read(id)).toMatchObject({
      down_state: 'sent',
      down_attempt: 1,
      down_awaits: false,
      down_outcome: null,
      down_confirmed_at: null,
      device_confirms: false,
    })
    expect(await cancel(id)).toBe(409)
  })
})

describe('a device that confirms', () => {
  test('gets what it has not confirmed again with each message, until it confirms', async () => {
    const device = await confirming()
    const id = await order(device, { type: 'shell', body: ['info show'] })
    expect([await send(device), await send(device), await send(device)]).toEqual([[id], [id], [id]])
    expect(await read(id)).toMatchObject({ down_state: 'sent', down_attempt: 3, device_confirms: true })
    expect(await send(device, done(id))).toEqual([])
    expect(await read(id)).toMatchObject({
      down_state: 'sent',
      down_attempt: 3,
      down_awaits: false,
      down_outcome: 'confirmed',
      down_confirmed_at: expect.any(String),
      down_reason: null,
    })
    expect(await send(device)).toEqual([])
    expect((await events(id)).map(({ type }) => type)).toEqual([
      'downlink.scheduled',
      'downlink.sent',
      'downlink.sent',
      'downlink.sent',
      'downlink.confirmed',
    ])
  })

  test('refuses with a reason', async () => {
    const id = await awaiting(await confirming())
    const device = await confirming()
    const own = await awaiting(device)
    await send(device, [{ id: own, result: 'refused', reason: 'unknown key' }])
    expect(await read(own)).toMatchObject({ down_outcome: 'refused', down_reason: 'unknown key' })
    expect((await events(own)).at(-1)).toEqual({ type: 'downlink.refused', body: { reason: 'unknown key' } })
    expect(await stateOf(id)).toBe('sent null awaits')
  })

  test('shows when its next contact is expected, while a downlink waits for it', async () => {
    const device = await confirming()
    clock += MINUTE
    await send(device)
    const id = await order(device)
    const { down_expected_at } = await read(id)
    expect(Date.parse(down_expected_at ?? '')).toBeGreaterThan(clock)
    await send(device)
    expect((await read(id)).down_expected_at).not.toBeNull()
    await send(device, done(id))
    expect((await read(id)).down_expected_at).toBeNull()
  })

  test('confirms twice, late, or what it never got, without any effect', async () => {
    const device = await confirming()
    const id = await awaiting(device)
    await send(device, done(id))
    const { down_confirmed_at } = await read(id)
    await send(device, [{ id, result: 'refused', reason: 'late' }])
    expect(await read(id)).toMatchObject({ down_outcome: 'confirmed', down_confirmed_at, down_reason: null })
    expect(await events(id)).toHaveLength(3)

    const pending = await order(device)
    expect(await send(device, done(pending))).toEqual([pending])
    expect(await stateOf(pending)).toBe('sent null awaits')
    expect(await send(device, done('00000000-0000-4000-8000-000000000000', space.id))).toEqual([pending])
  })

  test('cannot conclude the downlink of another device, or one that was cancelled', async () => {
    const [device, other] = [await confirming(), await confirming()]
    const [id, foreign] = [await awaiting(device), await awaiting(other)]
    expect(await cancel(id)).toBe(200)
    await send(device, done(id, foreign))
    expect([await stateOf(id), await stateOf(foreign)]).toEqual(['cancelled null', 'sent null awaits'])
    expect(await send(device)).toEqual([])
  })

  test('has at most some downlinks that wait for its confirmation; it gets others once', async () => {
    const device = await confirming()
    const ids = []
    for (let i = 0; i < AWAITING_MAX + 5; i++) ids.push(await order(device))
    expect(await send(device)).toHaveLength(ids.length)
    expect(await send(device)).toEqual(ids.slice(0, AWAITING_MAX))
    expect(await stateOf(ids.at(-1) ?? '')).toBe('sent null')
    expect(await send(device, done(...ids.slice(0, 50)))).toEqual(ids.slice(50, AWAITING_MAX))
  })

  test('gets downlinks that it has not had before those that it has, when not all fit', async () => {
    const device = await confirming()
    const large = JSON.stringify('x'.repeat(600_000))
    const [first, second, third] = [
      await order(device, { type: 'data', body: large }),
      await order(device, { type: 'data', body: large }),
      await order(device, { type: 'data', body: large }),
    ]
    expect(await send(device)).toEqual([first, second])
    expect(await send(device)).toEqual([first, third])
  })
})

describe('a confirmation', () => {
  test('with a name that comes again changes nothing twice, and is answered as the first time', async () => {
    const device = await confirming()
    const id = await awaiting(device)
    const next = await order(device)
    expect(await send(device, done(id), { id: 'n-1' })).toEqual([next])
    expect(await send(device, done(next), { id: 'n-1' })).toEqual([next])
    expect([await stateOf(id), await stateOf(next)]).toEqual(['sent confirmed', 'sent null awaits'])
    expect(await events(id)).toHaveLength(3)
  })

  test('counts for nothing if the message is refused', async () => {
    const device = await confirming()
    const id = await awaiting(device)
    const wrong = await callUplink(server, { ...device, token: aClaimToken() }, { confirms: done(id) })
    expect(wrong.status).toBe(401)
    const session = await callUplink(server, device, { type: 'session', body: {}, confirms: done(id) })
    expect(session.status).toBe(400)
    expect(await stateOf(id)).toBe('sent null awaits')
  })

  test('comes in a batch for several devices, and the first about a downlink counts', async () => {
    const [one, two, never] = [await confirming(), await confirming(), await aDevice(server, space)]
    const [a, b, c] = [await awaiting(one), await awaiting(two), await order(one)]
    await send(one)
    const uplinks = [
      uplinkOf(one, { confirms: done(a) }),
      uplinkOf(two, { confirms: [{ id: b, result: 'refused' }, ...done(b)] }),
      uplinkOf(one, { confirms: [...done(a), ...done(b)] }),
      uplinkOf({ ...one, token: aClaimToken() }, { confirms: done(c) }),
      uplinkOf(never),
    ]
    const answer = await server.call('POST', '/devices/uplinks', { body: { uplinks } })
    const answers = messagesApi.uplinks.answer.parse(await answer.json())
    const handed = answers.map((one) => ('downlinks' in one ? one.downlinks.map(({ id }) => id) : one.error))
    expect(handed).toEqual([[c], [], [], expect.any(String), []])
    expect([await stateOf(a), await stateOf(b), await stateOf(c)]).toEqual([
      'sent confirmed',
      'sent refused',
      'sent null awaits',
    ])
  })

  test.each([
    ['confirms must be a list', { confirms: 'x' }],
    ['confirms[0].id must be an id', { confirms: [{ id: 'x', result: 'done' }] }],
    [
      'confirms[0].reason must have at most 255 characters',
      { confirms: [{ id: space.id, result: 'refused', reason: 'x'.repeat(256) }] },
    ],
    [
      'confirms must have at most 100 entries',
      { confirms: Array.from({ length: 101 }, () => ({ id: space.id, result: 'done' })) },
    ],
  ])('is refused: %s', async (sentence, values) => {
    expect(await outcome(await callUplink(server, await aDevice(server, space), values))).toEqual([
      400,
      sentence,
    ])
  })

  test('with an empty reason, or null for all, is accepted', async () => {
    const device = await aDevice(server, space)
    for (const confirms of [null, [], [{ id: space.id, result: 'done', reason: '' }]])
      expect((await callUplink(server, device, { confirms })).status).toBe(201)
  })
})

describe('what else shows that a downlink arrived', () => {
  const answered = async (responses: unknown) => {
    const device = await aDevice(server, space)
    const id = await order(device, { type: 'shell', body: ['a', 'b'] })
    await send(device)
    await send(device, undefined, { type: 'shell', body: { down_message_id: id, responses } })
    const { down_outcome, down_reason, device_confirms } = await read(id)
    return [down_outcome, down_reason, device_confirms]
  }
  const ok = { result: 0, outputs: [] }

  test('a shell answer confirms, or refuses if a command has failed, without making the device one that confirms', async () => {
    expect(await answered([ok, ok])).toEqual(['confirmed', null, false])
    expect(await answered([ok, { result: -22, outputs: ['invalid'] }])).toEqual([
      'refused',
      'command 2: result -22',
      false,
    ])
    expect(await answered('?')).toEqual(['confirmed', null, false])
  })

  test('a firmware report confirms; one that fails before it begins refuses', async () => {
    const device = await aDevice(server, space)
    const job = await schedule(device)
    await send(device)
    await report(device, job, { state: 'downloading' })
    await report(device, job, { state: 'failed', reason: 'no space' })
    expect(await stateOf(job.id)).toBe('sent confirmed')
    const next = await schedule(device)
    await send(device)
    await report(device, next, { state: 'failed', reason: 'wrong target' })
    expect(await read(next.id)).toMatchObject({ down_outcome: 'refused', down_reason: 'wrong target' })
    expect(await jobOf(device, next)).toMatchObject({ state: 'failed', reason: 'wrong target' })
  })

  test('a firmware order that is refused fails its job', async () => {
    const device = await aDevice(server, space)
    const job = await schedule(device)
    await send(device)
    await send(device, [{ id: job.id, result: 'refused', reason: 'unknown target' }])
    expect(await stateOf(job.id)).toBe('sent refused')
    const failed = await jobOf(device, job)
    expect(failed).toMatchObject({ state: 'failed', reason: 'unknown target' })
    expect(failed?.updated_at).toBe((await read(job.id)).down_confirmed_at)
  })

  test('a firmware order that is refused after the job began changes nothing', async () => {
    const device = await aDevice(server, space)
    const job = await schedule(device)
    await send(device)
    await report(device, job, { state: 'downloading' })
    await send(device, [{ id: job.id, result: 'refused', reason: undefined }])
    expect(await stateOf(job.id)).toBe('sent confirmed')
    expect(await jobOf(device, job)).toMatchObject({ state: 'downloading', reason: null })
  })

  test('a report is not answered with its own order again', async () => {
    const device = await confirming()
    const job = await schedule(device)
    expect([await send(device), await send(device)]).toEqual([[job.id], [job.id]])
    const { downlinks } = await report(device, job, { state: 'downloading' })
    expect([downlinks, await stateOf(job.id)]).toEqual([[], 'sent confirmed'])
  })
})

describe('another hardware or space', () => {
  const replace = async (device: Device) => {
    const hardware = { serial_number: aSerialNumber(), token: aClaimToken() }
    const path = `/spaces/${space.id}/devices/${device.id}/replace`
    expect((await server.call('POST', path, { token, body: hardware })).status).toBe(200)
    return hardware
  }

  test('new hardware gets what the old one has not confirmed, and only once until it confirms itself', async () => {
    const device = await confirming()
    const id = await awaiting(device)
    const job = await schedule(device)
    await send(device)
    const hardware = await replace(device)
    expect(await stateOf(job.id)).toBe('cancelled null')
    await send(hardware, undefined, { type: 'shell', body: { down_message_id: id, responses: [] } })
    expect(await stateOf(id)).toBe('sent null')
    expect(await read(id)).toMatchObject({ device_confirms: false, down_attempt: 3 })
    expect(await send(hardware)).toEqual([])
    expect(await send(hardware, done(id))).toEqual([])
    expect(await read(id)).toMatchObject({ down_outcome: 'confirmed', device_confirms: true })
  })

  test('new hardware cannot confirm what only the old one was handed', async () => {
    const device = await aDevice(server, space)
    const id = await order(device)
    await send(device)
    const hardware = await replace(device)
    await send(hardware, done(id))
    expect(await read(id)).toMatchObject({ down_outcome: null, device_confirms: false })
  })

  test('a device that is moved leaves nothing that waits, and confirms anew', async () => {
    const device = await confirming()
    const id = await awaiting(device)
    const { id: space_id } = await aSpace(server, space.owner)
    const path = `/spaces/${space.id}/devices/${device.id}/move`
    expect((await server.call('POST', path, { token, body: { space_id } })).status).toBe(200)
    expect(await send(device, done(id))).toEqual([])
    expect(await stateOf(id)).toBe('cancelled null')
    const body = { device_id: device.id, type: 'config', body: ['a'] }
    const answer = await server.call('POST', `/spaces/${space_id}/messages`, { token, body })
    expect(await answer.json()).toMatchObject({ device_confirms: false })
  })
})
