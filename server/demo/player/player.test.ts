import { randomInt, randomUUID } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY } from '#contract/common/durations'
import { deviceEntity } from '#contract/devices'
import { A_PERSON } from '../../../tests/support/callers'
import { createDatabase } from '../../../tests/support/database'
import { Bell } from '../../bell'
import type { Deps } from '../../deps'
import { createLog } from '../../log'
import { createDevice, deleteDevice } from '../../services/devices/devices'
import { listFirmware, scheduleFirmware } from '../../services/devices/firmware'
import { replaceDevice } from '../../services/devices/replacement'
import { type SimulatorDeps, simulated } from '../deps'
import { insertDevice } from '../insertDevice'
import { newborn } from '../simulator/device'
import { startSimulator } from '.'
import { resume, tick } from './tick'

const SPACE = randomUUID()
let pool: Pool
let clock: number
let deps: SimulatorDeps & Pick<Deps, 'dueDeliveries'>

const rows = async (query: string, ...values: unknown[]) =>
  (await pool.query<Record<string, unknown>>(query, values)).rows

beforeAll(async () => {
  pool = new Pool({ connectionString: await createDatabase() })
  await rows(`insert into space (id, name) values ($1, 'test-space')`, SPACE)
})
beforeEach(() => {
  clock = Date.now()
  const settings = { console: { productName: 'Acme', productPrefix: 'rover' } }
  const db = drizzle(pool)
  const log = createLog('error', () => undefined)
  deps = { db, dueDeliveries: new Bell(), now: () => new Date(clock), log, settings }
  return async () => {
    await rows('delete from device')
  }
})
afterAll(() => pool.end())

/** Stores a simulated device of the demo, which is switched on 5 to 10 seconds later. */
async function aDevice(serialNumber = String(randomInt(1e9, 9e9))) {
  const surroundings = 'room'
  const device = {
    number: 0,
    name: 'a-device',
    comment: null,
    serialNumber,
    label: {},
    tags: [],
    surroundings,
  } as const
  const state = newborn(simulated(deps, serialNumber, surroundings), clock)
  const past = { from: clock, messages: [], sessions: [], state, lastSeen: null }
  const place = { spaceId: SPACE, tags: new Map() }
  return insertDevice(
    deps.db,
    place,
    { ...device, tags: [], silentDays: 0, wished: null, unused: false },
    past,
  )
}

/** Schedules a downlink like a person. */
async function schedule(deviceId: string, type: string, body: unknown) {
  const id = randomUUID()
  await rows(
    `insert into message (space_id, device_id, id, created_at, type, direction, down_state, body)
     values ($1, $2, $3, $4, $5, 'down', 'pending', $6)`,
    SPACE,
    deviceId,
    id,
    new Date(clock),
    type,
    JSON.stringify(body),
  )
  return id
}

/** Advances the clock second by second, for each of the copies. */
async function elapse(seconds: number, copies = [deps]) {
  for (let second = 0; second < seconds; second++) {
    clock += 1000
    await Promise.all(copies.map((copy) => tick(copy)))
  }
}

const sentBy = async (deviceId: string) => {
  const sent = await rows(
    `select type from message where device_id = $1 and direction = 'up' order by created_at, id`,
    deviceId,
  )
  return sent.map(({ type }) => type)
}

test('a device that is switched on starts a session within ten seconds and reports soon after', async () => {
  const id = await aDevice()
  await elapse(4)
  expect(await sentBy(id)).toEqual([])
  await elapse(7)
  expect((await sentBy(id))[0]).toBe('session')
  await elapse(8)
  expect(await sentBy(id)).toEqual(['session', 'config', 'data'])
  const [seen] = await rows(
    `select d.session_id > 0 as booted, d.last_seen <= $2 as seen, up ->> 'vendor_name' as vendor
     from device_contact d join device_session s on s.device_id = d.device_id and s.session_id = d.session_id::bigint
     where d.device_id = $1`,
    id,
    new Date(clock),
  )
  expect(seen).toEqual({ booted: true, seen: true, vendor: 'Acme' })
})

test('a device reports again when its interval is over', async () => {
  const id = await aDevice()
  await elapse(20)
  clock += 1_770_000
  await elapse(60)
  expect(await sentBy(id)).toEqual(['session', 'config', 'data', 'data'])
})

test('a shell command is delivered and answered while a person watches', async () => {
  const id = await aDevice()
  await elapse(20)
  const command = await schedule(id, 'shell', ['kernel uptime', 'make coffee'])
  await elapse(24)
  expect(await rows('select down_state from message where id = $1', command)).toEqual([
    { down_state: 'sent' },
  ])
  const [answer] = await rows(
    `select body::json as body from message where device_id = $1 and type = 'shell' and direction = 'up'`,
    id,
  )
  expect(answer?.body).toMatchObject({
    down_message_id: command,
    responses: [{ result: 0 }, { result: -8, outputs: ['make: command not found'] }],
  })
})

test('a config downlink is answered with the settings', async () => {
  const id = await aDevice()
  await elapse(20)
  await schedule(id, 'config', ['app config interval-report 60'])
  await elapse(24)
  const answers = await rows(
    `select body::json as body from message where device_id = $1 and type = 'config' and direction = 'up' order by id`,
    id,
  )
  expect(answers.at(-1)?.body).toContain('app config interval-report 60')
  const before = (await sentBy(id)).length
  await elapse(130)
  expect((await sentBy(id)).length - before).toBeGreaterThanOrEqual(2)
})

