import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { alertJobOf, type JobAlert, jobOf, requestOf } from '#contract/connectors'
import { startSandbox } from '../../server/services/sandbox'
import { destinationOf } from '../../src/resources/connectors/destinations'
import { ALERT_SERVICES, type AlertService } from '../../src/resources/connectors/templates'
import { anAlertRoute } from '../support/alertDeliveries'
import { startReceiver } from '../support/receiver'
import { serve } from '../support/serve'

const sandbox = startSandbox()
afterAll(() => sandbox.close())

const codeOf = (service: AlertService) => destinationOf(service).write({ secret: 'SECRET' })

/** Value of the variable. */
const SECRETS: Record<AlertService, string> = {
  slack: 'https://hooks.slack.com/services/T000/B000/XXXX',
  teams: 'https://example.com/workflows/XXXX',
  pagerduty: '0'.repeat(32),
  ntfy: 'https://ntfy.sh/your-topic',
}

const AT = '2026-11-21T08:20:00.000Z'
const ID = '01890000-0000-7000-8000-000000000000'
const AN_ALERT: JobAlert = {
  event: 'opened',
  test: false,
  id: ID,
  rule: { id: ID, name: 'tank <low> & "empty"' },
  urgent: false,
  condition: { kind: 'below', path: 'tank.level', limit: 20, end: null, readings: 1, seconds: 0 },
  sentence: 'When level is below 20 %',
  opened_at: AT,
  ended_at: null,
  flapping: null,
  device_count: 1,
  devices: [
    {
      id: ID,
      name: 'reservoir <!channel>',
      serial_number: '2159000001',
      path: 'tank.level',
      label: 'level',
      unit: '%',
      value: 12.5,
      since: AT,
      ended_at: null,
    },
  ],
  connector_count: 0,
  connectors: [],
  space: { id: ID, name: 'Waterworks' },
  url: `https://console.example.com/space/${ID}/alerts/${ID}`,
}

/** Runs a template for a job. */
async function run(service: AlertService, job: object) {
  const outcome = await sandbox.run(
    { source: codeOf(service), entry: 'main', limits: { milliseconds: 20_000 } },
    JSON.stringify(job),
    {},
  )
  if ('error' in outcome) throw new Error(outcome.error.message)
  return requestOf(outcome.value)
}

/** Parsed body of the request for an alert. */
async function sentFor(service: AlertService, alert: JobAlert): Promise<unknown> {
  const request = await run(
    service,
    alertJobOf({ attempt: 0, alert, connector: { id: ID }, variables: { SECRET: SECRETS[service] } }),
  )
  if (request === null || 'error' in request) throw new Error(JSON.stringify(request))
  return JSON.parse(request.body ?? '')
}

const slackText = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    // No markup except the link to the alert, and only complete entities.
    .refine((text) => !/<(?!https:\/\/console\.example\.com\/[^|>]*\|)/.test(text), 'has markup')
    .refine((text) => !/&(?!amp;|lt;|gt;)/.test(text), 'has a part of an entity')
const bytesOf = (value: unknown) =>
  Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value))
const link = z.literal(AN_ALERT.url)
const aRun = z.strictObject({
  type: z.literal('TextRun'),
  text: z.string().min(1),
  weight: z.string().optional(),
  size: z.string().optional(),
  color: z.string().optional(),
})

