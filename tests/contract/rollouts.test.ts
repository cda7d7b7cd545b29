import { describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '#contract/common/durations'
import { rolloutsApi } from '#contract/rollouts'
import { expireDownlinks } from '../../server/services/devices/expiry'
import { aDevice, aTag, manyDevices } from '../support/builders'
import { firmwareOf, type TestDevice } from '../support/firmware'
import { goOn, hoursAfter, named, rolloutsOf, stage } from '../support/rollouts'
import { serveSpace } from '../support/serve'
import { anUplink } from '../support/uplink'

let clock = Date.parse('2026-11-21T08:00:00.000Z')
const { server, space } = await serveSpace({ now: () => new Date(clock) })
const { call, create, change, after, members, read } = rolloutsOf(server, space)
const { list: jobsOf, report, schedule } = firmwareOf(server, space)

const FIRMWARE = { kind: 'firmware', firmware: 'sense-3', target: 'app' } as const
const FIRST = stage({ kind: 'count', count: 1 }, {})
const REST = stage({ kind: 'rest' }, {})

/** Goes through a download as a device does. */
async function update(device: TestDevice, state: 'succeeded' | 'failed' = 'succeeded') {
  await anUplink(server, device)
  const [job] = await jobsOf(device)
  if (!job) throw new Error('the device has no job')
  if (state === 'failed') return report(device, job, { state, reason: 'no space left' })
  for (const step of ['downloading', 'swapping', 'succeeded'] as const)
    await report(device, job, { state: step })
  return undefined
}

const counts = ({ progress }: Awaited<ReturnType<typeof read>>) =>
  progress.map(({ waiting, ordered, handed_over, done, failed }) => [
    waiting,
    ordered,
    handed_over,
    done,
    failed,
  ])

describe('a roll-out of a firmware', () => {
  test('goes from stage to stage as devices succeed, and is done', async () => {
    const devices = await manyDevices(server, space, 3)
    const rollout = await create({ order: FIRMWARE, scope: named(devices), stages: [FIRST, REST] })
    expect(rollout).toMatchObject({ state: 'running', stage: 0, started_by: space.owner.email })
    expect(counts(await after(rollout))).toEqual([
      [0, 1, 0, 0, 0],
      [2, 0, 0, 0, 0],
    ])
    const [first] = await members(rollout, '?stage=0')
    const one = devices.find(({ id }) => id === first?.device_id)
    if (!one) throw new Error('no first device')
    await anUplink(server, one)
    expect(await after(rollout)).toMatchObject({ stage: 0, waits_for: { kind: 'devices' } })
    await update(one)
    expect(await after(rollout)).toMatchObject({ stage: 1 })
    for (const device of devices.filter((each) => each !== one)) await update(device)
    const done = await after(rollout)
    expect(done).toMatchObject({ state: 'done', ended_at: expect.any(String), waits_for: null })
    expect(counts(done)).toEqual([
      [0, 0, 0, 1, 0],
      [0, 0, 0, 2, 0],
    ])
  })

  test('pauses itself when more devices fail than its gate allows, and orders nothing more', async () => {
    const devices = await manyDevices(server, space, 4)
    const rollout = await create({
      order: FIRMWARE,
      scope: named(devices),
      stages: [stage({ kind: 'count', count: 2 }, { failed_max: 1 }), REST],
    })
    await after(rollout)
    const stageOne = await members(rollout, '?stage=0')
    const firsts = devices.filter(({ id }) => stageOne.some(({ device_id }) => device_id === id))
    for (const device of firsts) await update(device, 'failed')
    const held = await after(rollout)
    expect(held).toMatchObject({
      state: 'paused',
      hold: { kind: 'failed', stage: 0, count: 2, limit: 1 },
      stage: 0,
    })
    expect((await members(rollout, '?state[]=failed')).map(({ reason }) => reason)).toEqual([
      'no space left',
      'no space left',
    ])
    expect(counts(await after(rollout))[1]).toEqual([2, 0, 0, 0, 0])
    await change(rollout, 'resume')
    const resumed = await after(rollout)
    expect(resumed).toMatchObject({ state: 'running', hold: null, stage: 1 })
    expect(counts(resumed)[1]).toEqual([0, 2, 0, 0, 0])
  })

  test('pauses itself when a device falls silent after the change', async () => {
    const devices = await manyDevices(server, space, 2)
    for (let contact = 0; contact < 6; contact++) {
      for (const device of devices) await anUplink(server, device)
      clock += 10 * MINUTE
    }
    const rollout = await create({
      order: FIRMWARE,
      scope: named(devices),
      stages: [stage({ kind: 'count', count: 1 }, { minutes: 600 }), REST],
    })
    await after(rollout)
    const [first] = await members(rollout, '?stage=0')
    for (const device of devices) {
      if (device.id === first?.device_id) await update(device)
      else await anUplink(server, device)
    }
    expect(await after(rollout)).toMatchObject({ state: 'running', waits_for: { kind: 'gate' } })
    clock += HOUR
    expect(await after(rollout)).toMatchObject({
      state: 'paused',
      hold: { kind: 'troubled', count: 1, limit: 0, troubles: { silent: 1 } },
    })
    expect(await members(rollout, '?trouble[]=silent')).toHaveLength(1)
  })

  test('leaves out devices that have it, or have a running job, and says why', async () => {
    const [has, busy, takes] = await manyDevices(server, space, 3)
    if (!has || !busy || !takes) throw new Error('no devices')
    await schedule(has, { firmware: FIRMWARE.firmware })
    await update(has)
    await schedule(busy, { firmware: 'sense-9' })
    const readOnly = await aTag(server, space, undefined, 'read')
    const reading = await aDevice(server, space, { tags: [readOnly] })
    const scope = named([has, busy, reading, takes])
    const answer = await call('POST', '/try', { order: FIRMWARE, scope, stages: [REST] })
    const trial = rolloutsApi.try.answer.parse(await answer.json())
    expect(trial.stages).toMatchObject([{ devices: 1, sample: [{ id: takes.id }] }])
    expect(Object.fromEntries(trial.left_out.map(({ reason, devices }) => [reason, devices]))).toEqual({
      has_it: 1,
      job_running: 1,
      no_downlinks: 1,
    })
    const rollout = await create({ order: FIRMWARE, scope })
    expect(rollout.left_out).toEqual({ has_it: 1, job_running: 1, no_downlinks: 1 })
    expect(await members(rollout, '?state[]=left_out')).toHaveLength(3)
  })

  test('gives devices back the firmware that they had', async () => {
    const devices = await manyDevices(server, space, 2)
    const [one, other] = devices
    if (!one || !other) throw new Error('no devices')
    await schedule(one, { firmware: 'sense-2' })
    await update(one)
    const rollout = await create({ order: FIRMWARE, scope: named(devices) })
    await after(rollout)
    for (const device of devices) await update(device)
    expect(await after(rollout)).toMatchObject({ state: 'done' })
    const back = await change(rollout, 'rollback')
    expect(back).toMatchObject({ rollback_of: rollout.id, left_out: { nothing_before: 1 }, state: 'running' })
    expect(await read(rollout)).toMatchObject({ rolled_back_by: back.id })
    await after(back)
    expect((await jobsOf(one))[0]).toMatchObject({ firmware_id: 'sense-2', state: 'scheduled' })
    await update(one)
    expect(await after(back)).toMatchObject({ state: 'done' })
    expect((await call('POST', `/${rollout.id}/rollback`)).status).toBe(409)
  })

  test('cancels the orders that wait when it is stopped', async () => {
    const devices = await manyDevices(server, space, 3)
    for (const device of devices) await anUplink(server, device)
    const rollout = await create({ order: FIRMWARE, scope: named(devices), at_once: 2 })
    expect(counts(await after(rollout))).toEqual([[1, 2, 0, 0, 0]])
    await change(rollout, 'stop')
    const stopped = await after(rollout)
    expect(stopped).toMatchObject({ state: 'stopped', progress: [{ cancelled: 3 }] })
    for (const device of devices) expect((await anUplink(server, device)).downlinks).toEqual([])
    expect((await call('POST', `/${rollout.id}/resume`)).status).toBe(409)
  })
})

describe('stages and gates', () => {
  test('a stage waits until a person begins the next one', async () => {
    const devices = await manyDevices(server, space, 2)
    const rollout = await create({
      order: FIRMWARE,
      scope: named(devices),
      stages: [stage({ kind: 'count', count: 1 }, { kind: 'person' }), REST],
    })
    await after(rollout)
    const [first] = await members(rollout, '?stage=0')
    const one = devices.find(({ id }) => id === first?.device_id)
    if (!one) throw new Error('no first device')
    await update(one)
    expect(await after(rollout)).toMatchObject({ stage: 0, waits_for: { kind: 'person' } })
    await change(rollout, 'next')
    expect(counts(await after(rollout))[1]).toEqual([0, 1, 0, 0, 0])
  })

  test('a gate of time opens so long after the last device has concluded', async () => {
    const devices = await manyDevices(server, space, 2)
    const rollout = await create({
      order: FIRMWARE,
      scope: named(devices),
      stages: [stage({ kind: 'count', count: 1 }, { minutes: 60 }), REST],
    })
    await after(rollout)
    const [first] = await members(rollout, '?stage=0')
    const one = devices.find(({ id }) => id === first?.device_id)
    if (!one) throw new Error('no first device')
    await update(one)
    const until = new Date(clock + HOUR).toISOString()
    expect(await after(rollout)).toMatchObject({ stage: 0, waits_for: { kind: 'gate', until } })
    clock += 59 * MINUTE
    expect(await after(rollout)).toMatchObject({ stage: 0 })
    clock += MINUTE
    expect(await after(rollout)).toMatchObject({ stage: 1 })
  })

  test('nothing is ordered outside of the hours', async () => {
    const device = await aDevice(server, space)
    const hours = hoursAfter(clock, 2, 4)
    const rollout = await create({ order: FIRMWARE, scope: named([device]), hours })
    expect(await after(rollout)).toMatchObject({ waits_for: { kind: 'hours' } })
    expect((await anUplink(server, device)).downlinks).toEqual([])
    clock += 3 * HOUR
    expect(counts(await after(rollout))).toEqual([[0, 1, 0, 0, 0]])
  })
})

describe('a change of records', () => {
  test('is done by the server, and taken back without what others changed since', async () => {
    const [pumps, old] = [await aTag(server, space), await aTag(server, space)]
    const devices = [
      await aDevice(server, space, { tags: [old], label: { site: 'north', room: '1' } }),
      await aDevice(server, space),
    ]
    const rollout = await create({
      order: {
        kind: 'records',
        add_tags: [pumps.id],
        remove_tags: [old.id],
        set_labels: { site: 'south' },
        remove_labels: [],
      },
      scope: named(devices),
    })
    expect(await after(rollout)).toMatchObject({ state: 'done', progress: [{ done: 2 }] })
    const device = async (id: string) =>
      (await server.call('GET', `/spaces/${space.id}/devices/${id}`, { token: space.owner.token })).json()
    const [first, second] = devices
    expect(await device(first?.id ?? '')).toMatchObject({
      tags: [{ id: pumps.id }],
      label: { site: 'south', room: '1' },
      version: 2,
    })
    const back = await change(rollout, 'rollback')
    expect(await after(back)).toMatchObject({ state: 'done' })
    expect(await device(first?.id ?? '')).toMatchObject({
      tags: [{ id: old.id }],
      label: { site: 'north', room: '1' },
    })
    expect(await device(second?.id ?? '')).toMatchObject({ tags: [], label: {} })
  })

  test('takes all devices that a filter matches', async () => {
    const tag = await aTag(server, space)
    await manyDevices(server, space, 3, { tags: [tag], comment: 'in the cellar' })
    const rollout = await create({
      order: {
        kind: 'records',
        add_tags: [],
        remove_tags: [],
        set_labels: { floor: '-1' },
        remove_labels: [],
      },
      scope: {
        kind: 'filter',
        filters: { comment: 'cellar', moved: 'false', tag_filter_logic: 'any' },
        except_ids: [],
      },
    })
    expect(await after(rollout)).toMatchObject({ state: 'done', progress: [{ done: 3 }] })
  })
})

describe('what is known of a device', () => {
  const shell = { kind: 'shell' as const, body: ['info show'] }

  test('a device that confirms is done when it has, one that does not is never said to be', async () => {
    const [confirming, other] = await manyDevices(server, space, 2)
    if (!confirming || !other) throw new Error('no devices')
    const first = await create({ order: shell, scope: named([confirming]) })
    await after(first)
    const [learnt] = (await anUplink(server, confirming)).downlinks
    await anUplink(server, confirming, { confirms: [{ id: learnt?.id, result: 'done' }] })
    const rollout = await create({ order: shell, scope: named([confirming, other]) })
    await after(rollout)
    const handed = (await anUplink(server, confirming)).downlinks
    await anUplink(server, other)
    const stateOf = async (device: { id: string }) =>
      (await members(rollout)).find(({ device_id }) => device_id === device.id)
    await after(rollout)
    expect(await stateOf(confirming)).toMatchObject({ state: 'handed_over', settled_at: null })
    expect(await stateOf(other)).toMatchObject({ state: 'unconfirmed' })
    await anUplink(server, confirming, {
      confirms: [{ id: handed[0]?.id, result: 'refused', reason: 'no such command' }],
    })
    await after(rollout)
    expect(await stateOf(confirming)).toMatchObject({ state: 'failed', reason: 'no such command' })
    expect(await read(rollout)).toMatchObject({ state: 'done' })
  })

  test('wished settings are done when the device reports them, and taken back to those before', async () => {
    const [device, has] = await manyDevices(server, space, 2)
    if (!device || !has) throw new Error('no devices')
    const lines = (every: number) => [`app config interval-report ${every}`, 'app config mode lte']
    for (const each of [device, has]) await anUplink(server, each, { type: 'config', body: lines(900) })
    const order = { kind: 'settings', settings: { 'app config interval-report': '300' } } as const
    const rollout = await create({ order, scope: named([device]) })
    await after(rollout)
    const { downlinks } = await anUplink(server, device)
    expect(downlinks).toMatchObject([{ type: 'config', body: ['app config interval-report 300'] }])
    expect((await after(rollout)).progress).toMatchObject([{ handed_over: 1 }])
    clock += MINUTE
    await anUplink(server, device, { type: 'config', body: lines(300) })
    expect(await after(rollout)).toMatchObject({ state: 'done', progress: [{ done: 1 }] })
    const again = await call('POST', '/try', { order, scope: named([device, has]) })
    expect(rolloutsApi.try.answer.parse(await again.json())).toMatchObject({
      stages: [{ devices: 1, sample: [{ id: has.id }] }],
      left_out: [{ reason: 'has_it', devices: 1 }],
    })
    const back = await change(rollout, 'rollback')
    await after(back)
    expect((await anUplink(server, device)).downlinks).toMatchObject([
      { body: ['app config interval-report 900'] },
    ])
    clock += MINUTE
    await anUplink(server, device, { type: 'config', body: lines(900) })
    expect(await after(back)).toMatchObject({ state: 'done' })
  })

  test('a device that still differs after its report has failed', async () => {
    const device = await aDevice(server, space)
    await anUplink(server, device, { type: 'config', body: ['app config mode lte'] })
    const order = { kind: 'settings', settings: { 'app config mode': 'nb' } } as const
    const rollout = await create({ order, scope: named([device]) })
    await after(rollout)
    await anUplink(server, device)
    clock += MINUTE
    await anUplink(server, device, { type: 'config', body: ['app config mode lte'] })
    await after(rollout)
    expect(await members(rollout)).toMatchObject([{ state: 'failed', reason: 'differs' }])
  })

  test('an order that was not handed over in the hours waits for the next ones', async () => {
    const device = await aDevice(server, space)
    const hours = hoursAfter(clock, 0, 1)
    const rollout = await create({ order: shell, scope: named([device]), hours })
    expect(counts(await after(rollout))).toEqual([[0, 1, 0, 0, 0]])
    clock += 2 * HOUR
    expect((await anUplink(server, device)).downlinks).toEqual([])
    await expireDownlinks(server.deps)
    expect(await after(rollout)).toMatchObject({ waits_for: { kind: 'hours' }, progress: [{ waiting: 1 }] })
    clock += 22 * HOUR
    await after(rollout)
    expect((await anUplink(server, device)).downlinks).toHaveLength(1)
  })
})

describe('deciding', () => {
  test('twice at once, in two copies, orders each device once', async () => {
    const devices = await manyDevices(server, space, 8)
    const rollout = await create({
      order: { kind: 'shell', body: ['info show'] },
      scope: named(devices),
    })
    await Promise.all([goOn(server), goOn(server), goOn(server)])
    await after(rollout)
    for (const device of devices) expect((await anUplink(server, device)).downlinks).toHaveLength(1)
  })
})
