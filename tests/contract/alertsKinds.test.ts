import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Condition, type Episode } from '#contract/alerts'
import { DAY, HOUR, MINUTE, SECOND } from '#contract/common/durations'
import { alertCalls } from '../support/alertCalls'
import { aDevice, aSpace, type TestSpace } from '../support/builders'
import { evaluateDue, evaluateNow } from '../support/evaluation'
import { firmwareOf } from '../support/firmware'
import { createMute } from '../support/mutes'
import { findValues } from '../support/series'
import { serve } from '../support/serve'
import { anUplink } from '../support/uplink'

const START = Date.parse('2026-11-01T00:00:00.000Z')
/** Longest time until a message is stored, in milliseconds. */
const STORING = 5 * SECOND

let clock = START
const server = await serve({ now: () => new Date(clock) })
const pool = server.db.$client
const iso = (time: number) => new Date(time).toISOString()
let space: TestSpace

beforeEach(async () => {
  clock = START
  space = await aSpace(server)
})

const { call, aRule, alertsOf, devicesOf: openedBy, tried } = alertCalls(server, () => space)

const round = async () => evaluateDue(server)
const evaluate = async () => evaluateNow(server)

/** The spans in which alerts of a rule were open: "0 h 5 h". */
const spans = (episodes: readonly Episode[]) =>
  episodes
    .map(({ opened_at, ended_at }) => [opened_at, ended_at])
    .map((times) => times.map((time) => time && `${(Date.parse(time) - START) / HOUR} h`).join(' '))
    .toSorted((a, b) => (a < b ? -1 : 1))

const inOrder = (episodes: readonly Episode[]) =>
  episodes.toSorted((a, b) =>
    `${a.device_id} ${a.path} ${a.opened_at}` < `${b.device_id} ${b.path} ${b.opened_at}` ? -1 : 1,
  )

describe('a value that is no longer sent', () => {
  const condition = { kind: 'missing', path: 'tank.level', seconds: 3600 } as const
  const send = async (device: Parameters<typeof anUplink>[1], body: object) => {
    await anUplink(server, device, { body })
    await findValues(server)
  }

  test('opens an alert for devices that have sent it before, until the next value', async () => {
    const [device, other] = [await aDevice(server, space), await aDevice(server, space)]
    const rule = await aRule(condition)
    await send(device, { tank: { level: 3 } })
    clock = START + HOUR
    for (const one of [device, other]) await send(one, { flow: 1 })
    await evaluate()
    expect(await alertsOf(rule)).toEqual([])
    clock += STORING
    await evaluate()
    await evaluate()
    expect(await alertsOf(rule)).toMatchObject([
      {
        ended_at: null,
        device_count: 1,
        devices: [
          {
            device_id: device.id,
            path: 'tank.level',
            since: iso(START),
            opened_at: iso(START + HOUR),
            worst: null,
          },
        ],
      },
    ])
    clock += HOUR
    await send(device, { tank: { level: 3 } })
    await evaluate()
    expect(await alertsOf(rule)).toMatchObject([{ ended_at: iso(clock), open_count: 0 }])
  })

  test('is not evaluated before the messages of the device are in its history', async () => {
    const device = await aDevice(server, space)
    const rule = await aRule(condition)
    await send(device, { tank: { level: 3 } })
    clock = START + 50 * MINUTE
    await anUplink(server, device, { body: { tank: { level: 3 } } })
    clock = START + HOUR + STORING
    await evaluate()
    await findValues(server)
    await evaluate()
    expect(await alertsOf(rule)).toEqual([])
  })

  test('is evaluated after an outage of the server once devices had time to send', async () => {
    const device = await aDevice(server, space)
    const rule = await aRule(condition)
    await send(device, { tank: { level: 3 } })
    clock = START + 3 * HOUR
    await round()
    for (; clock < START + 4 * HOUR; clock += MINUTE) await round()
    expect(await alertsOf(rule)).toEqual([])
    clock += STORING
    await round()
    expect(await alertsOf(rule)).toMatchObject([{ open_count: 1 }])
  })

  test('opens no alert when the next value comes at the very moment of the opening', async () => {
    const device = await aDevice(server, space)
    const rule = await aRule(condition)
    for (const hours of [0, 1, 2]) {
      clock = START + hours * HOUR
      await send(device, { tank: { level: 3 } })
      await evaluate()
      clock += STORING
      await evaluate()
    }
    expect(await alertsOf(rule)).toEqual([])
    expect(await tried(condition)).toMatchObject({ alert_count: 0, alerts: [] })
  })

  test('is evaluated for each item of a list separately', async () => {
    const device = await aDevice(server, space)
    const rule = await aRule({ ...condition, path: 'tanks[].level' })
    const [north, south] = [
      { name: 'north', level: 1 },
      { name: 'south', level: 1 },
    ]
    await send(device, { tanks: [north, south] })
    clock = START + 50 * MINUTE
    await send(device, { tanks: [north] })
    clock = START + HOUR + STORING
    await evaluate()
    expect(await openedBy(rule)).toMatchObject([{ path: 'tanks[name=south].level' }])
  })
})

