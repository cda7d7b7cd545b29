import { expect, test } from 'vitest'
import { messagesApi } from '#contract/messages'
import { aDevice, aKey, aTag } from '../support/builders'
import { done, downlinksOf } from '../support/downlinks'
import { firmwareOf } from '../support/firmware'
import { serveSpace } from '../support/serve'

const { server, space } = await serveSpace()
const { token } = space.owner
const { cancel, events, order, send, stateOf } = downlinksOf(server, space)
const { jobOf, schedule } = firmwareOf(server, space)

const cancelMany = async (ids: unknown, by: object = { token }) => {
  const answer = await server.call('POST', `/spaces/${space.id}/messages/cancel`, { ...by, body: { ids } })
  if (answer.status !== 200) return `${answer.status} ${await answer.text()}`
  return messagesApi.cancel.answer.parse(await answer.json()).map(({ state }) => state)
}

test('many downlinks are cancelled together, each with a result, an event and an entry of the audit log', async () => {
  const [one, two] = [await aDevice(server, space), await aDevice(server, space)]
  const confirmed = await order(one)
  await send(one)
  await send(one, done(confirmed))
  const awaited = await order(one)
  await send(one)
  const [pending, gone, job] = [await order(two), await order(one), await schedule(two)]
  await cancel(gone)
  const unknown = '019d0a5c-6c00-7000-8000-000000000001'
  const ids = [pending, awaited, confirmed, gone, job.id, unknown, one.id, space.id, pending.toUpperCase()]
  expect(await cancelMany(ids)).toEqual([
    'cancelled',
    'cancelled',
    'not_pending',
    'not_pending',
    'cancelled',
    'not_found',
    'not_found',
    'not_found',
    'cancelled',
  ])
  expect([await stateOf(pending), await stateOf(awaited)]).toEqual(['cancelled null', 'cancelled null'])
  expect(await jobOf(two, job)).toMatchObject({ state: 'canceled' })
  expect((await events(pending)).at(-1)).toEqual({
    type: 'downlink.cancelled',
    body: { user_id: space.owner.id },
  })
  const { rows } = await server.db.$client.query(
    `select target_id as id, before->>'down_state' as before, after->>'down_state' as after from audit_entry
     where action = 'message.cancel' and target_id = any($1) order by 1`,
    [[pending, awaited, job.id]],
  )
  expect(rows).toEqual(
    [
      { id: pending, before: 'pending', after: 'cancelled' },
      { id: awaited, before: 'sent', after: 'cancelled' },
      { id: job.id, before: 'pending', after: 'cancelled' },
    ].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  )
  expect([await send(one), await send(two)]).toEqual([[], []])
})

test('a key cancels only the types that it may, on devices of its tags', async () => {
  const tag = await aTag(server, space)
  const [own, foreign] = [await aDevice(server, space, { tags: [tag] }), await aDevice(server, space)]
  const key = await aKey(server, space, { permissions: ['space:device:shell:delete'], tags: [tag] })
  const ids = [
    await order(own, { type: 'shell' }),
    await order(own, { type: 'config' }),
    await order(foreign, { type: 'shell' }),
  ]
  expect(await cancelMany(ids, { key: key.id })).toEqual(['cancelled', 'forbidden', 'not_found'])
  expect(await stateOf(ids[1] ?? '')).toBe('pending null')
})

test('more than a hundred are cancelled too, and no more than a thousand', async () => {
  const device = await aDevice(server, space)
  const ids = []
  for (let i = 0; i < 130; i++) ids.push(await order(device))
  expect(await cancelMany(ids)).toEqual(ids.map(() => 'cancelled'))
  expect(await cancelMany([])).toBe('400 ids must not be empty')
  expect(await cancelMany(Array.from({ length: 1001 }, () => device.id))).toBe(
    '400 ids must have at most 1000 entries',
  )
})
