import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { HOUR } from '#contract/common/durations'
import { evaluateValues } from '../../server/services/alerts/evaluation/values'
import { deriveDue } from '../../server/services/series/store/derive'
import { Pacing } from '../../server/services/series/store/pacing'
import { aDevice, aSpace, type TestSpace } from '../support/builders'
import { evaluateDue } from '../support/evaluation'
import { findValues } from '../support/series'
import { serveSpace } from '../support/serve'
import { anUplink, uplinkOf } from '../support/uplink'

const { server } = await serveSpace()
const pool = server.db.$client
const database = new URL(server.databaseUrl).pathname.slice(1)
const databaseOf = (client: object) => ('database' in client ? client.database : undefined)

const aRule = async (space: TestSpace, condition: object) => {
  const body = { name: 'a rule', condition, notify: { roles: ['admin'], user_ids: [] } }
  const answer = await server.call('POST', `/spaces/${space.id}/alert-rules`, {
    token: space.owner.token,
    body,
  })
  expect(answer.status).toBe(201)
}

/** Creates a space whose devices send a level, and rules that open an alert above about 50. */
async function aFleet({ devices: count, rules }: { devices: number; rules: number }) {
  const space = await aSpace(server)
  const devices: Awaited<ReturnType<typeof aDevice>>[] = []
  while (devices.length < count) devices.push(await aDevice(server, space))
  for (let i = 0; i < rules; i++) await aRule(space, { kind: 'above', path: 'level', limit: 50 - i / 1000 })
  const send = async (level: number) => {
    const uplinks = devices.map((device) => uplinkOf(device, { body: { level } }))
    expect((await server.call('POST', '/devices/uplinks', { body: { uplinks } })).status).toBe(201)
  }
  return { space, devices, send }
}

const waiting = async ({ id }: TestSpace) => {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from device_contact where space_id = $1 and history_from is not null',
    [id],
  )
  return rows[0]?.count
}

const alertsOf = async ({ id }: TestSpace) => {
  const { rows } = await pool.query(
    `select a.id, a.ended_at, count(*)::int as devices from alert a join alert_episode e on e.space_id = a.space_id and e.alert_id = a.id
     where a.space_id = $1 group by a.space_id, a.id order by a.id`,
    [id],
  )
  return rows
}

/** Derives due histories, with a callback after each round. */
async function derive(afterRound: (stop: () => void) => Promise<void>) {
  const stopping = new AbortController()
  const round = {
    now: server.deps.now,
    evaluate: evaluateValues,
    pacing: new Pacing(),
    stopping: stopping.signal,
    rest: async () => afterRound(() => stopping.abort()),
    onFailure: (_: unknown, error: unknown) => {
      throw error
    },
  }
  while ((await deriveDue(pool, round)).areMoreDue && !stopping.signal.aborted);
}

test('a space with many devices and rules does not hold up others: the next round serves another one', async () => {
  const large = await aFleet({ devices: 120, rules: 20 })
  const small = await aFleet({ devices: 1, rules: 1 })
  await large.send(90)
  await small.send(90)
  let rounds = 0
  await derive(async (stop) => {
    if (++rounds === 2) stop()
  })
  expect([await waiting(small.space), await alertsOf(small.space)]).toMatchObject([0, [{ devices: 1 }]])
  expect(await waiting(large.space)).toBeGreaterThan(0)
  await findValues(server)
})

