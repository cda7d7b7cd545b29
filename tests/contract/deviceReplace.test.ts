import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { api } from '#contract'
import type { Device } from '#contract/devices'
import { DEVICE_MOVED } from '#contract/devices/handover'
import { auditEntry, device as deviceTable } from '../../server/db/schema'
import { loadWork } from '../../server/services/attempts/load'
import { outcome } from '../support/answers'
import {
  aClaimToken,
  aConnector,
  aDevice,
  aKey,
  aMember,
  aMessage,
  aSerialNumber,
  aSpace,
  aTag,
  aVariable,
} from '../support/builders'
import { aDelivery } from '../support/deliveries'
import { firmwareOf, type TestDevice } from '../support/firmware'
import { serveSpace } from '../support/serve'
import { anUplink, callUplink, type Proof, uplinkOf } from '../support/uplink'

let clock = Date.parse('2026-11-21T08:00:00.000Z')
const { server, space } = await serveSpace({ now: () => new Date(clock) })
const token = space.owner.token
const later = (seconds: number) => {
  clock += seconds * 1000
}

const hardware = (): Proof => ({ serial_number: aSerialNumber(), token: aClaimToken() })
const address = (device: Pick<Device, 'id'>) => `/spaces/${space.id}/devices/${device.id}`
const replace = async (
  device: Pick<Device, 'id'>,
  body: unknown,
  as: { token?: string; key?: string } = { token },
) => server.call('POST', `${address(device)}/replace`, { body, ...as })

/** Replaces the hardware; returns the credentials of the new one. */
async function replaced(device: Pick<Device, 'id'>, by: Proof = hardware()): Promise<Proof> {
  later(1)
  const answer = await replace(device, by)
  expect(answer.status).toBe(200)
  later(1)
  return by
}

const read = async (device: Pick<Device, 'id'>) =>
  api.devices.get.answer.parse(await (await server.call('GET', address(device), { token })).json())
const seams = async (device: Pick<Device, 'id'>) =>
  api.handover.replacements.answer.parse(
    await (await server.call('GET', `${address(device)}/replacements`, { token })).json(),
  )
const messages = async (device: Pick<Device, 'id'>) =>
  api.messages.list.answer.parse(
    await (
      await server.call(
        'GET',
        `/spaces/${space.id}/messages?device_id=${device.id}&after=2026-01-01T00:00:00Z`,
        { token },
      )
    ).json(),
  )
const entriesOf = async (device: Pick<Device, 'id'>) =>
  server.db.select().from(auditEntry).where(eq(auditEntry.targetId, device.id))
const REFUSED = [401, 'forbidden: the serial number or the claim token is wrong']

describe('replaced hardware', () => {
  test('changes only the serial number, and nothing that a person has set', async () => {
    const tag = await aTag(server, space)
    const device = await aDevice(server, space, {
      tags: [tag],
      label: { floor: '2' },
      comment: 'in the cellar',
    })
    await aVariable(server, space, { device_id: device.id, name: '12345678' })
    await anUplink(server, device, { type: 'session', body: { up: {} } })
    await server.db
      .update(deviceTable)
      .set({ configHash: 'a', decoderHash: 'b', encoderHash: 'c' })
      .where(eq(deviceTable.id, device.id))
    const before = await read(device)
    expect(before.session_id).not.toBe(0)

    later(1)
    const by = hardware()
    const answer = await replace(device, by)
    const text = await answer.text()
    expect(text).not.toContain(by.token)
    expect(api.handover.replace.answer.parse(JSON.parse(text))).toEqual({
      ...before,
      serial_number: by.serial_number,
      session_id: 0,
      version: Number(before.version) + 1,
      config_hash: null,
      decoder_hash: null,
      encoder_hash: null,
    })
    const { rows } = await server.db.$client.query('select name from variable where device_id = $1', [
      device.id,
    ])
    expect(rows).toEqual([{ name: '12345678' }])
  })

  test('is accepted from then on, and the old hardware is refused', async () => {
    const device = await aDevice(server, space)
    await anUplink(server, device)
    const by = await replaced(device)
    expect(await outcome(await callUplink(server, device))).toEqual(REFUSED)
    expect(await outcome(await callUplink(server, { ...device, token: by.token }))).toEqual(REFUSED)
    expect(await outcome(await callUplink(server, { ...by, token: device.token }))).toEqual(REFUSED)
    await anUplink(server, by, { type: 'session', body: { up: { app_fw_version: '2' } } })
    expect((await read(device)).session_id).toBe(clock / 1000)
    expect(await messages(device)).toHaveLength(2)
  })

  test('takes the pending downlinks', async () => {
    const device = await aDevice(server, space)
    const sent = await server.call('POST', `/spaces/${space.id}/messages`, {
      token,
      body: { device_id: device.id, type: 'shell', body: ['info show'] },
    })
    const { id } = api.messages.create.answer.parse(await sent.json())
    const by = await replaced(device)
    const { downlinks } = await anUplink(server, by)
    expect(downlinks.map((downlink) => downlink.id)).toEqual([id])
  })

  test('can be claimed again, and can return', async () => {
    const device = await aDevice(server, space)
    const by = await replaced(device)
    await replaced(device, device)
    await anUplink(server, device)
    expect(await outcome(await callUplink(server, by))).toEqual(REFUSED)
    const another = await aDevice(server, await aSpace(server), by)
    expect(another.serial_number).toBe(by.serial_number)
    await anUplink(server, another)
    expect(await messages(device)).toHaveLength(1)
  })

  test('that returns with another claim token is refused with the old one, alone and beside the new one', async () => {
    const device = await aDevice(server, space)
    await anUplink(server, device)
    await replaced(device)
    const back = await replaced(device, { serial_number: device.serial_number, token: aClaimToken() })
    expect(await outcome(await callUplink(server, device))).toEqual(REFUSED)
    const [before, after] = await Promise.all([callUplink(server, device), callUplink(server, back)])
    expect(await outcome(before)).toEqual(REFUSED)
    expect(after.status).toBe(201)
    expect(await messages(device)).toHaveLength(2)
  })
})

