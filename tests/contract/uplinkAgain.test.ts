import { beforeEach, describe, expect, test } from 'vitest'
import { DAY } from '#contract/common/durations'
import { messagesApi, UPLINK_ID_DAYS } from '#contract/messages'
import { seriesApi } from '#contract/series'
import { keepHouse } from '../../server/services/administration/housekeeping'
import { deleteNext } from '../../server/services/background/deletion'
import { outcome } from '../support/answers'
import { aClaimToken, aDevice, aMessage, aSerialNumber, aSpace } from '../support/builders'
import { makeServer } from '../support/makeServer'
import { findValues } from '../support/series'
import { serveSpace } from '../support/serve'
import { callUplink, type Proof, uplinkOf } from '../support/uplink'

const START = Date.parse('2026-11-21T08:00:00.000Z')
let clock = START
beforeEach(() => {
  clock = START
})
const { server, space } = await serveSpace({ now: () => new Date(clock), settings: { trashDays: 0 } })
const pool = server.db.$client
const { token } = space.owner

type Device = Awaited<ReturnType<typeof aDevice>>

const countOf = async (table: string, { id }: Pick<Device, 'id'>) =>
  (await pool.query(`select from ${table} where device_id = $1`, [id])).rowCount
const storedOf = (device: Pick<Device, 'id'>) => countOf('message', device)

/** Sends an uplink; returns the exact answer. */
async function send(proof: Proof, values: object, on: Pick<typeof server, 'call'> = server) {
  clock += 1000
  const answer = await callUplink(on, proof, values)
  expect([answer.status, answer.headers.get('x-unknown-fields')]).toEqual([201, null])
  return answer.text()
}
const idOf = (answer: string) => messagesApi.uplink.answer.parse(JSON.parse(answer)).id

describe('a repeated message', () => {
  test('with the same id gets the same answer with its downlinks, and is stored once', async () => {
    const device = await aDevice(server, space)
    const pending = { type: 'shell', direction: 'down', downState: 'pending' } as const
    const first = await aMessage(server, device, { ...pending, body: '["first"]' })
    const answer = await send(device, { id: 'boot-7/1', body: { level: 1 } })
    const second = await aMessage(server, device, { ...pending, body: '["second"]' })
    expect(await send(device, { id: 'boot-7/1', body: { level: 1 } })).toBe(answer)
    expect(await send(device, { id: 'boot-7/1', body: '{"other":1}' })).toBe(answer)
    expect(JSON.parse(answer)).toMatchObject({ downlinks: [{ id: first }] })
    expect(JSON.parse(await send(device, { id: 'boot-7/2' }))).toMatchObject({ downlinks: [{ id: second }] })
    expect(await storedOf(device)).toBe(4)
  })

  test('without an id is stored again, and leaves no record of ids', async () => {
    const device = await aDevice(server, space)
    for (const id of [undefined, null]) await send(device, { id })
    expect([await storedOf(device), await countOf('uplink_answer', device)]).toEqual([2, 0])
  })

  test('sent many times at once to two copies of the server is stored once', async ({ onTestFinished }) => {
    const device = await aDevice(server, space)
    const copy = await makeServer({ databaseUrl: server.databaseUrl })
    onTestFinished(() => copy.stop())
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => send(device, { id: 'x', body: { i } }, i % 2 ? server : copy)),
    )
    expect(new Set(answers).size).toBe(1)
    expect(await storedOf(device)).toBe(1)
    expect(await send(device, { id: 'x' }, copy)).toBe(answers[0])
  })

  test('in a batch with others is answered in each of its positions', async () => {
    const [one, two] = [await aDevice(server, space), await aDevice(server, space)]
    const before = await send(one, { id: 'a' })
    const uplinks = [
      uplinkOf(one, { id: 'a' }),
      uplinkOf(one, { id: 'b' }),
      uplinkOf(two, { id: 'a' }),
      uplinkOf(one, { id: 'b' }),
      uplinkOf(two),
      uplinkOf({ ...one, token: aClaimToken() }, { id: 'a' }),
    ]
    const batch = async () =>
      messagesApi.uplinks.answer.parse(
        await (await server.call('POST', '/devices/uplinks', { body: { uplinks } })).json(),
      )
    const answers = await batch()
    expect(answers[0]).toEqual(JSON.parse(before))
    expect(answers[3]).toEqual(answers[1])
    expect(answers[2]).not.toEqual(answers[0])
    expect(answers[5]).toHaveProperty('error')
    expect([await storedOf(one), await storedOf(two)]).toEqual([2, 2])
    const again = await batch()
    expect(again.slice(0, 4)).toEqual(answers.slice(0, 4))
    expect(again[4]).not.toEqual(answers[4])
  })

  test('counts only for its own hardware, because new hardware may start from the same id', async () => {
    const device = await aDevice(server, space)
    const answer = await send(device, { id: '1' })
    const wrong = await callUplink(server, { ...device, token: aClaimToken() }, { id: '1' })
    expect(wrong.status).toBe(401)
    clock += 1000
    const hardware = { serial_number: aSerialNumber(), token: aClaimToken() }
    const path = `/spaces/${space.id}/devices/${device.id}/replace`
    expect((await server.call('POST', path, { token, body: hardware })).status).toBe(200)
    expect((await callUplink(server, device, { id: '1' })).status).toBe(401)
    expect(idOf(await send(hardware, { id: '1' }))).not.toBe(idOf(answer))
  })

  test('after more than a week counts as new', async () => {
    const device = await aDevice(server, space)
    const answer = await send(device, { id: '1' })
    const keep = async () =>
      keepHouse(server.deps, { messageRetentionDays: undefined, deliveryRetentionDays: 30 })
    clock = START + (UPLINK_ID_DAYS - 1) * DAY
    await keep()
    expect(await send(device, { id: '1' })).toBe(answer)
    clock = START + (UPLINK_ID_DAYS + 1) * DAY
    await keep()
    expect(await send(device, { id: '1' })).not.toBe(answer)
  })

  test('with an empty id counts as one without', async () => {
    const device = await aDevice(server, space)
    expect(await send(device, { id: '', at: '' })).not.toBe(await send(device, { id: '', at: '' }))
  })

  test('counts as new after its device was moved away and back', async () => {
    const device = await aDevice(server, space)
    const { id: other } = await aSpace(server, space.owner)
    const answer = await send(device, { id: '1' })
    for (const [from, to] of [
      [space.id, other],
      [other, space.id],
    ]) {
      const moved = await server.call('POST', `/spaces/${from}/devices/${device.id}/move`, {
        token,
        body: { space_id: to },
      })
      expect(moved.status).toBe(200)
    }
    expect(await send(device, { id: '1' })).not.toBe(answer)
  })

  test('is deleted with its device', async () => {
    const device = await aDevice(server, space)
    await send(device, { id: '1' })
    await server.call('DELETE', `/spaces/${space.id}/devices/${device.id}`, { token })
    while (await deleteNext(pool, async () => undefined));
    expect(await countOf('uplink_answer', device)).toBe(0)
  })

  test.each([
    ['id must be text', { id: 7 }],
    ['id must have at most 100 characters', { id: 'x'.repeat(101) }],
    ['at must be an ISO-8601 time, or seconds or milliseconds since 1970', { at: 'yesterday' }],
    ['at must be an ISO-8601 time, or seconds or milliseconds since 1970', { at: '2026-02-30T08:00:00Z' }],
    ['at must be an ISO-8601 time, or seconds or milliseconds since 1970', { at: 1e300 }],
    ['at must be an ISO-8601 time, or seconds or milliseconds since 1970', { at: true }],
  ])('is refused: its %s', async (sentence, values) => {
    const device = await aDevice(server, space)
    expect(await outcome(await callUplink(server, device, values))).toEqual([400, sentence])
  })
})

