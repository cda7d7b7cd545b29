import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Message, messagesApi } from '#contract/messages'
import { aDevice, aSpace, type TestSpace } from '../support/builders'
import { makeServer, type TestServer } from '../support/makeServer'

let clock = Date.parse('2026-11-21T08:00:00.000Z')
let server: TestServer
let space: TestSpace

beforeAll(async () => {
  server = await makeServer({ now: () => new Date(clock++) })
  space = await aSpace(server)
})
afterAll(() => server.stop())

const call = async (method: string, path: string, body?: unknown) =>
  server.call(method, `/spaces/${space.id}/messages${path}`, { token: space.owner.token, body })

async function list(query = ''): Promise<Message[]> {
  const answer = await call('GET', `?${query}`)
  expect([query, answer.status]).toEqual([query, 200])
  return messagesApi.list.answer.parse(await answer.json())
}

test('a downlink is scheduled, listed, read, handed over, and tells of it', async () => {
  const device = await aDevice(server, space)
  const answer = await call('POST', '', { device_id: device.id, type: 'shell', body: ['info show'] })
  expect(answer.status).toBe(201)
  const sent = messagesApi.create.answer.parse(await answer.json())
  expect(sent).toMatchObject({ down_state: 'pending', body: '["info show"]', device_name: device.name })
  expect(await list(`device_id=${device.id}`)).toEqual([sent])
  const read = await call('GET', `/${sent.id}`)
  expect(await read.json()).toEqual(sent)
  const { serial_number, token } = device
  const uplink = await server.call('POST', '/devices/uplink', {
    body: { serial_number, token, type: 'data', body: {} },
  })
  expect(await uplink.json()).toMatchObject({ downlinks: [{ id: sent.id, body: ['info show'] }] })
  const late = await call('PUT', `/${sent.id}`, { down_state: 'cancelled' })
  expect([late.status, await late.text()]).toEqual([
    409,
    'only a pending downlink can be cancelled; this message is sent',
  ])
  const events = messagesApi.events.answer.parse(await (await call('GET', `/${sent.id}/events`)).json())
  expect(events).toMatchObject([
    { type: 'downlink.scheduled', body: { user_id: space.owner.id } },
    { type: 'downlink.sent', body: null },
  ])
  const count = await call('GET', `/count?device_id=${device.id}`)
  expect(await count.json()).toEqual({ count: 2 })
})