describe('a device that boots often', () => {
  const condition = { kind: 'boots', times: 3 } as const
  const boot = async (device: Parameters<typeof anUplink>[1]) =>
    anUplink(server, device, { type: 'session', body: { up: {} } })

  test('opens an alert with the first boot beyond the limit, until there are fewer in 24 hours', async () => {
    const device = await aDevice(server, space)
    const rule = await aRule(condition)
    for (const hours of [1, 2, 26, 27]) {
      clock = START + hours * HOUR
      await boot(device)
      await evaluate()
    }
    expect(await alertsOf(rule)).toEqual([])
    clock = START + 28 * HOUR
    await boot(device)
    await evaluate()
    await evaluate()
    expect(await alertsOf(rule)).toMatchObject([
      {
        open_count: 1,
        devices: [{ device_id: device.id, path: null, since: iso(START + 26 * HOUR), opened_at: iso(clock) }],
      },
    ])
    clock = START + 50 * HOUR + STORING
    await evaluate()
    expect(await alertsOf(rule)).toMatchObject([{ ended_at: iso(START + 50 * HOUR) }])
    expect((await tried(condition)).alerts).toEqual(await openedBy(rule))
  })
})

describe('a firmware job that fails', () => {
  const condition = { kind: 'firmwareFailed' } as const

  test('opens an alert, until a later job for the same part is created', async () => {
    const firmware = firmwareOf(server, space)
    const device = await aDevice(server, space)
    const before = await firmware.schedule(device)
    await firmware.report(device, before, { state: 'failed' })
    clock += HOUR
    const rule = await aRule(condition)
    await evaluate()
    expect(await alertsOf(rule)).toEqual([])
    clock += HOUR
    const job = await firmware.schedule(device)
    await evaluate()
    clock += HOUR
    await firmware.report(device, job, { state: 'failed', reason: 'no room' })
    await evaluate()
    await evaluate()
    clock += HOUR
    await firmware.schedule(device, { firmware: 'other', target: 'modem' })
    await evaluate()
    expect(await alertsOf(rule)).toMatchObject([
      { open_count: 1, devices: [{ device_id: device.id, path: null, opened_at: iso(START + 3 * HOUR) }] },
    ])
    clock += HOUR
    await firmware.schedule(device)
    await evaluate()
    await evaluate()
    expect(spans(await openedBy(rule))).toEqual(['3 h 5 h'])
    expect(spans((await tried(condition)).alerts)).toEqual(['0 h 2 h', '3 h 5 h'])
  })

  test('early in a long mute opens an alert at the end of the mute', async () => {
    const firmware = firmwareOf(server, space)
    const device = await aDevice(server, space)
    const rule = await aRule(condition)
    const { ends_at } = await createMute(server, space, {
      scope: { kind: 'all' },
      ends_at: iso(START + 60 * DAY),
    })
    clock += 2 * DAY
    await firmware.report(device, await firmware.schedule(device), { state: 'failed' })
    await evaluate()
    expect(await alertsOf(rule)).toEqual([])
    clock = START + 60 * DAY + HOUR
    await evaluate()
    // The owner's session has ended by now.
    const { rows } = await pool.query('select opened_at, ended_at from alert where rule_id = $1', [rule.id])
    expect(rows).toEqual([{ opened_at: new Date(ends_at), ended_at: null }])
  })

  test('opens no alert after 120 days in which no server ran', async () => {
    const firmware = firmwareOf(server, space)
    const rule = await aRule(condition)
    const [early, late] = [await aDevice(server, space), await aDevice(server, space)]
    for (const device of [early, late]) {
      clock += HOUR
      await firmware.report(device, await firmware.schedule(device), { state: 'failed' })
    }
    clock = START + HOUR + 120 * DAY + 1
    await evaluate()
    const { rows } = await pool.query('select device_id from alert_episode where rule_id = $1', [rule.id])
    expect(rows).toEqual([{ device_id: late.id }])
  })
})

/**
 * The alerts of a device that people notice. States and pauses shorter than the time to store a message do not count,
 * because they may be an effect of storing.
 */
