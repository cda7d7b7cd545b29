import { describe, expect, test } from 'vitest'
import { api } from '#contract'
import { changedSinceSchema } from '#contract/common'
import { aDevice, aSpace } from '../support/builders'
import {
  aConfigured,
  configurationOf,
  DEFAULTS,
  INTERVAL,
  MODE,
  ordersOf,
  report,
} from '../support/configuration'
import { callDuring } from '../support/meanwhile'
import { serveSpace } from '../support/serve'
import { callUplink } from '../support/uplink'

const { server, space } = await serveSpace()
const { token } = space.owner

const started = (values?: Parameters<typeof aConfigured>[2]) => aConfigured(server, space, values)
const ordersOfDevice = (deviceId: string) => ordersOf(server, space, deviceId)

describe('two people at once', () => {
  test('the second learns what the first changed, and nothing of it is lost', async () => {
    const { wish, put, read } = await started()
    const { version } = await wish({ [MODE]: 'nb' })
    expect((await put({ [INTERVAL]: '900' }, { 'If-Match': `"${version}"` })).status).toBe(200)
    const late = await put({ [INTERVAL]: '60' }, { 'If-Match': `"${version}"` })
    expect([late.status, changedSinceSchema.parse(await late.json()).changes]).toEqual([
      412,
      [expect.objectContaining({ fields: [INTERVAL], by: space.owner.email })],
    ])
    expect((await read()).wished).toEqual([
      { name: INTERVAL, value: '900' },
      { name: MODE, value: 'nb' },
    ])
  })

  test('changes of the device itself are no changes of its configuration', async () => {
    const { device, put } = await started()
    const path = `/spaces/${space.id}/devices/${device.id}`
    await server.call('PUT', path, { token, body: { comment: 'one' } })
    await put({ [INTERVAL]: '900' })
    const late = await put({ [INTERVAL]: '60' }, { 'If-Match': '"1"' })
    expect(changedSinceSchema.parse(await late.json()).changes.map(({ fields }) => fields)).toEqual([
      [INTERVAL],
    ])
    const stale = await server.call('PUT', path, {
      token,
      body: { comment: 'two' },
      headers: { 'If-Match': '"1"' },
    })
    expect(changedSinceSchema.parse(await stale.json()).changes.map(({ fields }) => fields)).toEqual([
      ['comment'],
    ])
  })

  test('many at once leave one order that waits, with all of it', async () => {
    const { device, wish } = await started()
    const names = Array.from({ length: 8 }, (_, i) => `app config k${i}`)
    await Promise.all(names.map((name) => wish({ [name]: '1' })))
    const pending = (await ordersOfDevice(device.id)).filter(({ down_state }) => down_state === 'pending')
    expect(pending.map(({ body }) => body)).toEqual([names.map((name) => `${name} 1`)])
  })

  test('reports and wishes at once end in a state that is true', async () => {
    const { device, wish, read } = await started()
    for (let round = 0; round < 10; round++)
      await Promise.all([wish({ [INTERVAL]: `${round}` }), report(server, device, DEFAULTS)])
    const found = await read()
    const [last] = (await ordersOfDevice(device.id)).slice(-1)
    expect(found.differences).toEqual([{ name: INTERVAL, wished: '9', reported: '1800' }])
    expect([found.state, last?.id]).toEqual(['waiting', found.order_id])
  })
})

describe('while the order of a device is being cancelled', () => {
  /** A device with an order that waits, and a call that begins before the order is cancelled and ends after it. */
  async function cancelled() {
    const { device, wish, put, read } = await started()
    const { order_id: id } = await wish({ [INTERVAL]: '900' })
    const during = async (call: () => Promise<Response>) =>
      callDuring(
        server,
        (client) => client.query(`update message set down_state = 'cancelled' where id = $1`, [id]),
        call,
        (client) =>
          client.query(`update device_configuration set state = 'differs' where order_id = $1`, [id]),
      )
    return { device, put, read, during }
  }

  test('a report leaves it cancelled', async () => {
    const { device, read, during } = await cancelled()
    const answer = await during(() => callUplink(server, device, { type: 'config', body: DEFAULTS }))
    expect(answer.status).toBe(201)
    expect(await read()).toMatchObject({ state: 'differs' })
  })

  test('the same wish orders it again', async () => {
    const { device, put, read, during } = await cancelled()
    expect((await during(() => put({ [INTERVAL]: '900' }))).status).toBe(200)
    const states = (await ordersOfDevice(device.id)).map(({ down_state }) => down_state)
    expect([(await read()).state, states]).toEqual(['waiting', ['cancelled', 'pending']])
  })

  test('a move takes the configuration along', async () => {
    const { device, during } = await cancelled()
    const other = await aSpace(server, space.owner)
    const path = `/spaces/${space.id}/devices/${device.id}/move`
    const answer = await during(() => server.call('POST', path, { token, body: { space_id: other.id } }))
    expect(answer.status).toBe(200)
    expect(await configurationOf(server, other, device).read()).toMatchObject({ state: 'differs' })
  })
})

