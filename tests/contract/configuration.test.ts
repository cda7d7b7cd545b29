import { describe, expect, test } from 'vitest'
import { api } from '#contract'
import { changedSinceSchema } from '#contract/common'
import { WISHED_MAX_LENGTH } from '#contract/configuration'
import { aClaimToken, aDevice, aKey, aMember, aSerialNumber, aSpace, aTag } from '../support/builders'
import { configurationOf, report } from '../support/configuration'
import { serveSpace } from '../support/serve'

const { server, space } = await serveSpace()
const { token } = space.owner

const INTERVAL = 'app config interval-report'
const MODE = 'app config mode'
const DEFAULTS = [`${INTERVAL} 1800`, `${MODE} lte`]

const started = async (values: Parameters<typeof aDevice>[2] = {}, lines: unknown = DEFAULTS) => {
  const device = await aDevice(server, space, values)
  await report(server, device, lines)
  return { device, ...configurationOf(server, space, device) }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 5))

/** The `config` downlinks of a device, the oldest first. */
async function ordersOf(deviceId: string, spaceId = space.id) {
  const path = `/spaces/${spaceId}/messages?device_id=${deviceId}&direction=down&limit=100`
  const answer = await server.call('GET', path, { token })
  const messages = api.messages.list.answer.parse(await answer.json())
  return messages
    .toReversed()
    .map(({ id, body, down_state }) => ({ id, body: JSON.parse(body ?? ''), down_state }))
}

const sentence = async (answer: Response) => [answer.status, await answer.text()]

