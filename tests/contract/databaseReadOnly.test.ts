import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { aDevice, aSpace, deviceInput } from '../support/builders'
import { runCommand } from '../support/command'
import { createDatabase } from '../support/database'
import { makeServer } from '../support/makeServer'
import { query } from '../support/query'
import { startProcess } from '../support/serverProcess'

const DATABASE_URL = await createDatabase()
const name = new URL(DATABASE_URL).pathname.slice(1)
const filler = await makeServer({ databaseUrl: DATABASE_URL })
const space = await aSpace(filler)
const device = await aDevice(filler, space)
const server = await startProcess({ DATABASE_URL, DEMO: '0' })
afterAll(async () => {
  await server.stop('SIGKILL')
  await filler.stop()
})

const call = async (method: string, path: string, body?: unknown) =>
  fetch(`${server.url}/v2${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${space.owner.token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
const create = async () => call('POST', `/spaces/${space.id}/devices`, deviceInput())
const uplink = async () =>
  call('POST', '/devices/uplink', {
    serial_number: device.serial_number,
    token: device.token,
    type: 'data',
    body: {},
  })
const health = async () => {
  const answer = await fetch(`${server.url}/health`)
  return [answer.status, await answer.text()]
}
const eventSchema = z.object({
  level: z.string(),
  message: z.string(),
  error: z.string().default(''),
  reason: z.string().default(''),
})
const events = () =>
  server
    .said()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => eventSchema.parse(JSON.parse(line)))

test('a read-only database is reported once, calls ask to retry later, and all goes on once it is writable', async () => {
  expect((await create()).status).toBe(201)
  await query(DATABASE_URL, `alter database "${name}" set default_transaction_read_only = on`)
  // Applies to new connections, as when a host name points to a standby.
  await query(
    DATABASE_URL,
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
    [name],
  )
  await expect.poll(health).toEqual([503, 'the database can only be read'])
  for (let again = 0; again < 3; again++)
    for (const answer of [await create(), await uplink()]) {
      expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '10'])
      expect(await answer.text()).toBe('the database can only be read, try again in 10 seconds')
    }
  expect((await call('GET', `/spaces/${space.id}/devices`)).status).toBe(200)
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  expect(metrics).toContain('spaceport_database_up 0\n')
  expect(metrics).toContain('spaceport_queue_length{queue="mail"} 0\n')
  const doctor = await runCommand('server/commands/doctor.ts', [], { DATABASE_URL })
  expect([doctor.code, doctor.said]).toEqual([1, expect.stringContaining('✗ The database can only be read.')])

  await query(
    DATABASE_URL,
    `set transaction read write; alter database "${name}" reset default_transaction_read_only`,
  )
  // Connections opened meanwhile stay read-only, and are not used again.
  await expect.poll(health).toEqual([200, 'ok'])
  for (let again = 0; again < 20; again++)
    expect([(await create()).status, (await uplink()).status]).toEqual([201, 201])
  const said = events().filter(({ error, reason }) => /read-only|read_only/.test(error + reason))
  expect(said).toEqual([
    expect.objectContaining({
      level: 'error',
      message: 'the database can only be read, so nothing is stored until that ends',
    }),
  ])
  expect(events().filter(({ message }) => message === 'the database stores again')).toHaveLength(1)
})
