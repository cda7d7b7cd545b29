import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE, WEEK } from '#contract/common/durations'
import { CANCELLED_IN_A_ROW } from '#contract/connectors'
import { type Attention, type Overview, overviewApi } from '#contract/overview'
import {
  alertRule,
  attentionSnooze,
  auditEntry,
  connectorOperation,
  connector as connectorTable,
  delivery,
} from '../../server/db/schema'
import { keepHouse } from '../../server/services/administration/housekeeping'
import { anAlert, anAlertRule } from '../support/alerts'
import { aConnector, aDevice, aKey, aMember, aSpace, aTag, aUser, type TestSpace } from '../support/builders'
import { aDelivery } from '../support/deliveries'
import { firmwareOf } from '../support/firmware'
import { holdConnector } from '../support/operations'
import { serve } from '../support/serve'
import { anUplink } from '../support/uplink'

const START = Date.parse('2026-11-01T00:00:00.000Z')

let clock = START
const server = await serve({ now: () => new Date(clock) })
const iso = (time: number) => new Date(time).toISOString()
let space: TestSpace

beforeEach(async () => {
  clock = START
  space = await aSpace(server)
})

type Caller = { token: string } | { key: string }
const asOwner = (): Caller => ({ token: space.owner.token })

async function overviewFor(caller: Caller = asOwner(), query = ''): Promise<Overview> {
  const answer = await server.call('GET', `/spaces/${space.id}/overview${query}`, caller)
  expect(answer.status).toBe(200)
  return overviewApi.read.answer.parse(await answer.json())
}

async function attentionFor(caller: Caller = asOwner(), query = ''): Promise<Attention[]> {
  const answer = await server.call('GET', `/spaces/${space.id}/attention${query}`, caller)
  expect(answer.status).toBe(200)
  return overviewApi.attention.answer.parse(await answer.json())
}

const put = (body: unknown, caller: Caller = asOwner()) =>
  server.call('POST', `/spaces/${space.id}/attention/snooze`, { ...caller, body })

/** Creates a device that sent every half an hour, the last time at the start. */
async function aRegularDevice(values: Parameters<typeof aDevice>[2] = {}, last = START) {
  const device = await aDevice(server, space, values)
  const now = clock
  for (let i = 5; i >= 0; i--) {
    clock = last - i * 30 * MINUTE
    await anUplink(server, device)
  }
  clock = now
  return device
}

