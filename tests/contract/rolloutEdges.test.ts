import { describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#contract/common/durations'
import { LABELS_MAX } from '#contract/devices'
import { ROLLOUT_DAYS_MAX } from '#contract/rollouts'
import { expireDownlinks } from '../../server/services/devices/expiry'
import { giveOrders } from '../../server/services/rollouts/ordering'
import { aDevice, aKey, aSpace, manyDevices } from '../support/builders'
import type { TestDevice } from '../support/firmware'
import { goOn, hoursAfter, named, rolloutsOf, stage } from '../support/rollouts'
import { serveSpace } from '../support/serve'
import { anUplink } from '../support/uplink'

let clock = Date.parse('2026-11-21T08:00:00.000Z')
const { server, space } = await serveSpace({ now: () => new Date(clock) })
const { call, create, change, after, members, read } = rolloutsOf(server, space)
const token = space.owner.token

const SHELL = { kind: 'shell' as const, body: ['info show'] }
const FIRMWARE = { kind: 'firmware', firmware: 'sense-3', target: 'app' } as const
const EVERY = 'app config interval-report'
const wishing = (seconds: number) => ({ kind: 'settings' as const, settings: { [EVERY]: String(seconds) } })
const FIRST = stage({ kind: 'count', count: 1 }, {})
const REST = stage({ kind: 'rest' }, {})

const configurationOf = async ({ id }: { id: string }) =>
  (await server.call('GET', `/spaces/${space.id}/devices/${id}/configuration`, { token })).json()

/** A device reports these lines, a minute later. */
async function reports(device: TestDevice, ...lines: string[]) {
  clock += MINUTE
  return anUplink(server, device, { type: 'config', body: lines })
}

/** A device that has confirmed once. */
async function aConfirmingDevice() {
  const device = await aDevice(server, space)
  const rollout = await create({ order: SHELL, scope: named([device]) })
  await after(rollout)
  const [order] = (await anUplink(server, device)).downlinks
  await anUplink(server, device, { confirms: [{ id: order?.id, result: 'done' }] })
  await after(rollout)
  return device
}

// The first one: a move asks for a sign-in that is not old.
test('a device that was moved to another space is no evidence', async () => {
  const device = await aDevice(server, space)
  for (let contact = 0; contact < 6; contact++) {
    await anUplink(server, device)
    clock += MINUTE
  }
  const rollout = await create({
    order: SHELL,
    scope: named([device]),
    stages: [stage({ kind: 'rest' }, { minutes: 600 })],
  })
  await after(rollout)
  await anUplink(server, device)
  expect((await after(rollout)).progress).toMatchObject([{ unconfirmed: 1 }])
  const target = await aSpace(server, space.owner)
  const moved = await server.call('POST', `/spaces/${space.id}/devices/${device.id}/move`, {
    token,
    body: { space_id: target.id },
  })
  expect(moved.status).toBe(200)
  clock += 2 * HOUR
  expect(await after(rollout)).toMatchObject({ hold: null, progress: [{ troubled: 0 }] })
})

describe('the hours of a roll-out', () => {
  test('end without a failure of what was handed over before', async () => {
    const device = await aConfirmingDevice()
    const gate = { failed_max: 0 }
    const rollout = await create({
      order: SHELL,
      scope: named([device]),
      stages: [stage({ kind: 'rest' }, gate)],
      hours: hoursAfter(clock, 0, 1),
    })
    await after(rollout)
    expect((await anUplink(server, device)).downlinks).toHaveLength(1)
    clock += HOUR
    await expireDownlinks(server.deps)
    expect(await after(rollout)).toMatchObject({ state: 'done', progress: [{ failed: 0, unconfirmed: 1 }] })
  })

  test('do not change what is known of the settings before', async () => {
    const device = await aDevice(server, space)
    await reports(device, `${EVERY} 900`)
    const hours = hoursAfter(clock, 0, 1)
    const rollout = await create({ order: wishing(300), scope: named([device]), hours })
    await after(rollout)
    clock += HOUR
    await expireDownlinks(server.deps)
    expect((await after(rollout)).progress).toMatchObject([{ waiting: 1 }])
    clock += 23 * HOUR
    await after(rollout)
    await anUplink(server, device)
    await reports(device, `${EVERY} 300`)
    expect((await after(rollout)).progress).toMatchObject([{ done: 1 }])
    await after(await change(rollout, 'rollback'))
    expect((await anUplink(server, device)).downlinks).toMatchObject([{ body: [`${EVERY} 900`] }])
  })
})

describe('a roll-out of settings', () => {
  test('is done with devices that have them, whatever else they lack', async () => {
    const device = await aDevice(server, space)
    await reports(device, `${EVERY} 900`, 'app config mode lte')
    await server.call('PUT', `/spaces/${space.id}/devices/${device.id}/configuration`, {
      token,
      body: { wished: { 'app config mode': 'nb' } },
    })
    const rollout = await create({ order: wishing(300), scope: named([device]) })
    await after(rollout)
    await anUplink(server, device)
    await reports(device, `${EVERY} 300`, 'app config mode lte')
    expect(await after(rollout)).toMatchObject({ state: 'done', progress: [{ done: 1, failed: 0 }] })
  })

  test('takes its wishes back where it was stopped before they arrived', async () => {
    const [has, waits, later] = await manyDevices(server, space, 3)
    if (!has || !waits || !later) throw new Error('no devices')
    for (const device of [has, waits, later]) await reports(device, `${EVERY} 900`)
    const rollout = await create({ order: wishing(300), scope: named([has, waits, later]) })
    await after(rollout)
    await anUplink(server, has)
    await reports(has, `${EVERY} 300`)
    await server.call('PUT', `/spaces/${space.id}/devices/${later.id}/configuration`, {
      token,
      body: { wished: { [EVERY]: '600' } },
    })
    await change(rollout, 'stop')
    await after(rollout)
    expect(await configurationOf(has)).toMatchObject({ state: 'as_wished' })
    expect(await configurationOf(waits)).toMatchObject({ wished: [], state: 'none' })
    expect(await configurationOf(later)).toMatchObject({ wished: [{ name: EVERY, value: '600' }] })
    expect((await anUplink(server, waits)).downlinks).toEqual([])
  })
})

describe('the evidence', () => {
  test('of a stage whose orders somebody has cancelled is none: a person begins the next one', async () => {
    const devices = await manyDevices(server, space, 2)
    const rollout = await create({ order: SHELL, scope: named(devices), stages: [FIRST, REST] })
    await after(rollout)
    const [first] = await members(rollout, '?stage=0')
    const ids = { ids: [first?.message_id] }
    await server.call('POST', `/spaces/${space.id}/messages/cancel`, { token, body: ids })
    expect(await after(rollout)).toMatchObject({
      stage: 0,
      waits_for: { kind: 'person' },
      progress: [{ cancelled: 1 }, { waiting: 1 }],
    })
  })

  test('that a person has accepted is not accepted again once it is gone', async () => {
    const devices = await manyDevices(server, space, 2)
    for (let contact = 0; contact < 6; contact++) {
      for (const device of devices) await anUplink(server, device)
      clock += 10 * MINUTE
    }
    const [one, other] = devices
    if (!one || !other) throw new Error('no devices')
    const rollout = await create({
      order: SHELL,
      scope: named(devices),
      stages: [stage({ kind: 'rest' }, { minutes: 6000 })],
    })
    await after(rollout)
    for (const device of devices) await anUplink(server, device)
    await after(rollout)
    clock += HOUR
    await anUplink(server, other)
    expect(await after(rollout)).toMatchObject({ state: 'paused', hold: { count: 1 } })
    await change(rollout, 'resume')
    await anUplink(server, one)
    expect(await after(rollout)).toMatchObject({ state: 'running', progress: [{ troubled: 0 }] })
    clock += 12 * HOUR
    await anUplink(server, one)
    expect(await after(rollout)).toMatchObject({ state: 'paused', hold: { count: 1 } })
  })

  test('does not give more orders at once than it may, in two copies', async () => {
    const devices = await manyDevices(server, space, 4)
    for (const device of devices) await anUplink(server, device)
    const { id } = await create({ order: SHELL, scope: named(devices), at_once: 2 })
    const copy = async () =>
      giveOrders(server.deps, { spaceId: space.id, id }, { count: 2, expiresAt: new Date(clock + DAY) })
    expect([await copy(), await copy()]).toEqual([2, 0])
  })

  test('does not wait for places that silent devices take', async () => {
    const devices = await manyDevices(server, space, 3)
    const seen = devices[2]
    if (!seen) throw new Error('no device')
    await anUplink(server, seen)
    const rollout = await create({ order: SHELL, scope: named(devices), at_once: 1 })
    expect((await after(rollout)).progress).toMatchObject([{ waiting: 0, ordered: 3, absent: 2 }])
  })
})

describe('a deletion', () => {
  test('waits for the end of the roll-out that takes it back', async () => {
    const device = await aDevice(server, space)
    const records = {
      kind: 'records' as const,
      add_tags: [],
      remove_tags: [],
      set_labels: { site: 'north' },
      remove_labels: [],
    }
    const rollout = await create({ order: records, scope: named([device]) })
    await after(rollout)
    const back = await change(rollout, 'rollback')
    expect((await call('DELETE', `/${rollout.id}`)).status).toBe(409)
    await after(back)
    expect((await call('DELETE', `/${rollout.id}`)).status).toBe(204)
  })
})

describe('two people at once', () => {
  test('do not skip a stage', async () => {
    const devices = await manyDevices(server, space, 3)
    const person = stage({ kind: 'count', count: 1 }, { kind: 'person' })
    const rollout = await create({ order: SHELL, scope: named(devices), stages: [person, person, REST] })
    const next = async () => call('POST', `/${rollout.id}/next`, { stage: 0 })
    expect([(await next()).status, (await next()).status]).toEqual([200, 409])
    expect(await read(rollout)).toMatchObject({ stage: 1 })
  })
})

describe('permissions', () => {
  test('of what is ordered are needed to change a draft as well, and those of changes to roll back', async () => {
    const device = await aDevice(server, space)
    const draft = await create({ order: FIRMWARE, scope: named([device]), start: false })
    const running = await create({ order: FIRMWARE, scope: named([device]) })
    await after(running)
    const { id: key } = await aKey(server, space, { permissions: ['space:rollout:update'] })
    const path = `/spaces/${space.id}/rollouts`
    const update = async (body: unknown) =>
      (await server.call('PUT', `${path}/${draft.id}`, { key, body })).status
    expect(await update({ at_once: 5 })).toBe(403)
    expect(await update({ name: 'Another name' })).toBe(200)
    const creating = await aKey(server, space, {
      permissions: ['space:rollout:create', 'space:device:firmware:create'],
    })
    const back = await server.call('POST', `${path}/${running.id}/rollback`, { key: creating.id })
    expect(back.status).toBe(403)
    expect(await read(running)).toMatchObject({ state: 'running' })
  })
})

describe('bounds', () => {
  test('of mutes and labels hold for roll-outs as well', async () => {
    const devices = await manyDevices(server, space, 2)
    const [one] = devices
    if (!one) throw new Error('no device')
    const labels = (from: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`label-${from + i}`, 'x']))
    const setting = (set_labels: Record<string, string>) => ({
      kind: 'records' as const,
      add_tags: [],
      remove_tags: [],
      set_labels,
      remove_labels: [],
    })
    await after(await create({ order: setting(labels(0, LABELS_MAX)), scope: named([one]) }))
    const tooMany = await create({ order: setting(labels(LABELS_MAX, 1)), scope: named(devices) })
    expect(await after(tooMany)).toMatchObject({ progress: [{ failed: 1, done: 1 }] })

    const mute = { kind: 'mute' as const, ends_at: new Date(clock + HOUR).toISOString(), note: null }
    const late = await create({ order: mute, scope: named(devices), hours: hoursAfter(clock, 2, 3) })
    await after(late)
    clock += 2 * HOUR
    expect(await after(late)).toMatchObject({ progress: [{ failed: 2, done: 0 }] })
  })
})

// The last one: the time ends the owner's sign-in.
test('a roll-out ends by itself, also while it is paused', async () => {
  const device = await aDevice(server, space)
  const rollout = await create({ order: SHELL, scope: named([device]) })
  await after(rollout)
  await change(rollout, 'pause')
  clock += (ROLLOUT_DAYS_MAX + 1) * DAY
  await goOn(server)
  const { rows } = await server.db.$client.query(
    'select r.state, d.state as device from rollout r join rollout_device d on d.rollout_id = r.id where r.id = $1',
    [rollout.id],
  )
  expect(rows).toEqual([{ state: 'done', device: 'cancelled' }])
})