test('a firmware is downloaded and swapped, and the next session has the new application', async () => {
  // A device whose first download of this firmware succeeds.
  const id = await aDevice('2159000002')
  deps.speed = 60
  await elapse(3)
  const device = { spaceId: SPACE, deviceId: id }
  await scheduleFirmware(deps, A_PERSON, device, { firmware: 'sense-v2-1-0', target: 'app' })
  const states: string[] = []
  while (!states.includes('succeeded') && states.length < 90) {
    const [job] = await listFirmware(deps.db, A_PERSON, device, 1)
    states.push(job?.state ?? 'none')
    await elapse(1)
  }
  expect([...new Set(states)]).toEqual(['scheduled', 'downloading', 'swapping', 'succeeded'])
  const [job] = await listFirmware(deps.db, A_PERSON, device, 1)
  expect(job).toMatchObject({ firmware_name: 'sense', firmware_version: 'v2.1.0', reason: null })
  expect(job?.bytes_downloaded).toBe(job?.firmware_size)
  await elapse(2)
  const [session] = await rows(
    `select up ->> 'app_fw_version' as version from device_session where device_id = $1
     order by session_id desc limit 1`,
    id,
  )
  expect(session).toEqual({ version: 'v2.1.0' })
})

test('a silent device receives nothing', async () => {
  const id = await aDevice()
  await elapse(20)
  await rows(
    `update simulated_device set silent = true, next_wake_at = next_wake_at + interval '1 day',
       state = state || '{"silent": true}' where device_id = $1`,
    id,
  )
  const command = await schedule(id, 'shell', ['help'])
  await elapse(40)
  expect(await rows('select down_state from message where id = $1', command)).toEqual([
    { down_state: 'pending' },
  ])
})

test('two copies of the server never send twice', async () => {
  const other = new Pool({ connectionString: pool.options.connectionString })
  try {
    const ids = await Promise.all(Array.from({ length: 30 }, () => aDevice()))
    await elapse(20, [deps, { ...deps, db: drizzle(other) }])
    for (const id of ids) expect(await sentBy(id)).toEqual(['session', 'config', 'data'])
  } finally {
    await other.end()
  }
})

/** Fields that a person copies from the label of the hardware. */
const claimOf = (serial_number: string) => ({ serial_number, token: 'a'.repeat(32) })

async function claimDevice(serialNumber: string): Promise<string> {
  const input = deviceEntity.create.parse({ name: 'my-device', ...claimOf(serialNumber) })
  const { text } = await createDevice(deps, A_PERSON, SPACE, input)
  return deviceEntity.schema.pick({ id: true }).parse(JSON.parse(text)).id
}

test('a device that a person has claimed is never simulated, not even with the number of a deleted one', async () => {
  const serialNumber = '2159000003'
  const deleted = await aDevice(serialNumber)
  await elapse(20)
  expect(await sentBy(deleted)).toEqual(['session', 'config', 'data'])
  await deleteDevice({ ...deps, settings: { trashDays: 0 } }, A_PERSON, { spaceId: SPACE, id: deleted })
  const claimed = [await claimDevice(serialNumber), await claimDevice('2159000099')]
  for (const id of claimed) await schedule(id, 'shell', ['help'])
  await elapse(40)
  clock += DAY
  await resume(deps)
  await elapse(10)
  for (const id of claimed) expect(await sentBy(id)).toEqual([])
})

test('a device is no longer simulated once a person has claimed hardware for it, even its original one', async () => {
  const serialNumber = '2159000004'
  const id = await aDevice(serialNumber)
  await elapse(20)
  const one = { spaceId: SPACE, deviceId: id }
  await replaceDevice(deps, A_PERSON, one, claimOf('7000000001'))
  await schedule(id, 'shell', ['help'])
  await elapse(40)
  await replaceDevice(deps, A_PERSON, one, claimOf(serialNumber))
  await elapse(40)
  expect(await sentBy(id)).toEqual(['session', 'config', 'data'])
})

test('a failing device does not stop the others', async () => {
  const [broken, well] = [await aDevice(), await aDevice()]
  await elapse(1)
  await rows(
    `update simulated_device set state = '{}', next_wake_at = $2 where device_id = $1`,
    broken,
    new Date(clock),
  )
  await elapse(20)
  expect(await sentBy(broken)).toEqual([])
  expect(await sentBy(well)).toEqual(['session', 'config', 'data'])
})

test('overdue devices wake one after the other', async () => {
  await Promise.all(Array.from({ length: 5 }, () => aDevice()))
  await elapse(1)
  clock += DAY
  await resume(deps)
  const wakes = await rows('select next_wake_at from simulated_device order by next_wake_at')
  expect(wakes).toEqual([1, 2, 3, 4, 5].map((place) => ({ next_wake_at: new Date(clock + place * 50) })))
})

test('the worker simulates until it is stopped', async () => {
  const id = await aDevice()
  const began = clock
  // Twenty times as fast as real time.
  const now = () => new Date(began + (Date.now() - began) * 20)
  const worker = startSimulator({ ...deps, now }, { period: 20, failed: 20 })
  await expect.poll(() => sentBy(id)).toContain('data')
  await worker.stop()
  const sent = await sentBy(id)
  await rows(`update simulated_device set next_wake_at = now()`)
  expect(await sentBy(id)).toEqual(sent)
})
