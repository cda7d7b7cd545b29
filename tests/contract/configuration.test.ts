import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { DAY } from '#contract/common/durations'
import { WISHED_MAX_LENGTH } from '#contract/configuration'
import { deviceConfiguration, message } from '../../server/db/schema'
import { endLostOrders } from '../../server/services/devices/settingsOrders'
import { aDevice, aKey, aMember, aTag } from '../support/builders'
import {
  aConfigured,
  configurationOf,
  DEFAULTS,
  INTERVAL,
  later,
  MODE,
  ordersOf,
  report,
} from '../support/configuration'
import { downlinksOf } from '../support/downlinks'
import { rolloutsOf } from '../support/rollouts'
import { serveSpace } from '../support/serve'
import { anUplink } from '../support/uplink'

const { server, space } = await serveSpace()
const { token } = space.owner

const started = (values?: Parameters<typeof aConfigured>[2]) => aConfigured(server, space, values)
const ordersOfDevice = (deviceId: string) => ordersOf(server, space, deviceId)

const sentence = async (answer: Response) => [answer.status, await answer.text()]

const expiryOf = async (id: string | null | undefined) =>
  (await downlinksOf(server, space).read(id ?? '')).expires_at

/** Orders the interval 900 of a device by a roll-out, whose orders expire. */
async function rollOut(device: { id: string }): Promise<void> {
  const { after, create } = rolloutsOf(server, space)
  const order = { kind: 'settings', settings: { [INTERVAL]: '900' } } as const
  await after(await create({ order, scope: { kind: 'devices', device_ids: [device.id] } }))
}