test('a space is deleted while its values are evaluated, and both succeed', async () => {
  const { space, send } = await aFleet({ devices: 1, rules: 1 })
  await send(90)
  const blocked = async () => {
    const { rows } = await pool.query(
      `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows.length
  }
  const client = await pool.connect()
  try {
    // The evaluation waits for the rule, and the deletion for the evaluation.
    await client.query('begin')
    await client.query('select from alert_rule where space_id = $1 for update', [space.id])
    const evaluated = findValues(server)
    await expect.poll(blocked).toBe(1)
    const deleted = server.call('DELETE', `/spaces/${space.id}`, { token: space.owner.token })
    await expect.poll(blocked).toBe(2)
    await client.query('commit')
    await evaluated
    expect((await deleted).status).toBe(204)
  } finally {
    client.release()
  }
})

test('people are served equally, however many spaces they have', async () => {
  const owner = await aSpace(server)
  for (let i = 0; i < 5; i++) await anUplink(server, await aDevice(server, owner), { body: { level: i } })
  for (let i = 0; i < 5; i++) {
    const another = await aSpace(server, owner.owner)
    await anUplink(server, await aDevice(server, another), { body: { level: i } })
  }
  const small = await aFleet({ devices: 1, rules: 0 })
  await small.send(1)
  let rounds = 0
  await derive(async (stop) => {
    if (++rounds === 2) stop()
  })
  expect(await waiting(small.space)).toBe(0)
  await findValues(server)
})

/** Counts the statements to derive the values of devices, and to open or end their alerts. */
async function statementsFor(fleet: Awaited<ReturnType<typeof aFleet>>, level: number) {
  await fleet.send(level)
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await derive(async () => undefined)
    // Leave out statements of other tests' servers, and the settings of new connections.
    return query.mock.calls.filter(([text], i) => {
      const client: unknown = query.mock.contexts[i]
      const isSetting = typeof text === 'string' && text.startsWith('set ')
      return client instanceof pg.Client && databaseOf(client) === database && !isSetting
    }).length
  } finally {
    query.mockRestore()
  }
}

test('a round takes the same number of statements for one device and rule as for many', async () => {
  const [small, large] = [await aFleet({ devices: 1, rules: 1 }), await aFleet({ devices: 40, rules: 15 })]
  for (const level of [10, 90, 20]) {
    const few = await statementsFor(small, level)
    expect(await statementsFor(large, level)).toBe(few)
  }
  const alerts = await alertsOf(large.space)
  expect(alerts).toHaveLength(15)
  for (const alert of alerts) expect(alert).toMatchObject({ devices: 40, ended_at: expect.any(Date) })
})

test('a device with many large messages does not hold up others of its round', async () => {
  const { space, devices } = await aFleet({ devices: 2, rules: 0 })
  const [busy, other] = devices
  if (!busy || !other) throw new Error('there is no device')
  const body = { text: 'x'.repeat(200_000), level: 1 }
  for (let i = 0; i < 8; i++) await anUplink(server, busy, { body })
  await anUplink(server, other, { body: { level: 2 } })
  await derive(async (stop) => stop())
  expect(await waiting(space)).toBe(1)
  const { rows } = await pool.query(
    'select device_id, last_value from series where space_id = $1 order by 2',
    [space.id],
  )
  expect(rows).toMatchObject([
    { device_id: busy.id, last_value: 1 },
    { device_id: other.id, last_value: 2 },
  ])
  await findValues(server)
  expect(await waiting(space)).toBe(0)
})

test('a hundred rules of one space do not delay an alert for a silent device of another', async () => {
  const large = await aSpace(server)
  const device = await aDevice(server, large)
  await anUplink(server, device)
  for (let i = 0; i < 30; i++) await aRule(large, { kind: 'silent', seconds: 60 + i })
  const small = await aSpace(server)
  await anUplink(server, await aDevice(server, small))
  await aRule(small, { kind: 'silent', seconds: 60 })
  const order: string[] = []
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await evaluateDue(server, () => new Date(Date.now() + HOUR))
    const calls: readonly (readonly unknown[])[] = query.mock.calls
    for (const [statement] of calls)
      if (typeof statement === 'object' && statement !== null && 'values' in statement) {
        const [spaceId] = Array.isArray(statement.values) ? statement.values : []
        if (spaceId === small.id || spaceId === large.id) order.push(String(spaceId))
      }
  } finally {
    query.mockRestore()
  }
  const runs = order.filter((id, i) => id !== order[i - 1])
  expect(runs.indexOf(small.id)).toBeLessThan(2)
})

test('a full disk ends a round at once, because it affects all devices, and all go on when there is room', async () => {
  const { space, send } = await aFleet({ devices: 5, rules: 0 })
  await derive(async () => undefined)
  await send(1)
  await pool.query(`
    create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'No space left on device' using errcode = '53100'; end $$;
    create trigger full_disk before insert on series execute function refuse()`)
  const failed: unknown[] = []
  const { signal } = new AbortController()
  const round = {
    now: server.deps.now,
    evaluate: evaluateValues,
    pacing: new Pacing(),
    stopping: signal,
    rest: async () => undefined,
  }
  const onFailure = (device: unknown) => failed.push(device)
  await expect(deriveDue(pool, { ...round, onFailure })).rejects.toMatchObject({ code: '53100' })
  expect([failed, await waiting(space)]).toEqual([[], 5])
  await pool.query('drop trigger full_disk on series')
  await derive(async () => undefined)
  expect(await waiting(space)).toBe(0)
})
