import { z } from 'zod'
import type { DestinationId } from '../../../src/resources/connectors/destinations'
import { influxdb } from './influxdb'
import { type Product, refuse, type Seen, TOKEN, takesJson } from './product'

const header = (name: string, value: string, status: number, body: string) => (seen: Seen) =>
  seen.headers[name] === value ? null : refuse(status, body)

const finite = z.number().refine(Number.isFinite)
const millis = z.int().min(1_000_000_000_000).max(9_999_999_999_999)
const isoTime = z.iso.datetime({ offset: true })
const someOf = <Value extends z.ZodType>(value: Value) =>
  z.record(z.string().min(1), value).refine((all) => Object.keys(all).length > 0, 'is empty')

/** Device API: thingsboard.io/docs/reference/http-api. A body has at most 64 kB. */
const thingsboard: Product = {
  filled: (address) => ({ address, secret: 'THINGSBOARD_TOKEN' }),
  secret: () => TOKEN,
  answer: takesJson({
    path: /^\/api\/v1\/[^/]+\/telemetry$/,
    max: 65_536,
    check: ({ path }) => (path.includes(`/${TOKEN}/`) ? null : refuse(401, '')),
    schema: z
      .array(z.strictObject({ ts: millis, values: someOf(z.union([finite, z.boolean(), z.string()])) }))
      .min(1),
    success: { status: 200, body: '' },
  }),
}

const label = z.string().regex(/^[a-z0-9_.:-]+$/)
const dot = z.strictObject({ value: finite, timestamp: millis })

/** API 1.6: docs.ubidots.com, "HTTP". A body has at most 10 000 bytes. */
const ubidots: Product = {
  filled: (address) => ({ address, secret: 'UBIDOTS_TOKEN' }),
  secret: () => TOKEN,
  answer: takesJson({
    path: /^\/api\/v1\.6\/devices\/[a-z0-9_.:-]+\/?$/,
    max: 10_000,
    check: header(
      'x-auth-token',
      TOKEN,
      401,
      '{"code":401001,"message":"Authentication credentials were not provided."}',
    ),
    schema: z
      .record(label, z.union([dot, z.array(dot).min(2)]))
      .refine((all) => Object.keys(all).length > 0, 'is empty'),
    success: { status: 200, body: '{"temperature":[{"status_code":201}]}' },
  }),
}

const measurements = z.strictObject({
  device: z.string().min(1),
  name: z.string(),
  timestamp: z.int().min(1_000_000_000).max(9_999_999_999),
  values: someOf(z.union([finite, z.boolean()])),
})

/** Incoming webhooks: docs.datacake.de/integrations/webhook. The decoder is that in the comment of the code. */
const datacake: Product = {
  filled: () => ({ secret: 'DATACAKE_URL' }),
  secret: (server) => `${server}/integrations/api/${TOKEN}/`,
  answer: takesJson({
    path: new RegExp(`^/integrations/api/${TOKEN}/$`),
    max: 1_000_000,
    schema: z.union([measurements, z.array(measurements).min(2)]),
    success: { status: 200, body: '{"status":"ok"}' },
  }),
}

/** REST API: developers.home-assistant.io/docs/api/rest, POST /api/events/<event_type>. */
const homeassistant: Product = {
  filled: (address) => ({ address, event: 'spaceport_message', secret: 'HOME_ASSISTANT_TOKEN' }),
  secret: () => TOKEN,
  answer: takesJson({
    path: /^\/api\/events\/[A-Za-z0-9_.-]{1,64}$/,
    max: 16 * 1024 * 1024,
    check: header('authorization', `Bearer ${TOKEN}`, 401, '401: Unauthorized'),
    // "Event data should be valid JSON", and an object.
    schema: z.record(z.string(), z.unknown()),
    success: { status: 200, body: '{"message":"Event spaceport_message fired."}' },
  }),
}

const cell = z.union([finite, z.boolean(), z.string().regex(/^(?![=+@-])/, 'is a formula')])

/** The web app in the comment of the code: developers.google.com/apps-script/guides/web. */
const sheets: Product = {
  filled: () => ({ secret: 'APPS_SCRIPT_URL' }),
  secret: (server) => `${server}/macros/s/${TOKEN}/exec`,
  answer: takesJson({
    path: new RegExp(`^/macros/s/${TOKEN}/exec$`),
    max: 50 * 1024 * 1024,
    schema: z.strictObject({ rows: z.array(z.array(cell).length(5)).min(1) }),
    success: { status: 200, body: '<!doctype html>ok' },
  }),
}