describe('the attention list has', () => {
  test('a device that is late, then silent, with its usual interval; none that is on time or was never seen', async () => {
    await aDevice(server, space)
    const device = await aRegularDevice()
    expect(await attentionFor()).toEqual([])
    const subject = { type: 'device', id: device.id, name: device.name }
    const evidence = { usual_interval: 1800, last_seen: iso(START) }
    clock = START + 61 * MINUTE
    expect(await attentionFor()).toEqual([
      {
        kind: 'late',
        subject,
        since: iso(START + 30 * MINUTE),
        evidence,
        snoozed: null,
        parts: [],
        parts_count: 0,
      },
    ])
    clock = START + 3 * HOUR
    expect(await attentionFor()).toMatchObject([
      { kind: 'silent', subject, since: iso(START), evidence, snoozed: null },
    ])
    await anUplink(server, device)
    expect(await attentionFor()).toEqual([])
  })

  test('a failed firmware job, until a newer one for the same part', async () => {
    const device = await aDevice(server, space)
    const firmware = firmwareOf(server, space)
    const job = await firmware.schedule(device)
    await firmware.report(device, job, { state: 'failed', reason: 'no room' })
    expect(await attentionFor()).toMatchObject([
      {
        kind: 'firmware_failed',
        subject: { id: device.id },
        since: iso(START),
        evidence: { firmware_id: 'sense-2', target: 'app', reason: 'no room' },
      },
    ])
    clock += MINUTE
    await firmware.schedule(device, { firmware: 'other', target: 'modem' })
    expect(await attentionFor()).toHaveLength(1)
    await firmware.schedule(device)
    expect(await attentionFor()).toEqual([])
  })

  test('a failed firmware job for 30 days', async () => {
    const device = await aDevice(server, space)
    const firmware = firmwareOf(server, space)
    await firmware.report(device, await firmware.schedule(device), { state: 'failed', reason: 'no room' })
    const { id: key } = await aKey(server, space, {
      permissions: ['space:overview:read', 'space:device:read'],
    })
    const kindsAt = async (time: number) => {
      clock = time
      const lines = await attentionFor({ key })
      return lines.flatMap(({ kind, parts }) => [{ kind }, parts].flat()).map(({ kind }) => kind)
    }
    expect(await kindsAt(START + 30 * DAY)).toContain('firmware_failed')
    expect(await kindsAt(START + 30 * DAY + 1)).not.toContain('firmware_failed')
  })

  test('downlinks that wait longer than two usual intervals', async () => {
    const device = await aRegularDevice()
    await server.call('POST', `/spaces/${space.id}/devices/${device.id}/commands`, {
      ...asOwner(),
      body: ['info show'],
    })
    clock = START + 59 * MINUTE
    expect(await attentionFor()).toEqual([])
    clock = START + 60 * MINUTE
    expect(await attentionFor()).toMatchObject([
      {
        kind: 'late',
        parts: [
          { kind: 'downlink_waiting', since: iso(START), evidence: { count: 1, usual_interval: 1800 } },
        ],
      },
    ])
    await anUplink(server, device)
    expect(await attentionFor()).toEqual([])
  })

  test('a device that boots five times in a day', async () => {
    const device = await aDevice(server, space)
    for (let i = 0; i < 5; i++) {
      expect(await attentionFor()).toEqual([])
      clock += HOUR
      await anUplink(server, device, { type: 'session', body: { up: {} } })
    }
    expect(await attentionFor()).toMatchObject([
      { kind: 'many_boots', since: iso(START + HOUR), evidence: { count: 5 } },
    ])
    clock = START + HOUR + DAY + MINUTE
    expect((await attentionFor()).map(({ kind }) => kind)).toEqual(['silent'])
  })

  test('a connector whose last attempt failed, since the first failure after the last success', async () => {
    const device = await aDevice(server, space)
    const connector = await aConnector(server, space)
    const route = { space, connector, device }
    const failed = { success: false, status: 503, errorCode: 'answer_status' } as const
    await aDelivery(server, route, { at: new Date(START - 3 * HOUR), state: 'failed', tries: [failed] })
    await aDelivery(server, route, { at: new Date(START - 2 * HOUR) })
    expect(await attentionFor()).toMatchObject([{ kind: 'connector_not_delivered' }])
    await aDelivery(server, route, { at: new Date(START - HOUR), state: 'failed', tries: [failed] })
    await aDelivery(server, route, { at: new Date(START - MINUTE), state: 'pending', tries: [failed] })
    expect(await attentionFor()).toMatchObject([
      {
        kind: 'connector_failing',
        subject: { type: 'connector', id: connector.id, name: connector.name },
        since: iso(START - HOUR),
        evidence: { count: 2, status: 503, error_code: 'answer_status' },
      },
    ])
    expect((await overviewFor()).deliveries).toEqual([
      { connector_id: connector.id, name: connector.name, failed: 2, retrying: 1 },
    ])
    const admin = await aUser(server, { systemRole: 'admin' })
    const answer = await server.call('GET', '/admin/overview', { token: admin.token })
    expect(overviewApi.spaces.answer.parse(await answer.json())).toEqual([
      { id: space.id, name: space.name, silent: 0, late: 0, failing: 1, not_delivered: 2 },
    ])
    clock += DAY
    expect((await attentionFor()).map(({ kind }) => kind)).toEqual(['connector_behind'])
  })

  test('deliveries that failed in the last day, however old, but no tests and none that a retry has delivered', async () => {
    const device = await aDevice(server, space)
    const connector = await aConnector(server, space)
    const route = { space, connector, device }
    const failedAt = (time: number) => ({ success: false, status: 500, createdAt: new Date(time) })
    const planned = { nextAttemptAt: new Date(START) }
    // With the usual retries a delivery has failed after 23 hours.
    for (const hours of [23, 22])
      await aDelivery(server, route, {
        at: new Date(START - 40 * HOUR),
        state: 'failed',
        tries: [{ ...failedAt(START - 40 * HOUR), ...planned }, failedAt(START - hours * HOUR)],
      })
    await aDelivery(server, route, {
      at: new Date(START - 30 * HOUR),
      state: 'failed',
      tries: [failedAt(START - 25 * HOUR)],
    })
    await aDelivery(server, route, { state: 'failed', tries: [{ ...failedAt(START - HOUR), isTest: true }] })
    await aDelivery(server, route, {
      tries: [failedAt(START - HOUR), { createdAt: new Date(START - MINUTE) }],
    })
    expect(await attentionFor()).toMatchObject([
      {
        kind: 'connector_not_delivered',
        subject: { id: connector.id },
        since: iso(START - 23 * HOUR),
        evidence: { count: 2 },
      },
    ])
    expect((await overviewFor()).deliveries).toMatchObject([
      { connector_id: connector.id, failed: 2, retrying: 0 },
    ])
    const admin = await aUser(server, { systemRole: 'admin' })
    const answer = await server.call('GET', '/admin/overview', { token: admin.token })
    const spaces = overviewApi.spaces.answer.parse(await answer.json())
    expect(spaces.filter(({ id }) => id === space.id)).toMatchObject([{ failing: 0, not_delivered: 2 }])
    const outcomes = await server.call('GET', `/spaces/${space.id}/connectors/outcomes`, asOwner())
    expect(await outcomes.json()).toMatchObject([{ outcome: 'succeeded', not_delivered: 2 }])
  })

  test('a connector that is on and has a delivery that has waited for more than an hour', async () => {
    const device = await aDevice(server, space)
    const connector = await aConnector(server, space)
    const route = { space, connector, device }
    const waits = { state: 'pending' as const, nextAttemptAt: new Date(START + 9 * HOUR), tries: [] }
    await aDelivery(server, route, { at: new Date(START - 59 * MINUTE), ...waits })
    expect(await attentionFor()).toEqual([])
    await aDelivery(server, route, { at: new Date(START - 61 * MINUTE), ...waits })
    expect(await attentionFor()).toMatchObject([
      {
        kind: 'connector_behind',
        subject: { id: connector.id },
        since: iso(START - 61 * MINUTE),
        evidence: { count: 2 },
      },
    ])
  })

  test('a connector on hold in one line, with the reason', async () => {
    const device = await aDevice(server, space)
    const connector = await aConnector(server, space)
    const failed = { success: false, status: 503, errorCode: 'answer_status' } as const
    const at = new Date(START - MINUTE)
    await aDelivery(server, { space, connector, device }, { at, state: 'pending', tries: [failed] })
    const holdBy = async (state: 'on' | 'paused' | 'waiting' | 'stopped', until: number | null = null) => {
      const values = {
        state,
        since: at,
        until: until === null ? null : new Date(until),
        status: 503,
        errorCode: 'answer_status' as const,
      }
      await server.db
        .insert(connectorOperation)
        .values({ spaceId: space.id, connectorId: connector.id, ...values })
        .onConflictDoUpdate({
          target: [connectorOperation.spaceId, connectorOperation.connectorId],
          set: values,
        })
      return (await attentionFor()).map(({ kind, evidence }) => [kind, evidence.count, evidence.status])
    }
    expect(await holdBy('waiting')).toEqual([['connector_waiting', 1, 503]])
    expect(await holdBy('stopped')).toEqual([['connector_stopped', 1, 503]])
    expect(await holdBy('paused', START + WEEK)).toEqual([])
    expect(await holdBy('on')).toMatchObject([['connector_failing', 0, 503]])
    await holdBy('paused', START + WEEK)
    clock = START + 6 * DAY + HOUR
    expect((await attentionFor()).filter(({ kind }) => kind.startsWith('connector'))).toMatchObject([
      { kind: 'connector_paused', evidence: { count: 1, ends_at: iso(START + WEEK) } },
    ])
  })

  test.each([
    ['a week', WEEK, DAY],
    ['a day', DAY, 6 * HOUR],
    ['four minutes', 4 * MINUTE, MINUTE],
  ])('a connector whose pause of %s (%i ms) ends in less than %i ms', async (_, length, left) => {
    const connector = await aConnector(server, space)
    const until = new Date(START + length)
    await holdConnector(server, { space, connector }, { state: 'paused', since: new Date(START), until })
    clock = START + length - left
    expect(await attentionFor()).toEqual([])
    clock += 1
    expect(await attentionFor()).toMatchObject([
      { kind: 'connector_paused', subject: { id: connector.id }, evidence: { ends_at: until.toISOString() } },
    ])
  })

  test('a connector whose code cancels one delivery after the other, until one is sent', async () => {
    const device = await aDevice(server, space)
    const connector = await aConnector(server, space)
    const route = { space, connector, device }
    const cancelled = { state: 'cancelled' as const, tries: [{ success: null, status: null }] }
    await aDelivery(server, route, { at: new Date(START - 2 * HOUR) })
    for (let n = 1; n < CANCELLED_IN_A_ROW; n++)
      await aDelivery(server, route, { at: new Date(START - HOUR + n), ...cancelled })
    // A skipped delivery has no attempt.
    const skipped = await aDelivery(server, route, {
      at: new Date(START - HOUR + 30),
      state: 'cancelled',
      tries: [],
    })
    expect(await attentionFor()).toEqual([])
    await server.db.delete(delivery).where(eq(delivery.id, skipped))
    await aDelivery(server, route, { at: new Date(START - MINUTE), ...cancelled })
    // A pending delivery does not count.
    await aDelivery(server, route, { at: new Date(START - 1), state: 'pending', tries: [] })
    expect(await attentionFor()).toMatchObject([
      {
        kind: 'connector_cancelling',
        subject: { type: 'connector', id: connector.id },
        since: iso(START - HOUR + 1),
        evidence: { count: CANCELLED_IN_A_ROW },
      },
    ])
    const path = `/spaces/${space.id}/connectors`
    const list = await (await server.call('GET', path, { token: space.owner.token })).json()
    expect(list).toMatchObject([{ operation: { cancelled_since: iso(START - HOUR + 1) } }])
    await aDelivery(server, route, { at: new Date(START) })
    expect(await attentionFor()).toEqual([])
  })

  test('a client certificate from 30 days before it expires, and after that', async () => {
    const connector = await aConnector(server, space)
    const expiring = (days: number) =>
      server.db
        .update(connectorTable)
        .set({
          clientCertificate: {
            subject: 'CN=us',
            fingerprint: 'AB',
            not_after: iso(START + days * DAY),
            has_certificate: true,
            has_ca: false,
          },
        })
        .where(eq(connectorTable.id, connector.id))
    await expiring(31)
    expect(await attentionFor()).toEqual([])
    await expiring(3)
    expect(await attentionFor()).toMatchObject([
      {
        kind: 'connector_certificate',
        subject: { type: 'connector', id: connector.id },
        since: iso(START - 27 * DAY),
        evidence: { ends_at: iso(START + 3 * DAY) },
      },
    ])
    await expiring(-1)
    expect(await attentionFor()).toMatchObject([{ kind: 'connector_certificate' }])
    await server.call('PUT', `/spaces/${space.id}/connectors/${connector.id}`, {
      ...asOwner(),
      body: { enabled: false },
    })
    expect(await attentionFor()).toEqual([])
  })

  test('pages, and no moved or deleted device', async () => {
    const devices = [await aRegularDevice(), await aRegularDevice(), await aRegularDevice()]
    clock = START + DAY
    const pages = [
      await attentionFor(asOwner(), '?limit=2'),
      await attentionFor(asOwner(), '?limit=2&offset=2'),
    ]
    expect(pages.map((page) => page.length)).toEqual([2, 1])
    expect(new Set(pages.flat().map(({ subject }) => subject.id))).toEqual(
      new Set(devices.map(({ id }) => id)),
    )
    const other = await aSpace(server, space.owner)
    const path = `/spaces/${space.id}/devices`
    // A person who moves a device has confirmed their identity recently.
    clock = START
    await server.call('POST', `${path}/${devices[0]?.id}/move`, {
      ...asOwner(),
      body: { space_id: other.id },
    })
    clock = START + DAY
    await server.call('DELETE', `${path}/${devices[1]?.id}`, asOwner())
    expect((await attentionFor()).map(({ subject }) => subject.id)).toEqual([devices[2]?.id])
    expect((await overviewFor()).states).toEqual({ silent: 1, late: 0, on_time: 0, never: 0 })
  })
})