describe('what a device reports', () => {
  test('is nothing before its first report', async () => {
    const device = await aDevice(server, space)
    expect(await configurationOf(server, space, device).read()).toEqual({
      reported: [],
      reported_at: null,
      form: null,
      is_partial: false,
      wished: [],
      wished_at: null,
      wished_by: null,
      differences: [],
      state: 'none',
      since: null,
      order_id: null,
      version: 1,
    })
  })

  test('is kept by name, with its time, and raises no version', async () => {
    const { read } = await started()
    const found = await read()
    expect(found).toMatchObject({
      reported: [
        { name: INTERVAL, value: '1800' },
        { name: MODE, value: 'lte' },
      ],
      form: 'lines',
      state: 'none',
      version: 1,
    })
    expect(Date.parse(found.reported_at ?? '')).toBeGreaterThan(Date.now() - 60_000)
  })

  test('can be JSON', async () => {
    const { read } = await started({}, { report: { every: 1800 }, name: 'pump' })
    expect(await read()).toMatchObject({
      reported: [
        { name: 'name', value: 'pump' },
        { name: 'report.every', value: '1800' },
      ],
      form: 'json',
    })
  })

  test('replaces what it reported before', async () => {
    const { device, read } = await started()
    await report(server, device, [`${INTERVAL} 60`])
    expect((await read()).reported).toEqual([{ name: INTERVAL, value: '60' }])
  })

  test.each([
    [['ok']],
    [{ down_message_id: '019d0a5c-6c00-7000-8000-000000000001', result: 0 }],
    ['"done"'],
    [[]],
  ])('changes nothing if it is no configuration: %j', async (body) => {
    const { device, read } = await started()
    const before = await read()
    await report(server, device, body)
    expect(await read()).toEqual(before)
  })

  test('an older report does not replace a newer one', async () => {
    const { device, read } = await started()
    await report(server, device, [`${INTERVAL} 60`], { at: new Date(Date.now() - 3_600_000).toISOString() })
    expect((await read()).reported[0]?.value).toBe('1800')
  })

  test('measured times decide between late reports, and one from the future counts as now', async () => {
    const device = await aDevice(server, space)
    const { read } = configurationOf(server, space, device)
    const hour = (hours: number) => ({ at: new Date(Date.now() + hours * 3_600_000).toISOString() })
    await report(server, device, [`${INTERVAL} 2`], hour(-2))
    await report(server, device, [`${INTERVAL} 3`], hour(-3))
    expect((await read()).reported[0]?.value).toBe('2')
    await report(server, device, [`${INTERVAL} 1`], hour(9))
    await report(server, device, [`${INTERVAL} 0`])
    expect((await read()).reported[0]?.value).toBe('0')
  })

  test('comes in batches, for each device the last one', async () => {
    const devices = [await aDevice(server, space), await aDevice(server, space)]
    const uplinks = devices.flatMap(({ serial_number, token: claim }, i) =>
      ['1', '2'].map((value) => ({
        serial_number,
        token: claim,
        type: 'config',
        body: [`${INTERVAL} ${value}${i}`],
      })),
    )
    const answer = await server.call('POST', '/devices/uplinks', { body: { uplinks } })
    expect(answer.status).toBe(201)
    const values = await Promise.all(
      devices.map(async (device) => (await configurationOf(server, space, device).read()).reported[0]?.value),
    )
    expect(values).toEqual(['20', '21'])
  })

  test('with a name counts once', async () => {
    const { device, read } = await started()
    await report(server, device, [`${INTERVAL} 60`], { id: 'one' })
    await report(server, device, [`${INTERVAL} 30`], { id: 'two' })
    await report(server, device, [`${INTERVAL} 60`], { id: 'one' })
    expect((await read()).reported[0]?.value).toBe('30')
  })

  test('beyond a thousand settings is cut, and that is said', async () => {
    const { read } = await started(
      {},
      Array.from({ length: 1200 }, (_, i) => `app config k${i} 1`),
    )
    const found = await read()
    expect([found.reported.length, found.is_partial]).toEqual([1000, true])
  })

  test('with a wrong claim token changes nothing', async () => {
    const { device, read } = await started()
    const before = await read()
    const { serial_number } = device
    const body = { serial_number, token: aClaimToken(), type: 'config', body: [`${INTERVAL} 60`] }
    expect((await server.call('POST', '/devices/uplink', { body })).status).toBe(401)
    expect(await read()).toEqual(before)
  })
})

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
    expect(await ordersOf(device.id)).toEqual([
      { id: wished.order_id, body: [`${INTERVAL} 900`], down_state: 'pending' },
    ])

    const downlinks = await report(server, device, { a: 1 }, { type: 'data' })
    expect(downlinks.map(({ id }) => id)).toEqual([wished.order_id])
    expect(await read()).toMatchObject({ state: 'waiting', since: wished.since })
    await pause()
    await report(server, device, [`${INTERVAL} 900`, `${MODE} lte`])
    expect(await read()).toMatchObject({ state: 'as_wished', differences: [], version: 2 })
  })

  test('that the device reports already needs no downlink', async () => {
    const { device, wish } = await started()
    expect(await wish({ [INTERVAL]: '1800' })).toMatchObject({ state: 'as_wished', order_id: null })
    expect(await ordersOf(device.id)).toEqual([])
  })

  test('differs if the device reports something else after the hand-over', async () => {
    const { device, wish, read } = await started()
    await wish({ [INTERVAL]: '5' })
    await report(server, device, {}, { type: 'data' })
    await pause()
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
    await pause()
    await report(server, device, DEFAULTS, { at: new Date(Date.now() - 60_000).toISOString() })
    expect(await read()).toMatchObject({ state: 'waiting' })
  })

  test('for a device that has reported nothing is ordered, as lines or as JSON by its names', async () => {
    const [one, two] = [await aDevice(server, space), await aDevice(server, space)]
    await configurationOf(server, space, one).wish({ [INTERVAL]: '900' })
    await configurationOf(server, space, two).wish({ 'report.every': '900' })
    expect((await ordersOf(one.id))[0]?.body).toEqual([`${INTERVAL} 900`])
    expect((await ordersOf(two.id))[0]?.body).toEqual({ report: { every: 900 } })
  })

  test('takes the place of an order that waits', async () => {
    const { device, wish } = await started()
    await wish({ [INTERVAL]: '900' })
    const { order_id } = await wish({ [MODE]: 'nb' })
    expect(await ordersOf(device.id)).toEqual([
      expect.objectContaining({ down_state: 'cancelled' }),
      { id: order_id, body: [`${INTERVAL} 900`, `${MODE} nb`], down_state: 'pending' },
    ])
  })

  test('that is the same leaves the waiting order as it is', async () => {
    const { device, wish } = await started()
    const first = await wish({ [INTERVAL]: '900' })
    expect((await wish({ [INTERVAL]: '900' })).order_id).toBe(first.order_id)
    expect(await ordersOf(device.id)).toHaveLength(1)
  })

  test('that was handed over and is changed meanwhile is ordered again, even back to what is reported', async () => {
    const { device, wish } = await started()
    await wish({ [INTERVAL]: '900' })
    await report(server, device, {}, { type: 'data' })
    await wish({ [INTERVAL]: '1800' })
    expect((await ordersOf(device.id)).map(({ body }) => body)).toEqual([
      [`${INTERVAL} 900`],
      [`${INTERVAL} 1800`],
    ])
  })

  test('taken back cancels its order; the device keeps its settings', async () => {
    const { device, wish } = await started()
    await wish({ [INTERVAL]: '900' })
    expect(await wish({ [INTERVAL]: null })).toMatchObject({ wished: [], state: 'none', differences: [] })
    expect((await ordersOf(device.id)).map(({ down_state }) => down_state)).toEqual(['cancelled'])
  })

  test('without any change orders again what differs', async () => {
    const { device, wish, read } = await started()
    await wish({ [INTERVAL]: '5' })
    await report(server, device, {}, { type: 'data' })
    await pause()
    await report(server, device, DEFAULTS)
    await wish({})
    expect(await read()).toMatchObject({ state: 'waiting' })
    expect(await ordersOf(device.id)).toHaveLength(2)
  })

  test('differs once a person cancels its order', async () => {
    const { wish, read } = await started()
    const { order_id } = await wish({ [INTERVAL]: '900' })
    const path = `/spaces/${space.id}/messages/${order_id}`
    const answer = await server.call('PUT', path, { token, body: { down_state: 'cancelled' } })
    expect(answer.status).toBe(200)
    expect(await read()).toMatchObject({ state: 'differs' })
  })

  test('that the device no longer meets differs, without an order of its own', async () => {
    const { device, wish, read } = await started()
    await wish({ [MODE]: 'lte' })
    await report(server, device, [`${MODE} nb`])
    expect(await read()).toMatchObject({ state: 'differs' })
    expect(await ordersOf(device.id)).toEqual([])
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
    const pending = (await ordersOf(device.id)).filter(({ down_state }) => down_state === 'pending')
    expect(pending.map(({ body }) => body)).toEqual([names.map((name) => `${name} 1`)])
  })

  test('reports and wishes at once end in a state that is true', async () => {
    const { device, wish, read } = await started()
    for (let round = 0; round < 10; round++)
      await Promise.all([wish({ [INTERVAL]: `${round}` }), report(server, device, DEFAULTS)])
    const found = await read()
    const [last] = (await ordersOf(device.id)).slice(-1)
    expect(found.differences).toEqual([{ name: INTERVAL, wished: '9', reported: '1800' }])
    expect([found.state, last?.id]).toEqual(['waiting', found.order_id])
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
    expect((await ordersOf(device.id)).slice(-1)).toEqual([
      expect.objectContaining({ body: [`${INTERVAL} 900`], down_state: 'pending' }),
    ])
  })

  test('undoes nothing that was changed since', async () => {
    const { device, wish } = await started({}, { tags: [1], a: 1 })
    await wish({ tags: '[2]' })
    const [first] = await entries(device.id)
    await wish({ tags: '[3]' })
    expect((await undo(first?.id)).status).toBe(409)
  })
})

