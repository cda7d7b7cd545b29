import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registry } from '../../server/metrics'
import { aDevice, aSpace } from '../support/builders'
import { aBackup } from '../support/installation'
import { makeServer, type TestServer } from '../support/makeServer'

let server: TestServer
let base: string
beforeAll(async () => {
  server = await makeServer({ deliveries: {}, settings: { hasBackups: true } })
  base = await server.listen()
})
afterAll(() => server.stop())

const scrape = async (headers: Record<string, string> = {}, at = base) => {
  const answer = await fetch(`${at}/metrics`, { headers })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

/** Value of a metric; the name includes its labels as written. */
const valueOf = (text: string, name: string) => {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length + 1))
}

test('dashboards and alert rules can rely on these names, types and labels', async () => {
  const own = (await registry.getMetricsAsJSON())
    .filter(({ name }) => name.startsWith('spaceport_'))
    .map(({ name, type }) => `${name} ${type}`)
  expect(own.toSorted()).toMatchInlineSnapshot(`
    [
      "spaceport_archive_failing gauge",
      "spaceport_archive_last_timestamp_seconds gauge",
      "spaceport_backup_failing gauge",
      "spaceport_backup_last_size_bytes gauge",
      "spaceport_backup_last_timestamp_seconds gauge",
      "spaceport_build_info gauge",
      "spaceport_clock_ahead_seconds gauge",
      "spaceport_database_connections gauge",
      "spaceport_database_up gauge",
      "spaceport_database_waiting gauge",
      "spaceport_delivery_attempts_total counter",
      "spaceport_delivery_lag_seconds histogram",
      "spaceport_disk_free_bytes gauge",
      "spaceport_history_lag_seconds histogram",
      "spaceport_http_request_duration_seconds histogram",
      "spaceport_lane_calls gauge",
      "spaceport_partitions gauge",
      "spaceport_partitions_end_timestamp_seconds gauge",
      "spaceport_queue_length gauge",
      "spaceport_queue_oldest_seconds gauge",
      "spaceport_uplinks_total counter",
      "spaceport_worker_failures_total counter",
      "spaceport_worker_last_round_timestamp_seconds gauge",
    ]
  `)
})

test.each(['grafana.json', 'alerts.yml'])('%s uses only metrics that exist', async (file) => {
  const exposed = new Set((await registry.getMetricsAsJSON()).map(({ name }) => name))
  const asked =
    readFileSync(`docs/monitoring/${file}`, 'utf8').match(/\b(spaceport|nodejs|process)_\w+/g) ?? []
  expect(asked.length).toBeGreaterThan(5)
  expect(
    asked.map((name) => name.replace(/_(bucket|sum|count)$/, '')).filter((name) => !exposed.has(name)),
  ).toEqual([])
})

test('the last successful backup is reported once there is one', async () => {
  expect((await scrape()).text).not.toMatch(/^spaceport_backup_last_\w+\{/m)
  await aBackup(server, { createdAt: new Date('2026-05-01T02:00:00Z'), size: 4711, checkedAt: new Date() })
  const { text } = await scrape()
  expect(valueOf(text, 'spaceport_backup_last_size_bytes{checked="true"}')).toBe(4711)
  expect(valueOf(text, 'spaceport_backup_last_timestamp_seconds{checked="true"}')).toBe(
    Date.parse('2026-05-01T02:00:00Z') / 1000,
  )
})

test('uplinks and calls show in the metrics', async () => {
  const space = await aSpace(server)
  const { serial_number, token } = await aDevice(server, space)
  const before = valueOf((await scrape()).text, 'spaceport_uplinks_total') ?? 0
  const uplink = { serial_number, token, type: 'data', body: { level: 3 } }
  expect((await server.call('POST', '/devices/uplink', { body: uplink })).status).toBe(201)
  await server.call('GET', `/spaces/${space.id}/devices`, { token: space.owner.token })
  await server.call('BREW', `/spaces/${space.id}/devices`)
  const { text, headers } = await scrape()
  expect(headers.get('Content-Type')).toContain('text/plain')
  expect(valueOf(text, 'spaceport_uplinks_total')).toBe(before + 1)
  expect(valueOf(text, 'spaceport_database_up')).toBe(1)
  expect(valueOf(text, 'spaceport_queue_length{queue="deliveries"}')).toBe(0)
  expect(valueOf(text, 'spaceport_partitions{table="message"}')).toBeGreaterThan(0)
  const listed = 'method="GET",route="/v2/spaces/:spaceId/devices",status="200"'
  expect(valueOf(text, `spaceport_http_request_duration_seconds_count{${listed}}`)).toBeGreaterThan(0)
  expect(text).toContain('method="other"')
  expect(text, 'no label names a space or a device').not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
})

test('workers report their last success', async () => {
  await expect
    .poll(async () =>
      valueOf((await scrape()).text, 'spaceport_worker_last_round_timestamp_seconds{worker="deliveries"}'),
    )
    .toBeGreaterThan(Date.now() / 1000 - 60)
})

describe('metrics', () => {
  test('without a token are readable only from this machine, and not through a proxy on it', async () => {
    expect((await scrape()).status).toBe(200)
    const { status, text } = await scrape({ 'X-Forwarded-For': '203.0.113.7' })
    expect([status, text]).toEqual([
      403,
      'set METRICS_TOKEN to read the metrics from another machine or through a proxy',
    ])
  })

  test('with a token are readable only with it', async () => {
    const token = 'a-token-of-metrics'
    const guarded = await makeServer({ databaseUrl: server.databaseUrl, settings: { metricsToken: token } })
    const at = await guarded.listen()
    try {
      const statuses = []
      for (const given of ['', 'Bearer another-token-of-metrics', `Basic ${token}`, `Bearer ${token}`])
        statuses.push((await scrape(given ? { Authorization: given } : {}, at)).status)
      expect(statuses).toEqual([401, 401, 400, 200])
      expect(
        (await scrape({ Authorization: `Bearer ${token}`, 'X-Forwarded-For': '203.0.113.7' }, at)).status,
      ).toBe(200)
    } finally {
      await guarded.stop()
    }
  })
})

test('while the database is away, the metrics of this copy are answered, without those of the database', async () => {
  const broken = await makeServer({ databaseUrl: server.databaseUrl })
  const at = await broken.listen()
  await broken.deps.db.$client.end()
  try {
    const { status, text } = await scrape({}, at)
    expect([status, valueOf(text, 'spaceport_database_up')]).toEqual([200, 0])
    expect(text).not.toContain('spaceport_queue_length{')
    expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(0)
  } finally {
    await broken.stop().catch(() => undefined)
  }
})

test('every answer has the id of its request, as the log does', async () => {
  const own = await server.request('/v2/profile')
  const id = own.headers.get('X-Request-Id') ?? ''
  expect(id).toMatch(/^[\w-]{12}$/)
  expect(server.logged.find((line) => line.includes(id))).toContain('"path":"/v2/profile"')
  const given = await server.request('/v2/profile', { headers: { 'X-Request-Id': 'from-the-proxy-7' } })
  expect(given.headers.get('X-Request-Id')).toBe('from-the-proxy-7')
  const forged = await server.request('/v2/profile', { headers: { 'X-Request-Id': 'a"b' } })
  expect(forged.headers.get('X-Request-Id')).toMatch(/^[\w-]{12}$/)
})
