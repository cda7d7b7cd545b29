import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { devicesApi } from '#contract/devices'
import { type MessageType, messagesApi } from '#contract/messages'
import { device as deviceTable, message } from '../../server/db/schema'
import { newId } from '../../server/services/common/ids'
import { aClaimToken, aDevice, aSerialNumber } from '../support/builders'
import { serveSpace } from '../support/serve'
import { callUplink, type Proof } from '../support/uplink'

let clock = Date.parse('2026-11-21T08:00:00.000Z')
const { server, space } = await serveSpace({ now: () => new Date(clock) })

const send = async (proof: Proof, type: MessageType, body: unknown) =>
  callUplink(server, proof, { type, body })

const accepted = async (answer: Response) => {
  expect(answer.status).toBe(201)
  return messagesApi.uplink.answer.parse(await answer.json())
}

const read = async (id: string) => {
  const answer = await server.call('GET', `/spaces/${space.id}/devices/${id}`, { token: space.owner.token })
  return devicesApi.get.answer.parse(await answer.json())
}

const stored = async (id: string) =>
  (await server.db.$client.query('select * from message where id = $1', [id])).rows[0]

async function schedule(deviceId: string, body: unknown, at = clock, scheduledAt?: Date) {
  const id = newId()
  await server.db.insert(message).values({
    spaceId: space.id,
    deviceId,
    id,
    createdAt: new Date(at),
    type: 'shell',
    direction: 'down',
    downState: 'pending',
    downScheduledAt: scheduledAt ?? null,
    body: JSON.stringify(body),
  })
  return id
}

test('a message is stored as it was sent, and updates the device’s last contact', async () => {
  const device = await aDevice(server, space)
  const body = { z: 1, a: [1.5, null, 'ž\n'] }
  const answer = await accepted(await send(device, 'data', body))
  expect(answer).toMatchObject({ created_at: '2026-11-21T08:00:00.000Z', downlinks: [] })
  expect(await stored(answer.id)).toMatchObject({
    space_id: space.id,
    device_id: device.id,
    type: 'data',
    direction: 'up',
    body: JSON.stringify(body),
  })
  expect(await read(device.id)).toMatchObject({ last_seen: '2026-11-21T08:00:00.000Z', session_id: 0 })
})

test('a body can be JSON text instead of a JSON value', async () => {
  const device = await aDevice(server, space)
  const { id } = await accepted(await send(device, 'data', '{"a": 1}'))
  expect(await stored(id)).toMatchObject({ body: '{"a": 1}' })
  const wrong = await send(device, 'data', 'no json')
  expect([wrong.status, await wrong.text()]).toEqual([400, 'body is not valid JSON'])
})

test('a message that describes the device starts a session', async () => {
  const device = await aDevice(server, space)
  await accepted(await send(device, 'session', { up: { app_fw_version: '1.2.3' } }))
  expect((await read(device.id)).session_id).toBe(clock / 1000)
  const { rows } = await server.db.$client.query(
    'select session_id::int, up from device_session where device_id = $1',
    [device.id],
  )
  expect(rows).toEqual([{ session_id: clock / 1000, up: { app_fw_version: '1.2.3' } }])

  const wrong = await send(device, 'session', { down: {} })
  expect([wrong.status, await wrong.text()]).toEqual([
    400,
    'body.up must be an object that describes the device',
  ])
})

test('pending downlinks are delivered once, oldest first', async () => {
  const device = await aDevice(server, space)
  const second = await schedule(device.id, ['second'], clock - 1000)
  const first = await schedule(device.id, ['first'], clock - 2000)
  const later = await schedule(device.id, ['later'], clock - 3000, new Date(clock + 60_000))
  const { downlinks } = await accepted(await send(device, 'data', {}))
  expect(downlinks).toEqual([
    { id: first, type: 'shell', body: ['first'], created_at: '2026-11-21T07:59:58.000Z' },
    { id: second, type: 'shell', body: ['second'], created_at: '2026-11-21T07:59:59.000Z' },
  ])
  expect(await stored(first)).toMatchObject({
    down_state: 'sent',
    down_attempt: 1,
    down_state_at: new Date(clock),
  })
  expect((await accepted(await send(device, 'data', {}))).downlinks).toEqual([])
  clock += 60_000
  expect((await accepted(await send(device, 'data', {}))).downlinks).toMatchObject([{ id: later }])
})