describe('a wish', () => {
  test('is ordered by a downlink with just what differs, and carried out', async () => {
    const { device, wish, read } = await started()
    const wished = await wish({ [INTERVAL]: '900', [MODE]: 'lte' })
    expect(wished).toMatchObject({
      wished: [
        { name: INTERVAL, value: '900' },
        { name: MODE, value: 'lte' },
      ],
      wished_by: space.owner.email,
      differences: [{ name: INTERVAL, wished: '900', reported: '1800' }],
      state: 'waiting',
      version: 2,
    })
    expect(await ordersOfDevice(device.id)).toEqual([
      { id: wished.order_id, body: [`${INTERVAL} 900`], down_state: 'pending' },
    ])

    const downlinks = await report(server, device, { a: 1 }, { type: 'data' })
    expect(downlinks.map(({ id }) => id)).toEqual([wished.order_id])
    expect(await read()).toMatchObject({ state: 'waiting', since: wished.since })
    await later()
    await report(server, device, [`${INTERVAL} 900`, `${MODE} lte`])
    expect(await read()).toMatchObject({ state: 'as_wished', differences: [], version: 2 })
  })

  test('that the device reports already needs no downlink', async () => {
    const { device, wish } = await started()
    expect(await wish({ [INTERVAL]: '1800' })).toMatchObject({ state: 'as_wished', order_id: null })
    expect(await ordersOfDevice(device.id)).toEqual([])
  })

  test('differs if the device reports something else after the hand-over', async () => {
    const { device, wish, read } = await started()
    await wish({ [INTERVAL]: '5' })
    await report(server, device, {}, { type: 'data' })
    await later()
    await report(server, device, DEFAULTS)
    expect(await read()).toMatchObject({ state: 'differs', differences: [{ wished: '5', reported: '1800' }] })
  })

  test('waits on if a report was made before the hand-over', async () => {
    const { device, wish, read } = await started()
    const { order_id } = await wish({ [INTERVAL]: '900' })
    // The answer to this very report hands the order over.
    const [downlink] = await report(server, device, DEFAULTS)
    expect(downlink?.id).toBe(order_id)
    expect(await read()).toMatchObject({ state: 'waiting' })
    await later()
    await report(server, device, DEFAULTS, { at: new Date(Date.now() - 60_000).toISOString() })
    expect(await read()).toMatchObject({ state: 'waiting' })
  })

  describe('that is handed over again and again', () => {
    /** A device that confirms, with an order that it has got once. */
    async function handedOver() {
      const { device, wish, read } = await started()
      const { order_id: id } = await wish({ [MODE]: 'nb' })
      await report(server, device, {}, { type: 'data' })
      await anUplink(server, device, { confirms: [{ id, result: 'done' }] })
      await wish({ [INTERVAL]: '900' })
      const before = new Date().toISOString()
      await later()
      await report(server, device, {}, { type: 'data' })
      await later()
      const after = new Date().toISOString()
      await later()
      expect(await report(server, device, {}, { type: 'data' })).toHaveLength(1)
      return { device, read, before, after }
    }

    test('is carried out by a report that was measured after the first time', async () => {
      const { device, read, after } = await handedOver()
      await report(server, device, [`${INTERVAL} 900`, `${MODE} nb`], { at: after })
      expect(await read()).toMatchObject({ state: 'as_wished' })
      expect(await report(server, device, {}, { type: 'data' })).toEqual([])
    })

    test('waits on if a report was measured before that', async () => {
      const { device, read, before } = await handedOver()
      await report(server, device, DEFAULTS, { at: before })
      expect(await read()).toMatchObject({ state: 'waiting' })
      expect(await report(server, device, {}, { type: 'data' })).toHaveLength(1)
    })
  })

  test('for a device that has reported nothing is ordered, as lines or as JSON by its names', async () => {
    const [one, two] = [await aDevice(server, space), await aDevice(server, space)]
    await configurationOf(server, space, one).wish({ [INTERVAL]: '900' })
    await configurationOf(server, space, two).wish({ 'report.every': '900' })
    expect((await ordersOfDevice(one.id))[0]?.body).toEqual([`${INTERVAL} 900`])
    expect((await ordersOfDevice(two.id))[0]?.body).toEqual({ report: { every: 900 } })
  })

  test('takes the place of an order that waits', async () => {
    const { device, wish } = await started()
    await wish({ [INTERVAL]: '900' })
    const { order_id } = await wish({ [MODE]: 'nb' })
    expect(await ordersOfDevice(device.id)).toEqual([
      expect.objectContaining({ down_state: 'cancelled' }),
      { id: order_id, body: [`${INTERVAL} 900`, `${MODE} nb`], down_state: 'pending' },
    ])
  })

  test('that is the same leaves the waiting order as it is', async () => {
    const { device, wish } = await started()
    const first = await wish({ [INTERVAL]: '900' })
    expect((await wish({ [INTERVAL]: '900' })).order_id).toBe(first.order_id)
    expect(await ordersOfDevice(device.id)).toHaveLength(1)
  })

  test('that is the same takes the place of an order that would expire', async () => {
    const { device, wish } = await started()
    await rollOut(device)
    const [first] = await ordersOfDevice(device.id)
    expect(await expiryOf(first?.id)).toEqual(expect.any(String))
    const { order_id } = await wish({ [INTERVAL]: '900' })
    expect(await ordersOfDevice(device.id)).toEqual([
      { ...first, down_state: 'cancelled' },
      { ...first, id: order_id, down_state: 'pending' },
    ])
    expect(await expiryOf(order_id)).toBeNull()
  })

  test('that is the same leaves an order that does not expire as it is', async () => {
    const { device, wish } = await started()
    const { order_id } = await wish({ [INTERVAL]: '900' })
    await rollOut(device)
    expect(await ordersOfDevice(device.id)).toEqual([expect.objectContaining({ id: order_id })])
    expect(await expiryOf(order_id)).toBeNull()
  })

  test('that was handed over and is changed meanwhile is ordered again, even back to what is reported', async () => {
    const { device, wish } = await started()
    await wish({ [INTERVAL]: '900' })
    await report(server, device, {}, { type: 'data' })
    await wish({ [INTERVAL]: '1800' })
    expect((await ordersOfDevice(device.id)).map(({ body }) => body)).toEqual([
      [`${INTERVAL} 900`],
      [`${INTERVAL} 1800`],
    ])
  })

  test('taken back cancels its order; the device keeps its settings', async () => {
    const { device, wish } = await started()
    await wish({ [INTERVAL]: '900' })
    expect(await wish({ [INTERVAL]: null })).toMatchObject({ wished: [], state: 'none', differences: [] })
    expect((await ordersOfDevice(device.id)).map(({ down_state }) => down_state)).toEqual(['cancelled'])
  })

  test('without any change orders again what differs', async () => {
    const { device, wish, read } = await started()
    await wish({ [INTERVAL]: '5' })
    await report(server, device, {}, { type: 'data' })
    await later()
    await report(server, device, DEFAULTS)
    await wish({})
    expect(await read()).toMatchObject({ state: 'waiting' })
    expect(await ordersOfDevice(device.id)).toHaveLength(2)
  })

  test('differs once a person cancels its order', async () => {
    const { wish, read } = await started()
    const { order_id } = await wish({ [INTERVAL]: '900' })
    const path = `/spaces/${space.id}/messages/${order_id}`
    const answer = await server.call('PUT', path, { token, body: { down_state: 'cancelled' } })
    expect(answer.status).toBe(200)
    expect(await read()).toMatchObject({ state: 'differs' })
  })

  test('differs once its order was deleted with the messages of its month', async () => {
    const { device, wish, read } = await started()
    const { order_id } = await wish({ [INTERVAL]: '900' })
    await server.db.delete(message).where(eq(message.id, order_id ?? ''))
    const at = new Date(Date.now() - 40 * DAY)
    const own = eq(deviceConfiguration.deviceId, device.id)
    await server.db.update(deviceConfiguration).set({ orderAt: at }).where(own)
    await endLostOrders(server.deps, 30)
    expect(await read()).toMatchObject({ state: 'differs' })
  })

  test('that the device no longer meets differs, without an order of its own', async () => {
    const { device, wish, read } = await started()
    await wish({ [MODE]: 'lte' })
    await report(server, device, [`${MODE} nb`])
    expect(await read()).toMatchObject({ state: 'differs' })
    expect(await ordersOfDevice(device.id)).toEqual([])
  })

  test.each([
    [{ 'app config save': 'now' }, /You can't send 'config save' command/],
    [{ [INTERVAL]: 'a\nb' }, /must be one line/],
    [{ 'report.every': '900' }, /names like app config interval-report/],
    [{ '': '1' }, /must/],
    [{ [INTERVAL]: 900 }, /must be/],
  ])('%j is refused', async (wished, why) => {
    const { put } = await started()
    expect(await sentence(await put(wished))).toEqual([400, expect.stringMatching(why)])
  })

  test('of too many characters in all is refused', async () => {
    const { put } = await started()
    const wished = Object.fromEntries(
      Array.from({ length: WISHED_MAX_LENGTH / 4000 }, (_, i) => [`app config k${i}`, 'x'.repeat(4000)]),
    )
    expect(await sentence(await put(wished))).toEqual([
      400,
      'wished must have at most 200000 characters of all settings of a device',
    ])
  })

  test('for a device whose tags allow no downlinks is refused, but can be taken back', async () => {
    const tag = await aTag(server, space, undefined, 'read')
    const { device, put, wish } = await started()
    await wish({ [INTERVAL]: '1800' })
    const path = `/spaces/${space.id}/devices/${device.id}`
    await server.call('PUT', path, { token, body: { tags: [tag] } })
    expect(await sentence(await put({ [INTERVAL]: '900' }))).toEqual([
      409,
      'the tags of this device allow no downlinks',
    ])
    expect(await wish({ [INTERVAL]: null })).toMatchObject({ state: 'none' })
  })

  test('needs the permission for config downlinks, and for a key a tag of the device', async () => {
    const tag = await aTag(server, space)
    const { device } = await started({ tags: [tag] })
    const other = await started()
    const path = (id: string) => `/spaces/${space.id}/devices/${id}/configuration`
    const put = async (id: string, credentials: object) =>
      (await server.call('PUT', path(id), { body: { wished: { [INTERVAL]: '1' } }, ...credentials })).status
    const member = await aMember(server, space, 'user')
    const key = await aKey(server, space, {
      permissions: ['space:device:read', 'space:device:config:create'],
      tags: [tag],
    })
    const reader = await aKey(server, space, { permissions: ['space:device:read'] })
    expect([
      await put(device.id, { token: member.token }),
      await put(device.id, { key: reader.id }),
      await put(other.device.id, { key: key.id }),
      await put(device.id, { key: key.id }),
    ]).toEqual([403, 403, 404, 200])
    const seen = await server.call('GET', path(device.id), { key: key.id })
    expect(await seen.json()).toMatchObject({ wished_by: key.name })
    expect((await server.call('GET', path(other.device.id), { key: key.id })).status).toBe(404)
  })
})
