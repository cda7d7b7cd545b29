import { expect, test } from 'vitest'
import { devicesApi } from '#contract/devices'
import { aDevice, aSpace } from '../support/builders'
import { serveSpace } from '../support/serve'
import { anUplink } from '../support/uplink'

const clock = Date.parse('2026-11-21T08:00:00.400Z')
const BOOT = Math.floor(clock / 1000)
const { server, space } = await serveSpace({ now: () => new Date(clock) })

/** Creates a device that has booted once. */
async function aBootedDevice(up: Record<string, unknown>) {
  const device = await aDevice(server, space)
  await anUplink(server, device, { type: 'session', body: { up } })
  return device
}

const read = async (deviceId: string, sessionId: string | number, inSpace = space) =>
  server.call('GET', `/spaces/${inSpace.id}/devices/${deviceId}/sessions/${sessionId}`, {
    token: inSpace.owner.token,
  })

test('a session has the details that the device sent when it booted', async () => {
  const up = { app_fw_version: 'v1.5.0', ble_passkey: '012345', boot_count: 3, nested: { a: [null] } }
  const device = await aBootedDevice(up)
  const answer = await read(device.id, BOOT)
  expect(answer.status).toBe(200)
  expect(devicesApi.session.answer.parse(await answer.json())).toEqual({ id: BOOT, device_id: device.id, up })
})

test('an invalid session, or one of another device or space, is not found', async () => {
  const [device, neighbour] = [await aBootedDevice({}), await aDevice(server, space)]
  const answers = await Promise.all([
    read(device.id, BOOT + 1),
    read(device.id, 0),
    read(device.id, 'last'),
    read(device.id, '9007199254740993'),
    read(neighbour.id, BOOT),
    read(device.id, BOOT, await aSpace(server)),
  ])
  for (const answer of answers) expect([answer.status, await answer.text()]).toEqual([404, 'not found'])
})
