import { describe, expect, test } from 'vitest'
import { aClaimToken, aDevice, aSerialNumber, aSpace } from '../support/builders'
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
import { serveSpace } from '../support/serve'

const { server, space } = await serveSpace()
const { token } = space.owner

const started = (values?: Parameters<typeof aConfigured>[2]) => aConfigured(server, space, values)
const ordersOfDevice = (deviceId: string) => ordersOf(server, space, deviceId)

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
    const { read } = await started({ lines: { report: { every: 1800 }, name: 'pump' } })
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
    const { read } = await started({ lines: Array.from({ length: 1200 }, (_, i) => `app config k${i} 1`) })
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

describe('another hardware', () => {
  test('is unknown until its first report, and then gets what is wished', async () => {
    const { device, wish, read } = await started()
    await wish({ [INTERVAL]: '900' })
    await report(server, device, {}, { type: 'data' })
    await later()
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

  test('gets all that differs, also what the old one had already', async () => {
    const { device, wish } = await started()
    await wish({ [INTERVAL]: '900', [MODE]: 'lte' })
    const hardware = { serial_number: aSerialNumber(), token: aClaimToken() }
    await server.call('POST', `/spaces/${space.id}/devices/${device.id}/replace`, { token, body: hardware })
    const [waiting] = await report(server, hardware, [`${INTERVAL} 900`, `${MODE} nb`])
    expect(waiting?.body).toEqual([`${INTERVAL} 900`])
    const [again] = await report(server, hardware, {}, { type: 'data' })
    expect(again?.body).toEqual([`${MODE} lte`])
  })

  test('that has what is wished already gets no order', async () => {
    const { device, wish, read } = await started()
    await wish({ [INTERVAL]: '1800' })
    const hardware = { serial_number: aSerialNumber(), token: aClaimToken() }
    await server.call('POST', `/spaces/${space.id}/devices/${device.id}/replace`, { token, body: hardware })
    await report(server, hardware, DEFAULTS)
    expect(await read()).toMatchObject({ state: 'as_wished' })
    expect(await ordersOfDevice(device.id)).toEqual([])
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