test('a downlink is delivered once, even when the device makes several calls at once', async () => {
  const device = await aDevice(server, space)
  const ids = await Promise.all(Array.from({ length: 5 }, () => schedule(device.id, [])))
  const answers = await Promise.all(
    Array.from({ length: 6 }, async () => accepted(await send(device, 'data', {}))),
  )
  const handed = answers.flatMap(({ downlinks }) => downlinks.map(({ id }) => id))
  expect(handed.toSorted((a, b) => a.localeCompare(b))).toEqual(ids.toSorted((a, b) => a.localeCompare(b)))
})

test('downlinks of many megabytes are delivered in several answers, oldest first', async () => {
  const device = await aDevice(server, space)
  const large = 'x'.repeat(700_000)
  const ids: string[] = []
  for (let i = 5; i > 0; i--) ids.push(await schedule(device.id, [large], clock - i * 1000))
  const handed: string[][] = []
  for (let i = 0; i < 4; i++) {
    const { downlinks } = await accepted(await send(device, 'data', {}))
    handed.push(downlinks.map(({ id }) => id))
  }
  expect(handed).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4), []])
})

test('downlinks of other devices stay pending', async () => {
  const [one, other] = [await aDevice(server, space), await aDevice(server, space)]
  const waiting = await schedule(other.id, [])
  expect((await accepted(await send(one, 'data', {}))).downlinks).toEqual([])
  expect(await stored(waiting)).toMatchObject({ down_state: 'pending' })
})

test('a wrong claim token and an unknown serial number get the same answer, and nothing is stored', async () => {
  const device = await aDevice(server, space)
  for (const sender of [
    { ...device, token: aClaimToken() },
    { ...device, serial_number: aSerialNumber() },
    { ...device, token: device.token.toUpperCase() },
  ]) {
    const answer = await send(sender, 'data', {})
    expect([answer.status, await answer.text()]).toEqual([
      401,
      'forbidden: the serial number or the claim token is wrong',
    ])
  }
  expect((await read(device.id)).last_seen).toBeNull()
})

test('messages of a month without a partition are stored too', async () => {
  const devices = await Promise.all([1, 2, 3].map(async () => aDevice(server, space)))
  const before = clock
  clock = Date.parse('2031-05-06T07:08:09.010Z')
  const answers = await Promise.all(
    devices.map(async (device, i) => accepted(await send(device, 'data', { n: i + 1 }))),
  )
  expect(answers.map(({ created_at }) => created_at)).toEqual(Array(3).fill('2031-05-06T07:08:09.010Z'))
  expect(await stored(answers[0]?.id ?? '')).toMatchObject({ body: '{"n":1}' })
  clock = before
})

test('a credential that contradicts its device is refused, alone and among others', async () => {
  const device = await aDevice(server, space)
  await server.db
    .update(deviceTable)
    .set({ serialNumber: aSerialNumber() })
    .where(eq(deviceTable.id, device.id))
  expect((await send(device, 'data', {})).status).toBe(401)
  const { serial_number, token } = device
  const healthy = await aDevice(server, space)
  const uplinks = [
    { serial_number, token, type: 'data', body: '{}' },
    { serial_number: healthy.serial_number, token: healthy.token, type: 'data', body: '{}' },
  ]
  const answer = await server.call('POST', '/devices/uplinks', { body: { uplinks } })
  expect(messagesApi.uplinks.answer.parse(await answer.json())).toEqual([
    { error: 'forbidden: the serial number or the claim token is wrong' },
    expect.objectContaining({ downlinks: [] }),
  ])
})