describe('another hardware', () => {
  test('is unknown until its first report, and then gets what is wished', async () => {
    const { device, wish, read } = await started()
    await wish({ [INTERVAL]: '900' })
    await report(server, device, {}, { type: 'data' })
    await pause()
    await report(server, device, [`${INTERVAL} 900`])
    const hardware = { serial_number: aSerialNumber(), token: aClaimToken() }
    const path = `/spaces/${space.id}/devices/${device.id}/replace`
    expect((await server.call('POST', path, { token, body: hardware })).status).toBe(200)
    expect(await read()).toMatchObject({ reported: [], reported_at: null, form: null, state: 'waiting' })
    expect(await report(server, hardware, { a: 1 }, { type: 'data' })).toEqual([])
    await report(server, hardware, DEFAULTS)
    expect(await read()).toMatchObject({ state: 'waiting', differences: [{ name: INTERVAL }] })
    const [downlink] = await report(server, hardware, { a: 1 }, { type: 'data' })
    expect(downlink).toMatchObject({ type: 'config', body: [`${INTERVAL} 900`] })
  })

  test('that has what is wished already gets no order', async () => {
    const { device, wish, read } = await started()
    await wish({ [INTERVAL]: '1800' })
    const hardware = { serial_number: aSerialNumber(), token: aClaimToken() }
    await server.call('POST', `/spaces/${space.id}/devices/${device.id}/replace`, { token, body: hardware })
    await report(server, hardware, DEFAULTS)
    expect(await read()).toMatchObject({ state: 'as_wished' })
    expect(await ordersOf(device.id)).toEqual([])
  })
})

test('a device that moves takes its configuration along, without the order that was cancelled', async () => {
  const other = await aSpace(server, space.owner)
  const { device, wish } = await started()
  await wish({ [INTERVAL]: '900' })
  const path = `/spaces/${space.id}/devices/${device.id}/move`
  expect((await server.call('POST', path, { token, body: { space_id: other.id } })).status).toBe(200)
  expect(await configurationOf(server, other, device).read()).toMatchObject({
    reported: [{ value: '1800' }, { value: 'lte' }],
    wished: [{ name: INTERVAL, value: '900' }],
    state: 'differs',
    order_id: null,
  })
  expect(await configurationOf(server, space, device).read()).toMatchObject({ reported: [], state: 'none' })
  expect((await configurationOf(server, space, device).put({ [INTERVAL]: '1' })).status).toBe(409)
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
