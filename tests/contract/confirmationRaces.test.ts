import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { expireDownlinks } from '../../server/services/devices/expiry'
import { aDevice } from '../support/builders'
import { done, downlinksOf } from '../support/downlinks'
import { makeServer } from '../support/makeServer'
import { serveSpace } from '../support/serve'
import { uplinkOf } from '../support/uplink'

const { server, space } = await serveSpace()
const { cancel, create, events, order, read, send, stateOf } = downlinksOf(server, space)

const ROUNDS = 20

async function confirming() {
  const device = await aDevice(server, space)
  const id = await order(device)
  await send(device)
  await send(device, done(id))
  return device
}

/** Events of a downlink that end it. */
const endsOf = async (id: string) =>
  (await events(id)).map(({ type }) => type).filter((type) => !/scheduled|sent/.test(type))

test('of confirming, refusing, cancelling, replacing and expiring at the same time exactly one wins', async ({
  onTestFinished,
}) => {
  const device = await confirming()
  const copy = await makeServer({ databaseUrl: server.databaseUrl })
  onTestFinished(() => copy.stop())
  const elsewhere = downlinksOf(copy, space)
  const won = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    const id = await order(device)
    expect(await send(device)).toContain(id)
    if (round % 2)
      await server.db.$client.query(
        `update message set expires_at = now() - interval '1 second' where id = $1`,
        [id],
      )
    await Promise.all([
      send(device, done(id)),
      elsewhere.send(device, [{ id, result: 'refused', reason: 'no' }]),
      round % 3 ? cancel(id) : undefined,
      round % 4 ? undefined : create(device, { replaces: id }),
      expireDownlinks(server.deps),
      expireDownlinks(copy.deps),
    ])
    await expireDownlinks(server.deps)
    const ends = await endsOf(id)
    expect(ends).toHaveLength(1)
    const [end = ''] = ends
    won.add(end)
    const { down_outcome, down_state, down_awaits, down_confirmed_at } = await read(id)
    const isByDevice = end === 'downlink.confirmed' || end === 'downlink.refused'
    expect([down_awaits, down_state === 'sent', down_confirmed_at !== null]).toEqual([
      false,
      isByDevice || end === 'downlink.expired',
      isByDevice,
    ])
    expect(`downlink.${down_outcome ?? 'cancelled'}`).toBe(end)
    expect(await send(device)).not.toContain(id)
  }
  expect(won.size).toBeGreaterThan(1)
})

test('a downlink that is confirmed while others are handed over is never handed over after the answer', async () => {
  const device = await confirming()
  for (let round = 0; round < ROUNDS; round++) {
    const id = await order(device)
    await send(device)
    const [mine] = await Promise.all([send(device, done(id)), send(device), send(device)])
    expect(mine).not.toContain(id)
    expect([await send(device), await stateOf(id)]).toEqual([[], 'sent confirmed'])
  }
})

/** Sends an uplink over the network, and cuts the connection after some bytes of the answer; after a moment if there are none. */
async function cutAfter(bytes: number, address: string, body: string): Promise<void> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.on('close', resolve))
  let seen = 0
  socket.on('data', ({ length }) => {
    seen += length
    if (seen >= bytes) socket.destroy()
  })
  socket.write(
    `POST /v2/devices/uplink HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  if (bytes === 0) socket.end(() => setTimeout(() => socket.destroy(), 1))
  await closed
}

test('an answer that is cut anywhere leaves the device with its downlink in the end, and none confirmed too early', async () => {
  const device = await confirming()
  const address = await server.listen()
  for (const bytes of [0, 0, 0, 1, 10, 50, 100, 200, 300]) {
    const id = await order(device)
    await cutAfter(bytes, address, JSON.stringify(uplinkOf(device)))
    expect(await stateOf(id)).not.toContain('confirmed')
    expect(await send(device)).toEqual([id])
    expect(await send(device, done(id))).toEqual([])
    expect(await stateOf(id)).toBe('sent confirmed')
  }
})

test('devices that confirm each other’s downlinks in batches in opposite orders do not wait for ever', async () => {
  const devices = await Promise.all([confirming(), confirming(), confirming()])
  for (let round = 0; round < 10; round++) {
    const ids: string[] = []
    for (const device of devices) for (let i = 0; i < 3; i++) ids.push(await order(device))
    const batch = async (some: Awaited<ReturnType<typeof confirming>>[], confirmed: string[]) => {
      const uplinks = some.map((device) => uplinkOf(device, { confirms: done(...confirmed) }))
      return (await server.call('POST', '/devices/uplinks', { body: { uplinks } })).status
    }
    await batch(devices, [])
    const cancelling = server.call('POST', `/spaces/${space.id}/messages/cancel`, {
      token: space.owner.token,
      body: { ids: ids.toReversed() },
    })
    const statuses = await Promise.all([
      batch(devices, ids),
      batch(devices.toReversed(), ids.toReversed()),
      cancelling.then(({ status }) => status),
    ])
    expect(statuses).toEqual([201, 201, 200])
    for (const id of ids) expect(await endsOf(id)).toHaveLength(1)
  }
})