describe('an overview', () => {
  test('has the same number of devices in each state as the device list', async () => {
    await aDevice(server, space)
    await aRegularDevice()
    await aRegularDevice({}, START + 100 * MINUTE)
    await aRegularDevice({}, START + 3 * HOUR)
    clock = START + 3 * HOUR
    const { states, attention } = await overviewFor()
    expect(states).toEqual({ silent: 1, late: 1, on_time: 1, never: 1 })
    expect(attention).toMatchObject({ count: 2, snoozed_count: 0 })
    for (const [state, number] of Object.entries(states)) {
      const answer = await server.call('GET', `/spaces/${space.id}/devices/count?state=${state}`, asOwner())
      expect(await answer.json()).toEqual({ count: number })
    }
  })

  test('lists the running firmware jobs', async () => {
    const device = await aDevice(server, space)
    const firmware = firmwareOf(server, space)
    const [first, second] = [
      await firmware.schedule(device),
      await firmware.schedule(device, { firmware: 'two', target: 'modem' }),
    ]
    await firmware.report(device, first, { state: 'downloading', bytes_downloaded: 10, firmware_size: 100 })
    const running = (await overviewFor()).firmware
    expect(running.count).toBe(2)
    expect(running.jobs).toMatchObject([
      { id: second.id, state: 'scheduled', device_name: device.name },
      { id: first.id, state: 'downloading', bytes_downloaded: 10, firmware_size: 100 },
    ])
  })

  test('a key with tags sees only its devices, and no counts of messages', async () => {
    const tag = await aTag(server, space)
    const mine = await aRegularDevice({ tags: [{ id: tag.id }] })
    const other = await aRegularDevice()
    clock = START + DAY
    const { id: key } = await aKey(server, space, {
      permissions: [
        'space:overview:read',
        'space:overview:update',
        'space:device:read',
        'space:message:read',
      ],
      tags: [tag],
    })
    expect((await attentionFor({ key })).map(({ subject }) => subject.id)).toEqual([mine.id])
    expect(await overviewFor({ key })).toMatchObject({
      states: { silent: 1, late: 0, on_time: 0, never: 0 },
      attention: { count: 1 },
      hours: null,
    })
    const until = iso(clock + DAY)
    expect((await put({ kind: 'silent', subject_id: other.id, until }, { key })).status).toBe(404)
    expect((await put({ kind: 'silent', subject_id: mine.id, until }, { key })).status).toBe(204)
  })
})