describe('a message', () => {
  test('has the serial number of the hardware that sent it', async () => {
    const device = await aDevice(server, space)
    const first = await anUplink(server, device)
    const second = await replaced(device)
    const [middle] = [await anUplink(server, second)]
    const third = await replaced(device)
    await anUplink(server, third)

    const expected = [third, second, device].map(({ serial_number }) => serial_number)
    expect((await messages(device)).map((message) => message.device_serial_number)).toEqual(expected)
    for (const [id, serial] of [
      [first.id, device.serial_number],
      [middle?.id, second.serial_number],
    ]) {
      const answer = await server.call('GET', `/spaces/${space.id}/messages/${id}`, { token })
      expect(api.messages.get.answer.parse(await answer.json()).device_serial_number).toBe(serial)
    }
  })

  test('to a device has that of the hardware that received or will receive it', async () => {
    const device = await aDevice(server, space)
    const taken = await aMessage(server, device, {
      type: 'shell',
      direction: 'down',
      downState: 'pending',
      body: '["a"]',
    })
    await anUplink(server, device)
    const waiting = await aMessage(server, device, {
      type: 'shell',
      direction: 'down',
      downState: 'pending',
      body: '["b"]',
    })
    const by = await replaced(device)
    const serials = async () =>
      new Map((await messages(device)).map(({ id, device_serial_number }) => [id, device_serial_number]))
    const expected = [device.serial_number, by.serial_number]
    const before = await serials()
    expect([before.get(taken), before.get(waiting)]).toEqual(expected)
    await anUplink(server, by)
    const after = await serials()
    expect([after.get(taken), after.get(waiting)]).toEqual(expected)
  })

  test('is delivered with that serial number, however late', async () => {
    const tag = await aTag(server, space)
    const device = await aDevice(server, space, { tags: [tag] })
    const connector = await aConnector(server, space, { tags: [tag] })
    const route = { space, connector, device }
    const old = await aDelivery(server, route, { state: 'pending', tries: [] })
    const by = await replaced(device)
    const fresh = await aDelivery(server, route, { state: 'pending', tries: [] })
    const serialOf = async (id: string) =>
      (await loadWork(server.db.$client, { spaceId: space.id, connectorId: connector.id, id }))?.device
        ?.serial_number
    expect([await serialOf(old), await serialOf(fresh)]).toEqual([device.serial_number, by.serial_number])
  })

  test('from the moment of the replacement has the right one, even among several that came at once', async () => {
    const device = await aDevice(server, space)
    const uplinks = [1, 2, 3].map((n) => uplinkOf(device, { body: { n } }))
    expect((await server.call('POST', '/devices/uplinks', { body: { uplinks } })).status).toBe(201)
    const by = hardware()
    expect((await replace(device, by)).status).toBe(200)
    await anUplink(server, by)
    expect((await messages(device)).map((message) => message.device_serial_number)).toEqual([
      by.serial_number,
      ...uplinks.map(() => device.serial_number),
    ])
    later(1)
  })
})