describe('a message with a time of measurement', () => {
  const read = async (id: string) => {
    const answer = await server.call('GET', `/spaces/${space.id}/messages/${id}`, { token })
    return messagesApi.get.answer.parse(await answer.json())
  }
  const pointsOf = async ({ id }: Device) => {
    await findValues(server)
    const query = `device_id=${id}&path=level&after=2026-01-01&before=2027-01-01`
    const answer = await server.call('GET', `/spaces/${space.id}/series/points?${query}`, { token })
    return seriesApi.points.answer.parse(await answer.json())[0]?.points
  }
  const MEASURED = '2026-11-20T06:30:00.000Z'

  test.each([
    ['an ISO-8601 time', '2026-11-20T07:30:00+01:00'],
    ['milliseconds', Date.parse(MEASURED)],
    ['seconds', Date.parse(MEASURED) / 1000],
  ])('in %s keeps its time of arrival, and its values have the time of measurement', async (_, at) => {
    const device = await aDevice(server, space)
    const id = idOf(
      await send(device, { at, body: { level: 5, list: [{ at: '2026-11-19T00:00:00Z', x: 1 }] } }),
    )
    expect(await read(id)).toMatchObject({ created_at: '2026-11-21T08:00:01.000Z', measured_at: MEASURED })
    expect(await pointsOf(device)).toEqual([[Date.parse(MEASURED), 5]])
  })

  test('that is not credible is stored without values', async () => {
    const device = await aDevice(server, space)
    for (const at of [START + 3 * DAY, '1999-12-31T23:59:59Z', 0])
      await send(device, { at, body: { level: 1 } })
    await send(device, { body: { level: 2 } })
    expect(await storedOf(device)).toBe(4)
    expect(await pointsOf(device)).toEqual([[START + 4000, 2]])
  })
})
