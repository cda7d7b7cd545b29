import { expect, test } from 'vitest'
import { messagesApi } from '#contract/messages'
import { aDevice, aMessage } from '../support/builders'
import { serveSpace } from '../support/serve'
import { anUplink } from '../support/uplink'

const { server, space } = await serveSpace()

type Device = Awaited<ReturnType<typeof aDevice>>

const cancel = async (id: string) =>
  server.call('PUT', `/spaces/${space.id}/messages/${id}`, {
    token: space.owner.token,
    body: { down_state: 'cancelled' },
  })

const uplink = async (device: Device) => anUplink(server, device)

const eventsOf = async (id: string) => {
  const path = `/spaces/${space.id}/messages/${id}/events`
  const answer = await server.call('GET', path, { token: space.owner.token })
  return messagesApi.events.answer.parse(await answer.json())
}

const pending = async (device: Device) =>
  aMessage(server, device, { type: 'shell', direction: 'down', downState: 'pending', body: '["a"]' })

test('a pending downlink is cancelled once, and never delivered', async () => {
  const device = await aDevice(server, space)
  const id = await pending(device)
  const answer = await cancel(id)
  expect([answer.status, await answer.json()]).toMatchObject([200, { id, down_state: 'cancelled' }])
  expect(await eventsOf(id)).toMatchObject([
    { type: 'downlink.cancelled', body: { user_id: space.owner.id } },
  ])
  expect((await uplink(device)).downlinks).toEqual([])
  const again = await cancel(id)
  expect([again.status, await again.text()]).toEqual([
    409,
    'only a pending downlink can be cancelled; this message is cancelled',
  ])
})

test('an uplink cannot be cancelled', async () => {
  const answer = await cancel((await uplink(await aDevice(server, space))).id)
  expect([answer.status, await answer.text()]).toEqual([
    409,
    'only a pending downlink can be cancelled; this message is an uplink',
  ])
})

test.each(['sent', 'pending', null])('the state %j cannot be set', async (down_state) => {
  const path = `/spaces/${space.id}/messages/${await pending(await aDevice(server, space))}`
  const answer = await server.call('PUT', path, { token: space.owner.token, body: { down_state } })
  expect([answer.status, await answer.text()]).toEqual([400, 'down_state must be cancelled'])
})

test('when a cancellation and a delivery compete, exactly one wins', async () => {
  const device = await aDevice(server, space)
  for (let round = 0; round < 25; round++) {
    const id = await pending(device)
    const calls = [cancel(id), uplink(device), cancel(id), uplink(device)] as const
    const [first, one, second, two] = await Promise.all(calls)
    const cancelled = [first, second].filter(({ status }) => status === 200).length
    const handed = [...one.downlinks, ...two.downlinks].filter((downlink) => downlink.id === id).length
    const events = await eventsOf(id)
    expect({ cancelled, handed }).toEqual(
      events[0]?.type === 'downlink.sent' ? { cancelled: 0, handed: 1 } : { cancelled: 1, handed: 0 },
    )
    expect(events).toHaveLength(1)
    expect([first.status, second.status].every((status) => [200, 409].includes(status))).toBe(true)
  }
})
