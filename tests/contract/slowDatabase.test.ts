import { afterEach, beforeEach, expect, test } from 'vitest'
import { aDevice } from '../support/builders'
import { serveSpace } from '../support/serve'

const { server, space } = await serveSpace()
const url = await server.listen()
const headers = { Authorization: `Bearer ${space.owner.token}` }
const devices = `${url}/v2/spaces/${space.id}/devices`

/** Statements that wait for the lock. */
async function waiting(): Promise<number | null> {
  const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return (await server.db.$client.query(text)).rowCount
}

let release: () => Promise<void>
beforeEach(async () => {
  await aDevice(server, space)
  const holder = await server.db.$client.connect()
  await holder.query('begin; lock table device in access exclusive mode')
  release = async () => {
    await holder.query('rollback')
    holder.release()
  }
  return async () => release().catch(() => undefined)
})
afterEach(() => {
  server.logged.length = 0
})

test('a read is cancelled when its caller disconnects', async () => {
  const caller = new AbortController()
  const answer = fetch(devices, { headers, signal: caller.signal })
  await expect.poll(waiting).toBe(1)
  caller.abort()
  await expect(answer).rejects.toThrow('abort')
  await expect.poll(waiting).toBe(0)
  expect(server.logged.filter((line) => line.includes('"level":"error"'))).toEqual([])
})

test('a read that takes too long is cancelled, and the answer says when to retry', {
  tags: 'heavy',
}, async () => {
  const answer = await fetch(devices, { headers })
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '2'])
  expect(await answer.text()).toBe('this call took too long and was stopped, try again in 2 seconds')
  await expect.poll(waiting).toBe(0)
})

test('a call that gets no connection although the database works answers that the server is busy', async () => {
  await release()
  const pool = server.deps.db.$client
  const held = await Promise.all(Array.from({ length: pool.options.max }, async () => pool.connect()))
  const answer = await fetch(devices, { headers })
  for (const client of held) client.release()
  expect([answer.status, await answer.text()]).toEqual([503, 'the server is busy, try again in 2 seconds'])
  expect((await fetch(devices, { headers })).status).toBe(200)
})

test('a change is completed when its caller disconnects', async () => {
  const caller = new AbortController()
  const body = { name: 'orphan', serial_number: '2159017001', token: 'a'.repeat(32), tags: [], label: {} }
  const answer = fetch(devices, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: caller.signal,
  })
  await expect.poll(waiting).toBe(1)
  caller.abort()
  await expect(answer).rejects.toThrow('abort')
  await release()
  const stored = `select from device where name = 'orphan'`
  await expect.poll(async () => (await server.db.$client.query(stored)).rowCount).toBe(1)
})

test('an aborted body is no error', async () => {
  const body = new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode('{"name":'))
      setTimeout(() => controller.error(new Error('gone')), 50)
    },
  })
  const init = {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body,
    duplex: 'half',
  }
  await expect(fetch(`${url}/v2/spaces`, init)).rejects.toThrow('fetch failed')
  await expect.poll(() => server.logged.some((line) => line.includes('a caller disconnected'))).toBe(true)
  expect(server.logged.filter((line) => line.includes('"level":"error"'))).toEqual([])
})