/**
 * The same with a script that answers with ContentService, which redirects: apps-script/guides/content, "Redirects".
 */
export const redirecting: Product = {
  ...sheets,
  answer: (seen) => {
    const answered = sheets.answer(seen)
    return answered.status === 200
      ? { status: 302, body: '', location: 'https://script.googleusercontent.com/macros/echo' }
      : answered
  },
}

/** learn.microsoft.com/azure/event-grid/post-to-custom-topic, and its event schema. */
const eventgrid: Product = {
  filled: (server) => ({
    address: `${server}/api/events`,
    event: 'Spaceport.Message',
    secret: 'EVENT_GRID_KEY',
  }),
  secret: () => TOKEN,
  answer: takesJson({
    path: /^\/api\/events\?api-version=2018-01-01$/,
    max: 1024 * 1024,
    check: header('aeg-sas-key', TOKEN, 401, '{"error":{"code":"Unauthorized"}}'),
    schema: z
      .array(
        z.strictObject({
          id: z.string().min(1),
          eventType: z.string().min(1),
          subject: z.string().min(1),
          eventTime: isoTime,
          dataVersion: z.string(),
          data: z.unknown(),
        }),
      )
      .min(1),
    success: { status: 200, body: '' },
  }),
}

const aMessage = z.looseObject({ id: z.string(), body: z.unknown() })

/** docs.aws.amazon.com/apigateway, "API keys" and "Quotas": a payload has at most 10 MB. */
const apigateway: Product = {
  filled: (server) => ({ address: `${server}/prod/messages`, secret: 'API_GATEWAY_KEY' }),
  secret: () => TOKEN,
  answer: takesJson({
    path: /^\/prod\/messages$/,
    max: 10 * 1024 * 1024,
    check: header('x-api-key', TOKEN, 403, '{"message":"Forbidden"}'),
    schema: z.union([aMessage, z.array(aMessage).min(1)]),
    success: { status: 200, body: '{}' },
  }),
}

/** api.slack.com/messaging/webhooks: `no_text` without a text. Refuses foreign markup. */
const slackMessages: Product = {
  filled: () => ({ secret: 'SLACK_URL' }),
  secret: (server) => `${server}/services/${TOKEN}`,
  answer: takesJson({
    path: new RegExp(`^/services/${TOKEN}$`),
    max: 1_000_000,
    schema: z.strictObject({
      text: z
        .string()
        .min(1, 'no_text')
        .max(40_000)
        .refine((text) => !/[<>]|&(?!amp;|lt;|gt;)/.test(text), 'has markup'),
    }),
    success: { status: 200, body: 'ok' },
  }),
}

const aRun = z.strictObject({
  type: z.literal('TextRun'),
  text: z.string().min(1),
  weight: z.string().optional(),
})

/** learn.microsoft.com/microsoftteams, "Create incoming webhooks with workflows": a message has at most 28 kB. */
const teamsMessages: Product = {
  filled: () => ({ secret: 'TEAMS_URL' }),
  secret: (server) => `${server}/workflows/${TOKEN}`,
  answer: takesJson({
    path: new RegExp(`^/workflows/${TOKEN}$`),
    max: 28 * 1024,
    schema: z.strictObject({
      type: z.literal('message'),
      attachments: z.tuple([
        z.strictObject({
          contentType: z.literal('application/vnd.microsoft.card.adaptive'),
          contentUrl: z.null(),
          content: z.strictObject({
            $schema: z.string(),
            type: z.literal('AdaptiveCard'),
            version: z.literal('1.4'),
            body: z
              .array(z.strictObject({ type: z.literal('RichTextBlock'), inlines: z.tuple([aRun]) }))
              .min(1),
          }),
        }),
      ]),
    }),
    success: { status: 202, body: '' },
  }),
}

/** Any receiver. */
const messages: Product = {
  filled: (server) => ({ address: `${server}/it's/here?a=b&c="d"` }),
  secret: () => TOKEN,
  answer: (seen) => (seen.method === 'POST' ? { status: 204, body: '' } : refuse(405, '')),
}

/** Products of the destinations for messages. */
export const PRODUCTS: Readonly<
  Record<Exclude<DestinationId, 'alerts' | 'slack' | 'teams' | 'pagerduty' | 'ntfy'>, Product>
> = {
  messages,
  withDevice: messages,
  thingsboard,
  ubidots,
  datacake,
  influxdb,
  homeassistant,
  sheets,
  eventgrid,
  apigateway,
  slackMessages,
  teamsMessages,
}
export { type Product, TOKEN } from './product'