describe('firmware jobs', () => {
  const { schedule, jobOf, report, downState, handedTo } = firmwareOf(server, space)
  const begun = async (device: TestDevice) => {
    const job = await schedule(device)
    await handedTo(device)
    return job
  }

  test('that the old hardware has not received wait for the new one', async () => {
    const device = await aDevice(server, space)
    const job = await schedule(device)
    const by = await replaced(device)
    expect(await jobOf(device, job)).toEqual(job)
    expect(await downState(job)).toBe('pending')
    expect(await handedTo({ ...device, ...by })).toEqual([job.id])
    await report({ ...device, ...by }, job, { state: 'downloading' })
    expect(await jobOf(device, job)).toMatchObject({ state: 'downloading' })
  })

  test('that the old hardware has started are ended', async () => {
    const device = await aDevice(server, space)
    const over = { reason: 'the hardware was replaced' }
    const begunJob = await begun(device)
    await replaced(device)
    expect(await jobOf(device, begunJob)).toMatchObject({ state: 'canceled', ...over })

    const loading = await aDevice(server, space)
    const download = await begun(loading)
    await report(loading, download, { state: 'downloading', bytes_downloaded: 10 })
    const by = await replaced(loading)
    expect(await jobOf(loading, download)).toMatchObject({ state: 'canceled', ...over, bytes_downloaded: 10 })
    await report({ ...loading, ...by }, download, { state: 'swapping' })
    expect(await jobOf(loading, download)).toMatchObject({ state: 'canceled' })

    const swapping = await aDevice(server, space)
    const swap = await begun(swapping)
    await report(swapping, swap, { state: 'downloading' })
    await report(swapping, swap, { state: 'swapping' })
    await replaced(swapping)
    expect(await jobOf(swapping, swap)).toMatchObject({ state: 'failed', ...over })
  })

  test('that are done are unchanged', async () => {
    const device = await aDevice(server, space)
    const job = await begun(device)
    await report(device, job, { state: 'failed', reason: 'no signal' })
    const done = await jobOf(device, job)
    await replaced(device)
    expect(await jobOf(device, job)).toEqual(done)
  })
})

describe('the person or key that replaces hardware', () => {
  test('is listed with each replacement, the newest first', async () => {
    const device = await aDevice(server, space)
    const second = await replaced(device)
    const at = new Date(clock - 1000).toISOString()
    const { id: key, name } = await aKey(server, space, { permissions: ['space:device:update'] })
    const third = hardware()
    expect((await replace(device, third, { key })).status).toBe(200)
    expect(await seams(device)).toMatchObject([
      { old_serial_number: second.serial_number, new_serial_number: third.serial_number, by: name },
      {
        created_at: at,
        old_serial_number: device.serial_number,
        new_serial_number: second.serial_number,
        by: space.owner.email,
      },
    ])
  })

  test('leaves one entry in the audit log, without a token', async () => {
    const device = await aDevice(server, space)
    const by = await replaced(device)
    const entries = (await entriesOf(device)).filter(({ action }) => action === 'device.replace')
    expect(entries).toMatchObject([
      {
        spaceId: space.id,
        actorName: space.owner.email,
        targetName: device.name,
        before: { serial_number: device.serial_number },
        after: { serial_number: by.serial_number },
      },
    ])
    const { rows } = await server.db.$client.query<{ all: string }>(
      `select concat((select json_agg(a) from audit_entry a), (select json_agg(r) from device_replacement r)) as all`,
    )
    expect(rows[0]?.all).not.toContain(by.token)
    expect(server.logged.join('\n')).not.toContain(by.token)
  })

  test('must see the device and be allowed to change it', async () => {
    const [mine, reading, foreign] = [
      await aTag(server, space),
      await aTag(server, space, undefined, 'read'),
      await aTag(server, space),
    ]
    const { id: key } = await aKey(server, space, {
      permissions: ['space:device:update', 'space:device:read'],
      tags: [mine, reading],
    })
    const [inside, readable, outside] = [
      await aDevice(server, space, { tags: [mine] }),
      await aDevice(server, space, { tags: [reading] }),
      await aDevice(server, space, { tags: [foreign] }),
    ]
    const list = async (device: Device) =>
      (await server.call('GET', `${address(device)}/replacements`, { key })).status
    expect((await replace(inside, hardware(), { key })).status).toBe(200)
    expect((await replace(readable, hardware(), { key })).status).toBe(403)
    expect((await replace(outside, hardware(), { key })).status).toBe(404)
    expect([await list(inside), await list(readable), await list(outside)]).toEqual([200, 200, 404])
    const user = await aMember(server, space, 'user', { invited: true })
    expect((await replace(inside, hardware(), { token: user.token })).status).toBe(404)
  })
})