describe('what has the same cause', () => {
  const namesIn = ({ kind, parts }: Pick<Attention, 'kind' | 'parts'>) => [
    kind,
    ...parts.map((part) => part.kind),
  ]
  const command = (device: { id: string }) =>
    server.call('POST', `/spaces/${space.id}/devices/${device.id}/commands`, {
      ...asOwner(),
      body: ['info show'],
    })

  test('is one line: a silent device, its downlinks and the alert about it; a snooze hides them until something begins later', async () => {
    const device = await aRegularDevice()
    await command(device)
    clock = START + 3 * HOUR
    const rule = await anAlertRule(server, space)
    const alertId = await anAlert(server, rule, device.id, 2 * HOUR)
    const [line, ...others] = await attentionFor()
    expect(others).toEqual([])
    expect(line && namesIn(line)).toEqual(['silent', 'alert', 'downlink_waiting'])
    expect(line).toMatchObject({
      subject: { id: device.id },
      parts_count: 2,
      parts: [{ subject: { id: rule.id }, evidence: { alert_id: alertId } }, { evidence: { count: 1 } }],
    })
    expect((await overviewFor()).attention).toMatchObject({ count: 1, snoozed_count: 0 })
    await put({ kind: 'silent', subject_id: device.id, until: iso(START + DAY) })
    expect((await overviewFor()).attention).toEqual({ count: 0, snoozed_count: 1, lines: [] })
    const [snoozed] = await attentionFor(asOwner(), '?snoozed=true')
    expect(snoozed?.parts.map(({ snoozed }) => snoozed?.until)).toEqual([iso(START + DAY), iso(START + DAY)])
    clock += HOUR
    const firmware = firmwareOf(server, space)
    await firmware.report(device, await firmware.schedule(device), { state: 'failed', reason: 'no room' })
    clock += 12 * HOUR
    expect((await attentionFor()).map(namesIn)).toEqual([['firmware_failed']])
    await put({ kind: 'silent', subject_id: device.id, until: null })
    expect((await attentionFor()).map(namesIn)).toEqual([['silent', 'alert', 'firmware_failed']])
  })

  test('is one line: an alert about several silent devices and all about them, until one is back', async () => {
    const devices = [await aRegularDevice(), await aRegularDevice(), await aRegularDevice()]
    const [first, second, third] = devices
    if (!first || !second || !third) throw new Error('three devices')
    await command(first)
    clock = START + 3 * HOUR
    const rule = await anAlertRule(server, space)
    await anAlert(server, rule, first.id, 2 * HOUR)
    await anAlert(server, rule, second.id, 2 * HOUR)
    const lines = await attentionFor()
    expect(lines.map(namesIn)).toEqual([['alert', 'silent', 'silent', 'downlink_waiting'], ['silent']])
    expect(lines).toMatchObject([
      { subject: { id: rule.id }, evidence: { alert_count: 2 }, parts_count: 3 },
      { subject: { id: third.id } },
    ])
    await put({ kind: 'alert', subject_id: rule.id, until: iso(START + DAY) })
    expect((await attentionFor()).map(({ subject }) => subject.id)).toEqual([third.id])
    await put({ kind: 'alert', subject_id: rule.id, until: null })
    await anUplink(server, second)
    expect((await attentionFor()).map(namesIn)).toEqual([
      ['alert'],
      ['silent', 'downlink_waiting'],
      ['silent'],
    ])
  })

  test('is one line: a stopped connector and its alert; an alert about values stays its own', async () => {
    const connector = await aConnector(server, space)
    await holdConnector(server, { space, connector }, { state: 'stopped' })
    expect((await attentionFor()).map(namesIn)).toEqual([['connector_stopped']])
    const device = await aRegularDevice()
    const silent = await anAlertRule(server, space)
    const condition = { kind: 'above', path: 'a', limit: 1, end: null, readings: 1, seconds: 0 } as const
    await server.db.update(alertRule).set({ condition }).where(eq(alertRule.id, silent.id))
    await anAlert(server, silent, device.id, HOUR)
    clock = START + 3 * HOUR
    expect((await attentionFor()).map(namesIn)).toEqual([['alert'], ['connector_stopped'], ['silent']])
  })

  test('is at most ten parts in an answer, which says how many there are', async () => {
    const devices: { id: string }[] = []
    for (let i = 0; i < 12; i++) devices.push(await aRegularDevice())
    clock = START + 3 * HOUR
    const rule = await anAlertRule(server, space)
    for (const { id } of devices) await anAlert(server, rule, id, HOUR)
    const [line, ...others] = await attentionFor()
    expect([line?.parts.length, line?.parts_count, others]).toEqual([10, 12, []])
  })
})