describe('the audit log', () => {
  const entries = async (deviceId: string) => {
    const answer = await server.call('GET', `/spaces/${space.id}/audit?target=${deviceId}&limit=100`, {
      token,
    })
    return api.spaceAudit.list.answer
      .parse(await answer.json())
      .filter(({ action, target_id }) => action === 'configuration.update' && target_id === deviceId)
  }
  const undo = (id: string | undefined) =>
    server.call('POST', `/spaces/${space.id}/audit/${id}/undo`, { token })

  test('has the wishes that changed, and gives them back', async () => {
    const { device, wish, read } = await started()
    await wish({ [INTERVAL]: '900' })
    await wish({ [INTERVAL]: '60', [MODE]: 'nb' })
    const [last] = await entries(device.id)
    expect(last).toMatchObject({
      target_name: device.name,
      before: { [INTERVAL]: '900', [MODE]: null },
      after: { [INTERVAL]: '60', [MODE]: 'nb' },
    })
    expect((await undo(last?.id)).status).toBe(200)
    expect((await read()).wished).toEqual([{ name: INTERVAL, value: '900' }])
    expect((await ordersOfDevice(device.id)).slice(-1)).toEqual([
      expect.objectContaining({ body: [`${INTERVAL} 900`], down_state: 'pending' }),
    ])
  })

  test('undoes nothing that was changed since', async () => {
    const { device, wish } = await started({ lines: { tags: [1], a: 1 } })
    await wish({ tags: '[2]' })
    const [first] = await entries(device.id)
    await wish({ tags: '[3]' })
    expect((await undo(first?.id)).status).toBe(409)
  })
})

describe('the list of devices', async () => {
  const own = await aSpace(server, space.owner)
  const reported = async (lines: unknown) => {
    const device = await aDevice(server, own)
    await report(server, device, lines)
    return device
  }
  const plain = await reported(DEFAULTS)
  const met = await reported(DEFAULTS)
  const waiting = await reported(DEFAULTS)
  const differing = await reported(DEFAULTS)
  await configurationOf(server, own, met).wish({ [MODE]: 'lte' })
  await configurationOf(server, own, differing).wish({ [MODE]: 'lte' })
  await report(server, differing, [`${MODE} nb`])
  await configurationOf(server, own, waiting).wish({ [MODE]: 'nb' })

  test('has the state of each', async () => {
    const answer = await server.call('GET', `/spaces/${own.id}/devices`, { token })
    const rows = api.devices.list.answer.parse(await answer.json())
    expect(new Map(rows.map(({ id, configuration }) => [id, configuration]))).toEqual(
      new Map([
        [plain.id, null],
        [met.id, { state: 'as_wished', differences: 0 }],
        [waiting.id, { state: 'waiting', differences: 1 }],
        [differing.id, { state: 'differs', differences: 1 }],
      ]),
    )
  })

  test.each([
    [['differs'], [differing]],
    [
      ['waiting', 'as_wished'],
      [met, waiting],
    ],
    [['none'], [plain]],
    [
      ['none', 'differs'],
      [plain, differing],
    ],
    [
      ['none', 'differs', 'waiting', 'as_wished'],
      [plain, met, waiting, differing],
    ],
  ])('filters by %j', async (states, expected) => {
    const query = states.map((state) => `configuration[]=${state}`).join('&')
    for (const sort of ['id', 'last_seen']) {
      const answer = await server.call('GET', `/spaces/${own.id}/devices?${query}&sort_by=${sort}`, { token })
      const ids = api.devices.list.answer.parse(await answer.json()).map(({ id }) => id)
      expect(new Set(ids)).toEqual(new Set(expected.map(({ id }) => id)))
    }
    const counted = await server.call('GET', `/spaces/${own.id}/devices/count?${query}`, { token })
    expect(await counted.json()).toEqual({ count: expected.length })
  })
})