describe('a replacement is refused', () => {
  const nothingChanged = async (device: TestDevice) => {
    expect((await read(device)).serial_number).toBe(device.serial_number)
    expect(await seams(device)).toEqual([])
    expect((await entriesOf(device)).filter(({ action }) => action === 'device.replace')).toEqual([])
    await anUplink(server, device)
  }

  test('for a serial number that is claimed, in any space', async () => {
    const device = await aDevice(server, space)
    const other = await aDevice(server, await aSpace(server))
    expect(
      await outcome(await replace(device, { ...hardware(), serial_number: other.serial_number })),
    ).toEqual([409, 'serial_number belongs to a device that was claimed already'])
    await nothingChanged(device)
  })

  test('for the current serial number of the device', async () => {
    const device = await aDevice(server, space)
    expect(
      await outcome(await replace(device, { ...hardware(), serial_number: device.serial_number })),
    ).toEqual([409, 'serial_number is that of the hardware that the device already has'])
    await nothingChanged(device)
  })

  test('for a device that was moved away or does not exist', async () => {
    const device = await aDevice(server, space)
    await server.db
      .update(deviceTable)
      .set({ movedAt: new Date(clock) })
      .where(eq(deviceTable.id, device.id))
    expect(await outcome(await replace(device, hardware()))).toEqual([409, DEVICE_MOVED])
    const elsewhere = await aDevice(server, await aSpace(server))
    expect((await replace(elsewhere, hardware())).status).toBe(404)
  })

  test('for an invalid serial number or claim token', async () => {
    const device = await aDevice(server, space)
    const { serial_number, token: claimToken } = hardware()
    for (const [body, field] of [
      [{ serial_number: '123', token: claimToken }, 'serial_number'],
      [{ serial_number, token: 'short' }, 'token'],
      [{ serial_number }, 'token'],
    ]) {
      const [status, sentence] = await outcome(await replace(device, body))
      expect([status, String(sentence).split(' ')[0]]).toEqual([400, field])
    }
    await nothingChanged(device)
  })
})

describe('at the same time', () => {
  test('uplinks of the old hardware are stored before the replacement, or refused', async () => {
    for (let round = 0; round < 5; round++) {
      const device = await aDevice(server, space)
      const by = hardware()
      const type = round % 2 ? 'data' : 'session'
      const body = { up: {} }
      const send = () => callUplink(server, device, { type, body })
      const batch = () =>
        server.call('POST', '/devices/uplinks', {
          body: { uplinks: [{ serial_number: device.serial_number, token: device.token, type, body }] },
        })
      later(1)
      const before = [send(), batch(), send()]
      const replacing = replace(device, by)
      const answers = await Promise.all([...before, replacing, send(), batch(), send(), batch()])
      expect((await replacing).status).toBe(200)
      later(1)
      await anUplink(server, by)
      const stored = await messages(device)
      const accepted = await Promise.all(
        answers
          .filter((answer) => answer !== undefined && answer.status === 201)
          .map(async (answer) => !(await answer.text()).includes('"error"')),
      )
      expect(stored).toHaveLength(accepted.filter(Boolean).length + 1)
      expect(stored.map((message) => message.device_serial_number)).toEqual([
        by.serial_number,
        ...stored.slice(1).map(() => device.serial_number),
      ])
      expect(answers.every(({ status }) => [200, 201, 401].includes(status))).toBe(true)
    }
  })

  test('one of two replacements wins the serial number', async () => {
    const [one, two] = [await aDevice(server, space), await aDevice(server, space)]
    const by = hardware()
    const answers = await Promise.all([replace(one, by), replace(two, by)])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  })

  test('two devices that swap their hardware do not wait for each other', async () => {
    const [one, two] = [await aDevice(server, space), await aDevice(server, space)]
    const answers = await Promise.all([replace(one, two), replace(two, one)])
    expect(answers.map(({ status }) => status)).toEqual([409, 409])
  })

  test('replacements of one device happen one after the other', async () => {
    const device = await aDevice(server, space)
    const given = Array.from({ length: 4 }, hardware)
    const answers = await Promise.all(given.map((by) => replace(device, by)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const history = (await seams(device)).toReversed()
    expect(history.map((seam) => seam.old_serial_number)).toEqual([
      device.serial_number,
      ...history.slice(0, -1).map((seam) => seam.new_serial_number),
    ])
    expect((await read(device)).serial_number).toBe(history.at(-1)?.new_serial_number)
  })
})