describe('a snooze', () => {
  test('hides a line until its time, has its creator, and stays when the problem ends and returns', async () => {
    const device = await aRegularDevice()
    clock = START + 3 * HOUR
    const until = START + DAY
    expect((await put({ kind: 'silent', subject_id: device.id, until: iso(until) })).status).toBe(204)
    expect(await attentionFor()).toEqual([])
    expect((await overviewFor()).attention).toEqual({ count: 0, snoozed_count: 1, lines: [] })
    expect(await attentionFor(asOwner(), '?snoozed=true')).toMatchObject([
      {
        subject: { id: device.id },
        snoozed: { until: iso(until), by: space.owner.email, at: iso(START + 3 * HOUR) },
      },
    ])
    await anUplink(server, device)
    clock = START + 20 * HOUR
    expect(await attentionFor()).toEqual([])
    clock = until
    expect(await attentionFor()).toMatchObject([{ kind: 'silent', snoozed: null }])
    await keepHouse(server.deps, { messageRetentionDays: undefined, deliveryRetentionDays: 90 })
    const stored = () => server.db.$count(attentionSnooze, eq(attentionSnooze.spaceId, space.id))
    expect(await stored()).toBe(1)
    clock += 1
    await keepHouse(server.deps, { messageRetentionDays: undefined, deliveryRetentionDays: 90 })
    expect(await stored()).toBe(0)
  })

  test('is for one kind, can be ended, and both are in the audit log', async () => {
    const device = await aRegularDevice()
    clock = START + 3 * HOUR
    const subject_id = device.id
    await put({ kind: 'late', subject_id, until: iso(START + DAY) })
    expect(await attentionFor()).toHaveLength(1)
    await put({ kind: 'silent', subject_id, until: iso(START + DAY) })
    expect(await attentionFor()).toEqual([])
    expect((await put({ kind: 'silent', subject_id, until: null })).status).toBe(204)
    expect((await put({ kind: 'silent', subject_id, until: null })).status).toBe(204)
    expect(await attentionFor()).toHaveLength(1)
    const entries = await server.db.select().from(auditEntry).where(eq(auditEntry.targetId, device.id))
    expect(
      entries
        .filter(({ action }) => action.startsWith('attention'))
        .map(({ action, before, after }) => [action, before, after]),
    ).toEqual([
      ['attention.snooze', null, { kind: 'late', until: iso(START + DAY) }],
      ['attention.snooze', null, { kind: 'silent', until: iso(START + DAY) }],
      ['attention.resume', { kind: 'silent', until: iso(START + DAY) }, null],
    ])
  })

  test('with a past or too distant time, an unknown kind or a device of another space is refused with a sentence', async () => {
    const device = await aDevice(server, space)
    const elsewhere = await aDevice(server, await aSpace(server))
    const one = { kind: 'silent', subject_id: device.id, until: iso(START + DAY) }
    const refused: [unknown, number, string][] = [
      [{ ...one, until: iso(START) }, 400, 'until must be later than now'],
      [{ ...one, until: iso(START + 367 * DAY) }, 400, 'until must be at most 366 days ahead'],
      [
        { ...one, until: 'tomorrow' },
        400,
        'until must be an ISO-8601 time like 2026-01-31T08:00:00.000Z, or null',
      ],
      [
        { ...one, kind: 'bored' },
        400,
        'kind must be one of alert, rollout_held, connector_stopped, connector_waiting, connector_paused, connector_failing, connector_cancelling, connector_not_delivered, connector_behind, connector_certificate, firmware_failed, many_boots, downlink_waiting, silent, late',
      ],
      [{ ...one, subject_id: elsewhere.id }, 404, 'not found'],
      [{ ...one, kind: 'connector_failing' }, 404, 'not found'],
    ]
    for (const [body, status, sentence] of refused) {
      const answer = await put(body)
      expect([answer.status, await answer.text()]).toEqual([status, sentence])
    }
  })

  test('is refused for a person who can only read', async () => {
    const device = await aDevice(server, space)
    const { token } = await aMember(server, space, 'user')
    const answer = await put({ kind: 'silent', subject_id: device.id, until: iso(START + DAY) }, { token })
    expect(answer.status).toBe(403)
    expect(await attentionFor({ token })).toEqual([])
  })
})
