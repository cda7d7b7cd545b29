import { expect, test } from 'vitest'
import { type Uplink, uplinkAnswerSchema } from '#contract/messages'
import { aClaimToken, aDevice, aMessage, aSpace } from '../support/builders'
import { serveSpace } from '../support/serve'
import { callUplink } from '../support/uplink'

const { server, space } = await serveSpace()
const pool = server.db.$client

type Device = Awaited<ReturnType<typeof aDevice>>

const someDevices = (count: number, of = space) =>
  Promise.all(Array.from({ length: count }, () => aDevice(server, of)))

/** Sends an uplink; returns its answer, or the status and the sentence. */
async function send(device: Pick<Device, 'serial_number' | 'token'>, values?: Partial<Uplink>) {
  const answer = await callUplink(server, device, values)
  return answer.ok ? uplinkAnswerSchema.parse(await answer.json()) : [answer.status, await answer.text()]
}

/** Statements that stored the messages with these bodies. */
async function statementsOf(bodies: string[]) {
  const { rows } = await pool.query<{ xmin: string }>(
    'select distinct xmin::text from message where space_id = $1 and body = any($2)',
    [space.id, bodies],
  )
  return rows.length
}

/** Blocks messages of devices, as during a move, while the work runs. Two of them use up the limit of the space. */
async function whileWaiting<Result extends object>(devices: Device[], work: () => Promise<Result>) {
  const client = await pool.connect()
  await client.query('begin')
  try {
    await client.query('select id from device where id = any($1) for update', [devices.map(({ id }) => id)])
    const locked = `
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    const waiting: ReturnType<typeof send>[] = []
    for (const device of devices) {
      waiting.push(send(device))
      await expect
        .poll(async () => (await client.query<{ count: number }>(locked)).rows[0]?.count)
        .toBe(waiting.length)
    }
    return { waiting, ...(await work()) }
  } finally {
    await client.query('commit')
    client.release()
  }
}

test('simultaneous messages are stored together, each with its own answer', async () => {
  const devices = await someDevices(20)
  const downlink = await aMessage(server, devices[3] ?? missing(), {
    type: 'shell',
    direction: 'down',
    downState: 'pending',
    body: '["a"]',
  })
  const bodies = devices.map((_, i) => `{"together":${i}}`)
  const { waiting, sent } = await whileWaiting(await someDevices(2), async () => ({
    sent: devices.map((device, i) => send(device, { body: bodies[i] })),
  }))
  const answers = await Promise.all(sent)
  expect(await Promise.all(waiting)).toMatchObject([{ downlinks: [] }, { downlinks: [] }])
  for (const [i, answer] of answers.entries())
    expect(answer).toMatchObject({ downlinks: i === 3 ? [{ id: downlink, body: ['a'] }] : [] })
  const { rows } = await pool.query('select id, device_id from message where body = any($1)', [bodies])
  expect(rows).toHaveLength(20)
  for (const [i, { id }] of devices.entries())
    expect(rows).toContainEqual({ device_id: id, id: uplinkAnswerSchema.parse(answers[i]).id })
  expect(await statementsOf(bodies)).toBeLessThan(devices.length / 2)
})

test('an invalid message among them is refused alone', async () => {
  await pool.query(`
    create function refuse_poison() returns trigger language plpgsql as $$ begin raise 'poison'; end $$;
    create trigger poison before insert on message for each row
      when (new.body = '{"poison":1}') execute function refuse_poison()`)
  const [one, two, three, four, five] = await someDevices(5)
  const { sent } = await whileWaiting(await someDevices(2), async () => ({
    sent: [
      send(one ?? missing(), { body: '{"fine":1}' }),
      send({ ...(two ?? missing()), token: aClaimToken() }),
      send(three ?? missing(), { body: '{"poison":1}' }),
      send(four ?? missing(), { type: 'session', body: '{}' }),
      send(five ?? missing(), { body: '{"fine":2}' }),
    ],
  }))
  expect(await Promise.all(sent)).toEqual([
    expect.objectContaining({ downlinks: [] }),
    [401, 'forbidden: the serial number or the claim token is wrong'],
    [500, 'internal error'],
    [400, 'body.up must be an object that describes the device'],
    expect.objectContaining({ downlinks: [] }),
  ])
  await pool.query('drop function refuse_poison cascade')
})

test('a blocked device delays neither others of its space nor other spaces', async () => {
  const [stuck, here] = await someDevices(2)
  const there = await aDevice(server, await aSpace(server))
  const { waiting, next, others } = await whileWaiting([stuck ?? missing()], async () => ({
    // These wait for the first one.
    next: [send(stuck ?? missing()), send(stuck ?? missing())],
    others: await Promise.all([send(here ?? missing()), send(there)]),
  }))
  expect(others).toMatchObject([{ downlinks: [] }, { downlinks: [] }])
  expect(await Promise.all([...waiting, ...next])).toHaveLength(3)
})

test('devices that call together get as many downlinks as each alone', async () => {
  const devices = await someDevices(3)
  const body = JSON.stringify(['x'.repeat(400_000)])
  for (const device of devices)
    for (let i = 0; i < 2; i++)
      await aMessage(server, device, { type: 'shell', direction: 'down', downState: 'pending', body })
  const { sent } = await whileWaiting(await someDevices(2), async () => ({
    sent: devices.map((device) => send(device)),
  }))
  for (const answer of await Promise.all(sent))
    expect(uplinkAnswerSchema.parse(answer).downlinks).toHaveLength(2)
})

function missing(): never {
  throw new Error('there are as many devices as were made')
}