/** Documented bodies of the services. */
const SHAPES: Record<AlertService, z.ZodType> = {
  slack: z.strictObject({
    text: slackText(4000),
    blocks: z
      .array(
        z.strictObject({
          type: z.literal('section'),
          text: z.strictObject({ type: z.literal('mrkdwn'), text: slackText(3000) }),
        }),
      )
      .max(50),
  }),
  teams: z
    .strictObject({
      type: z.literal('message'),
      attachments: z.tuple([
        z.strictObject({
          contentType: z.literal('application/vnd.microsoft.card.adaptive'),
          contentUrl: z.null(),
          content: z.strictObject({
            $schema: z.string(),
            type: z.literal('AdaptiveCard'),
            version: z.literal('1.4'),
            body: z.array(z.strictObject({ type: z.literal('RichTextBlock'), inlines: z.tuple([aRun]) })),
            actions: z.tuple([
              z.strictObject({ type: z.literal('Action.OpenUrl'), title: z.string(), url: link }),
            ]),
          }),
        }),
      ]),
    })
    .refine((body) => bytesOf(body) <= 28 * 1024, 'is larger than 28 kB'),
  pagerduty: z
    .strictObject({
      routing_key: z.string().length(32),
      event_action: z.enum(['trigger', 'resolve']),
      dedup_key: z.string().max(255),
      payload: z.strictObject({
        summary: z
          .string()
          .min(1)
          .refine((text) => [...text].length <= 1024),
        source: z.string().min(1),
        severity: z.enum(['critical', 'error', 'warning', 'info']),
        timestamp: z.iso.datetime(),
        class: z.string(),
        custom_details: z.object({ devices: z.array(z.string()) }),
      }),
      links: z.tuple([z.strictObject({ href: link, text: z.string() })]),
    })
    .refine((body) => bytesOf(body) <= 512 * 1024),
  ntfy: z.strictObject({
    topic: z.literal('your-topic'),
    title: z
      .string()
      .min(1)
      .refine((text) => bytesOf(text) <= 1024),
    message: z
      .string()
      .min(1)
      .refine((text) => bytesOf(text) <= 4096, 'is larger than 4 kB'),
    priority: z.int().min(1).max(5),
    tags: z.array(z.string()).max(5),
    click: link,
  }),
}

const HOSTILE = ['"', '\\', '<!channel>', '&amp;', '*_`[a](b)', '🚰', '\u202e', '\n', '<', '|', '${x}', 'é']
const hostile = fc.oneof(
  fc.string({ minLength: 1, unit: 'grapheme' }),
  fc.array(fc.constantFrom(...HOSTILE), { minLength: 1, maxLength: 30 }).map((parts) => parts.join('')),
  fc.constantFrom('🚰', '&', '"', '\\').map((one) => one.repeat(10_000)),
)
const someTime = fc
  .date({ min: new Date(0), max: new Date(AT), noInvalidDate: true })
  .map((at) => at.toISOString())

const someDevice = fc.record({
  id: fc.uuid(),
  name: hostile,
  serial_number: hostile,
  path: fc.option(hostile),
  label: fc.option(hostile),
  unit: fc.option(hostile),
  value: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
  since: someTime,
  ended_at: fc.option(someTime),
})

const someAlert: fc.Arbitrary<JobAlert> = fc
  .record({
    event: fc.constantFrom('opened' as const, 'ended' as const),
    urgent: fc.boolean(),
    rule: fc.record({ id: fc.uuid(), name: hostile }),
    sentence: hostile,
    opened_at: someTime,
    at: someTime,
    device_count: fc.nat(10_000),
    devices: fc.array(someDevice, { maxLength: 20 }),
    space: fc.record({ id: fc.uuid(), name: hostile }),
  })
  .map(({ at, ...alert }) =>
    Object.assign({}, AN_ALERT, alert, { ended_at: alert.event === 'ended' ? at : null }),
  )

