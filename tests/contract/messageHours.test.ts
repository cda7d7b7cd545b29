import { beforeEach, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#contract/common/durations'
import { overviewApi } from '#contract/overview'
import { message, messageHour } from '../../server/db/schema'
import { countHour } from '../../server/services/overview/hours'
import { startMessageHours } from '../../server/workers/derived'
import { aDevice, aMessage, aSpace } from '../support/builders'
import { countHours } from '../support/hours'
import { serve } from '../support/serve'

let clock = Date.parse('2026-11-20T10:20:00.000Z')
const server = await serve({ now: () => new Date(clock) })
const ago = (time: number) => new Date(clock - time)

const countAll = () => countHours(server)

/** Message counts of a space by the start of the hour, without empty hours. */
async function hoursOf({ id, owner }: Awaited<ReturnType<typeof aSpace>>, span: 24 | 168 = 24) {
  const answer = await server.call('GET', `/spaces/${id}/overview?hours=${span}`, { token: owner.token })
  const { hours } = overviewApi.read.answer.parse(await answer.json())
  expect(hours).toHaveLength(span)
  expect(hours?.at(-1)?.hour).toBe(new Date(Math.floor(clock / HOUR) * HOUR).toISOString())
  return (hours ?? []).flatMap(({ hour, counts }) =>
    Object.keys(counts).length > 0 ? [[hour.slice(5, 13), counts]] : [],
  )
}

beforeEach(() => {
  clock = Math.floor(clock / HOUR) * HOUR + 20 * DAY + 20 * MINUTE
})

test('messages are counted by hour and type, for a day or a week, per space', async () => {
  const [space, other] = [await aSpace(server), await aSpace(server)]
  const device = await aDevice(server, space)
  for (const at of [ago(0), ago(HOUR), ago(HOUR), ago(3 * DAY), ago(8 * DAY)])
    await aMessage(server, device, { at })
  await aMessage(server, device, { at: ago(HOUR), type: 'session' })
  await aMessage(server, await aDevice(server, other), { at: ago(HOUR) })
  await countAll()
  const today = [
    ['12-10T09', { data: 2, session: 1 }],
    ['12-10T10', { data: 1 }],
  ]
  expect(await hoursOf(space)).toEqual(today)
  expect(await hoursOf(space, 168)).toEqual([['12-07T10', { data: 1 }], ...today])
  expect(await hoursOf(other)).toEqual([['12-10T09', { data: 1 }]])
})

test('counts stay right when they are repeated, run by several copies, or miss a message that is not yet visible', async () => {
  const space = await aSpace(server)
  const device = await aDevice(server, space)
  await aMessage(server, device)
  await Promise.all([countAll(), countAll(), countAll()])
  await countAll()
  expect((await hoursOf(space)).map(([, counts]) => counts)).toEqual([{ data: 1 }])
  const hour = clock
  clock = Math.floor(hour / HOUR) * HOUR + HOUR + 5 * MINUTE
  await countAll()
  // Stored by a slow transaction after the end of its hour.
  await aMessage(server, device, { at: new Date(hour) })
  await countAll()
  expect((await hoursOf(space)).map(([, counts]) => counts)).toEqual([{ data: 2 }])
})

test('an interrupted count leaves nothing, and the next one completes it', async () => {
  const space = await aSpace(server)
  await aMessage(server, await aDevice(server, space))
  const broken = server.db.transaction(async (tx) => {
    await countHour({
      db: Object.assign(Object.create(server.db), { transaction: tx.transaction.bind(tx) }),
      now: server.deps.now,
    })
    throw new Error('killed')
  })
  await expect(broken).rejects.toThrow('killed')
  expect(await hoursOf(space)).toEqual([])
  await countAll()
  expect((await hoursOf(space)).map(([, counts]) => counts)).toEqual([{ data: 1 }])
})

test('a count is final ten minutes after the end of its hour, and deleted after a week', async () => {
  const space = await aSpace(server)
  await aMessage(server, await aDevice(server, space))
  const hour = new Date(Math.floor(clock / HOUR) * HOUR)
  clock += HOUR
  await countAll()
  await server.db.delete(message)
  clock += HOUR
  await countAll()
  expect((await hoursOf(space)).map(([, counts]) => counts)).toEqual([{ data: 1 }])
  clock += 8 * DAY
  await countAll()
  const kept = await server.db.select({ hour: messageHour.hour }).from(messageHour)
  expect(kept.filter(({ hour: at }) => at <= hour)).toEqual([])
})

test('the worker counts by itself', async () => {
  await countAll()
  const space = await aSpace(server)
  await aMessage(server, await aDevice(server, space))
  const worker = startMessageHours(server.deps, { period: 10, failed: 10 })
  await expect.poll(() => hoursOf(space)).toHaveLength(1)
  await worker.stop()
})