function noticed(episodes: readonly Episode[]): Episode[] {
  const isLong = (from: string, until: string | null) =>
    until === null || Date.parse(until) - Date.parse(from) > STORING
  const whole: Episode[] = []
  for (const one of inOrder(episodes)) {
    const last = whole.at(-1)
    if (last?.ended_at && last.path === one.path && !isLong(last.ended_at, one.opened_at))
      last.ended_at = one.ended_at
    // Only running rules find what flaps.
    else whole.push({ ...one, flapping: null })
  }
  return whole.filter(({ opened_at, ended_at }) => isLong(opened_at, ended_at))
}

/** Milliseconds from one event of a device to the next. */
const anyPause = (most: number) =>
  fc.integer({ min: 1, max: most / SECOND }).map((seconds) => seconds * SECOND)
const runs = Number(process.env.HISTORIES ?? 12)
/** Milliseconds for all runs. */
const timeout = 90_000 + 5000 * runs

describe('a running rule finds the same as its preview', { tags: 'heavy', timeout }, () => {
  /** Replays a history, with rounds as often as on a server where something may happen. */
  async function bothOf(
    condition: Condition,
    story: readonly (() => Promise<unknown>)[],
    pauses: readonly number[],
    watched: (time: number) => readonly number[],
  ) {
    const rule = await aRule(condition)
    let due: number[] = []
    const evaluateUntil = async (time: number) => {
      for (const at of due.filter((one) => one < time).toSorted((a, b) => a - b)) {
        clock = at
        await evaluate()
      }
      due = due.filter((one) => one >= time)
    }
    let time = START
    for (const [i, happens] of story.entries()) {
      time += pauses[i] ?? SECOND
      await evaluateUntil(time)
      clock = time
      await happens()
      await evaluate()
      due.push(...watched(time))
    }
    await evaluateUntil(Infinity)
    const { alerts } = await tried(condition)
    const found = noticed(await openedBy(rule))
    await call('DELETE', `/alert-rules/${rule.id}`)
    return { found, trial: noticed(alerts) }
  }

  test('in missing values', async () => {
    const step = fc.record({ pause: anyPause(2 * HOUR), has: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(60, 1800, 3600),
        fc.array(step, { minLength: 1, maxLength: 8 }),
        async (seconds, steps) => {
          space = await aSpace(server)
          clock = START
          const device = await aDevice(server, space)
          const story = steps.map(({ has }) => async () => {
            await anUplink(server, device, { body: has ? { level: 1 } : { flow: 1 } })
            await findValues(server)
          })
          const watched = (time: number) => [time + seconds * SECOND + STORING]
          const pauses = steps.map(({ pause }) => pause)
          const { found, trial } = await bothOf(
            { kind: 'missing', path: 'level', seconds },
            story,
            pauses,
            watched,
          )
          expect(found).toEqual(trial)
        },
      ),
      { numRuns: runs },
    )
  })

  test('in boots', async () => {
    const pauses = fc.array(fc.oneof(anyPause(4 * HOUR), anyPause(DAY)), { minLength: 1, maxLength: 15 })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 5 }), pauses, async (times, all) => {
        space = await aSpace(server)
        clock = START
        const device = await aDevice(server, space)
        const story = all.map(
          () => async () => anUplink(server, device, { type: 'session', body: { up: {} } }),
        )
        const { found, trial } = await bothOf({ kind: 'boots', times }, story, all, (time) => [
          time + DAY + STORING,
        ])
        expect(found).toEqual(trial)
      }),
      { numRuns: runs },
    )
  })

  test('in firmware jobs', async () => {
    const step = fc.record({
      pause: anyPause(HOUR),
      target: fc.constantFrom('app', 'modem'),
      does: fc.constantFrom('make', 'fail', 'succeed'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        space = await aSpace(server)
        clock = START
        const device = await aDevice(server, space)
        const firmware = firmwareOf(server, space)
        const jobs = new Map<string, Awaited<ReturnType<typeof firmware.schedule>>>()
        const story = steps.map(({ target, does }) => async () => {
          const job = jobs.get(target)
          if (does === 'make' || !job)
            jobs.set(target, await firmware.schedule(device, { firmware: 'sense-2', target }))
          else if (does === 'fail') await firmware.report(device, job, { state: 'failed' })
          else
            for (const state of ['downloading', 'swapping', 'succeeded'] as const)
              await firmware.report(device, job, { state })
        })
        const pauses = steps.map(({ pause }) => pause)
        const { found, trial } = await bothOf({ kind: 'firmwareFailed' }, story, pauses, () => [])
        expect(found).toEqual(trial)
      }),
      { numRuns: runs },
    )
  })
})
