import { expect, test } from 'vitest'
import { installationApi } from '#contract/admin'
import { SERVER_TIME_HEADER } from '#contract/common'
import { DAY, MINUTE } from '#contract/common/durations'
import { Clock } from '../../server/clock'
import { ensurePartitions } from '../../server/db/partitions'
import { newId } from '../../server/services/common/ids'
import { startPresence } from '../../server/workers/presence'
import { startHousekeeping } from '../../server/workers/routines'
import { aDevice, aMessage, aUser } from '../support/builders'
import { makeServer } from '../support/makeServer'
import { serveSpace } from '../support/serve'
import { anUplink } from '../support/uplink'

const PACE = { period: 50, failed: 50 }

let ahead = 40 * DAY
const { server, space } = await serveSpace({ clock: new Clock(() => Date.now() + ahead) })
const SENTENCE = "the clock of this machine is 40 days ahead of the database's"

test.each([
  [0, null],
  [45_000, null],
  [-45_000, null],
  [2 * MINUTE, "the clock of this machine is 2 minutes ahead of the database's"],
  [-61 * MINUTE, "the clock of this machine is 1 hour behind the database's"],
  [40 * DAY, SENTENCE],
])('a clock that is %d ms ahead is reported', async (difference, sentence) => {
  const clock = new Clock(() => Date.now() + difference)
  await clock.compare(server.db)
  expect(clock.fault).toBe(sentence)
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(10_000)
})

test('a step of the clock is detected at once, and changes no time', async () => {
  let [step, steady] = [0, 0]
  const clock = new Clock(
    () => Date.now() + step,
    () => performance.now() + steady,
  )
  await clock.compare(server.db)
  const difference = () => Math.abs(clock.now().getTime() - Date.now())
  step = 3 * 60 * MINUTE
  expect(clock.fault).toBe("the clock of this machine is 3 hours ahead of the database's")
  expect(difference()).toBeLessThan(10_000)
  step = 0
  expect(clock.fault).toBeNull()
  // The monotonic clock of a machine that was suspended is behind; the database knows the time.
  steady = -10 * MINUTE
  await expect.poll(difference).toBeLessThan(10_000)
  expect(clock.fault).toBeNull()
})

test('a copy whose clock is wrong stamps messages with the time of the database', async () => {
  const device = await aDevice(server, space)
  const { id } = await anUplink(server, device)
  const { rows } = await server.db.$client.query<{ seconds: number }>(
    'select abs(extract(epoch from clock_timestamp() - created_at))::float8 as seconds from message where id = $1',
    [id],
  )
  expect(rows[0]?.seconds).toBeLessThan(60)
})

test('its answers have the time of the database, refusals too', async () => {
  const answers = [
    await server.request('/v2/auth/oauth2/providers'),
    await server.call('GET', `/spaces/${space.id}/devices`),
    await server.call('GET', '/nothing'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 401, 404])
  for (const { headers } of answers) {
    expect(Math.abs(Date.parse(headers.get(SERVER_TIME_HEADER) ?? '') - Date.now())).toBeLessThan(10_000)
    expect(headers.get('Access-Control-Expose-Headers')).toContain(SERVER_TIME_HEADER)
  }
})

test('it reports that in /health and to administrators', async () => {
  const health = await server.request('/health')
  expect([health.status, await health.text()]).toEqual([200, `ok; ${SENTENCE}`])
  const worker = startPresence(
    server.deps,
    { id: newId(), version: '1.2.3', host: 'fast', startedAt: new Date() },
    PACE,
  )
  const { token } = await aUser(server, { systemRole: 'admin' })
  const copies = async () => {
    const answer = await server.call('GET', '/admin/installation', { token })
    return installationApi.get.answer.parse(await answer.json()).copies
  }
  await expect.poll(copies).toMatchObject([{ host: 'fast', clock_ahead: 40 * 24 * 3600 }])
  await worker.stop()
})

test('it deletes nothing until its clock is right again', async () => {
  const old = new Date(Date.now() - 80 * DAY)
  await ensurePartitions(server.db.$client, old)
  await aMessage(server, await aDevice(server, space), { at: old })
  const count = async () => {
    const { rows } = await server.db.$client.query('select from message where created_at = $1', [old])
    return rows.length
  }
  const worker = startHousekeeping(server.deps, { messageRetentionDays: 20, deliveryRetentionDays: 20 }, PACE)
  await expect.poll(() => server.logged.filter((line) => line.includes(SENTENCE)).length).toBeGreaterThan(2)
  expect(await count()).toBe(1)
  ahead = 0
  await expect.poll(count).toBe(0)
  await worker.stop()
  expect(await (await server.request('/health')).text()).toBe('ok')
})

test('problems of the machine are reported even while the database is away', async () => {
  const away = await makeServer({ clock: new Clock(() => Date.now() + 40 * DAY) })
  await away.deps.db.$client.end()
  const health = await away.request('/health')
  expect([health.status, await health.text()]).toEqual([503, `the database does not answer; ${SENTENCE}`])
  const worker = startPresence(
    away.deps,
    { id: newId(), version: '1.2.3', host: 'fast', startedAt: new Date() },
    PACE,
  )
  await expect.poll(() => away.logged.some((line) => line.includes(SENTENCE))).toBe(true)
  await worker.stop()
})