describe.each(ALERT_SERVICES)('the template for %s', (service) => {
  test('creates a documented body for any alert', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(someAlert, async (alert) => {
        const body = await sentFor(service, alert)
        expect(SHAPES[service].safeParse(body).error).toBeUndefined()
      }),
      { numRuns: 60 },
    )
  })

  test('sends nothing for messages, nor late for the opening of an alert that has ended', async () => {
    const late = { ...AN_ALERT, ended_at: AT }
    expect(await run(service, alertJobOf({ attempt: 3, alert: late, connector: { id: ID } }))).toBeNull()
    const message = {
      id: ID,
      type: 'data',
      direction: 'up',
      created_at: AT,
      measured_at: null,
      body: '{}',
      raw: null,
    } as const
    const device = {
      id: ID,
      name: 'pump',
      serial_number: '1',
      session_id: 1,
      created_at: AT,
      label: {},
      tags: [],
    }
    const job = jobOf({ attempt: 0, spaceId: ID, message, device, connector: { id: ID } })
    expect(await run(service, job)).toBeNull()
  })

  test('is short, and reads its secret from a variable', () => {
    const lines = codeOf(service)
      .split('\n')
      .filter((line) => line.trim() !== '')
    expect(lines.length).toBeLessThanOrEqual(58)
    expect(codeOf(service).match(/^const [A-Z_]+ = /gm)).toBeNull()
    expect(codeOf(service)).toContain('job.variables.SECRET')
  })

  test('has the end of an alert', async () => {
    const ended = '2026-11-21T09:31:00.000Z'
    const devices = AN_ALERT.devices.map((one) => Object.assign({}, one, { ended_at: ended }))
    const body = JSON.stringify(
      await sentFor(service, { ...AN_ALERT, event: 'ended', ended_at: ended, devices }),
    )
    expect(body).toContain('When level is below 20 %. Resolved at 2026-11-21 09:31 UTC')
    expect(body).toContain('since 2026-11-21 08:20 UTC until 2026-11-21 09:31 UTC')
  })
})

test('markup of Slack is escaped', async () => {
  expect(await sentFor('slack', AN_ALERT)).toMatchObject({
    blocks: [
      {
        text: {
          text: `:red_circle: *Alert: <${AN_ALERT.url}|tank &lt;low&gt; &amp; "empty">*`,
        },
      },
      { text: { text: 'When level is below 20 %' } },
      { text: { text: 'reservoir &lt;!channel&gt;: level 12.5 %, since 2026-11-21 08:20 UTC' } },
    ],
  })
})

test('a silent device and a missing value have their name without a number', async () => {
  const [device] = AN_ALERT.devices
  const silent = { ...device, name: 'pump', path: null, label: null, unit: null, value: null }
  const missing = { ...device, name: 'tank', unit: null, value: null }
  const alert = Object.assign({}, AN_ALERT, { devices: [silent, missing], device_count: 2 })
  expect(await sentFor('ntfy', alert)).toMatchObject({
    message: expect.stringContaining('\npump, since 2026-11-21 08:20 UTC\ntank: level, since '),
  })
})

test('PagerDuty resolves the event of the opening', async () => {
  const opened = await sentFor('pagerduty', AN_ALERT)
  const ended = await sentFor('pagerduty', { ...AN_ALERT, event: 'ended', ended_at: AT })
  expect(opened).toMatchObject({ event_action: 'trigger', dedup_key: ID })
  expect(ended).toMatchObject({ event_action: 'resolve', dedup_key: ID })
})

test('a token of ntfy is sent as a header, and none without one', async () => {
  const withToken = { connector: { id: ID }, variables: { SECRET: SECRETS.ntfy, SECRET_TOKEN: 'tk_1' } }
  expect(await run('ntfy', alertJobOf({ attempt: 0, alert: AN_ALERT, ...withToken }))).toMatchObject({
    header: { Authorization: 'Bearer tk_1' },
  })
})

test('a receiver gets the alert from the template for ntfy', async () => {
  const receiver = await startReceiver()
  afterAll(() => receiver.stop())
  const server = await serve({ deliveries: { allowPrivate: true } })
  const { send, space, list } = await anAlertRoute(server, { transformation: codeOf('ntfy') })
  const created = await server.call('POST', `/spaces/${space.id}/variables`, {
    token: space.owner.token,
    body: { name: 'SECRET', value: `${receiver.url}/your-topic`, for_connectors: true },
  })
  expect(created.status).toBe(201)
  await send(10, 30)
  expect(await list()).toEqual([])
  await send(10)
  const [request] = await receiver.arrivals('/')
  const body: unknown = JSON.parse(request?.body ?? '')
  expect(body).toMatchObject({
    topic: 'your-topic',
    title: 'Alert: tank nearly empty',
    message: expect.stringMatching(/^When level is below 20\nreservoir-north: level 10, since .* UTC$/),
    priority: 4,
    click: expect.stringContaining(`/space/${space.id}/alerts/`),
  })
})
