import { z } from 'zod'
import {
  doerSchema,
  EXAMPLE_ID,
  endpoint,
  idSchema,
  limitSchema,
  listOf,
  timeQuerySchema,
  timeSchema,
} from '../common'
import { connectorsApi, HELD_STATES, OPERATIONS_CAPABILITY, RATE_MAX, RATE_MIN } from '../connectors'
import { messageSchema, messageWordSchema } from '../messages'

/** Most messages of a replay that are counted before it starts; if there are more, the number is unknown. */
export const REPLAY_COUNTED_MAX = 100_000
/** Messages that a dry run shows. */
export const REPLAY_SAMPLE = 5
/** Most devices or tags that a replay names. */
export const REPLAY_NAMED_MAX = 100
/** Replays of a connector that are listed and kept. */
export const REPLAYS_KEPT = 50

/** State of a replay: running, paused or stopped by a person, or all its messages were processed. */
const REPLAY_STATES = ['running', 'paused', 'stopped', 'done'] as const
export const replayStateSchema = z.enum(REPLAY_STATES)
export type ReplayState = z.infer<typeof replayStateSchema>

/** Why a running replay sends nothing: the operation of its connector, or too many of its deliveries wait for a retry. */
const REPLAY_HOLDS = [...HELD_STATES.filter((state) => state !== 'on'), 'off', 'retries'] as const
const replayHoldSchema = z.enum(REPLAY_HOLDS)
export type ReplayHold = z.infer<typeof replayHoldSchema>

/** Most deliveries of a replay that wait for a retry; with more it waits for them. */
export const REPLAY_RETRIES_MAX = 100

const whole = z.number().int().min(0)
const ids = listOf(idSchema)

/** Which messages to send again, and how. */
export const replayCreateSchema = z
  .object({
    after: timeQuerySchema.describe('ISO-8601 time; messages at this time or later'),
    before: timeQuerySchema.describe(
      'ISO-8601 time; messages at this time or earlier, and not later than now',
    ),
    device_id: ids.describe(
      `Ids of devices, at most ${REPLAY_NAMED_MAX}, or one id; unless devices or tags are given, the devices that carry a tag of the connector`,
    ),
    tag_id: ids.describe(`Ids of tags that the devices carry, at most ${REPLAY_NAMED_MAX}, or one id`),
    type: listOf(messageWordSchema).describe(
      'Types of messages, or one; the triggers of the connector unless given',
    ),
    failed_only: z
      .boolean()
      .default(false)
      .describe('Only messages whose last delivery by this connector has failed'),
    rate: z
      .number()
      .min(RATE_MIN)
      .max(RATE_MAX)
      .nullish()
      .describe('Most messages a second; null for no limit of its own'),
    dry_run: z.boolean().default(false).describe('Only say how many there are, and show some of them'),
  })
  .strict()
  .meta({
    examples: [
      { after: '2026-01-01T00:00:00.000Z', before: '2026-01-02T00:00:00.000Z' },
      {
        after: '2026-01-01T00:00:00.000Z',
        before: '2026-01-02T00:00:00.000Z',
        device_id: [EXAMPLE_ID],
        failed_only: true,
        rate: 5,
        dry_run: true,
      },
    ],
  })
export type ReplayCreate = z.input<typeof replayCreateSchema>

/** A replay: messages of a period that a connector sends again. */
export const replaySchema = z
  .object({
    id: idSchema,
    connector_id: idSchema,
    state: replayStateSchema,
    held: replayHoldSchema
      .nullable()
      .describe('Why it sends nothing although it runs: how the connector runs, or `retries`, or null'),
    created_at: timeSchema,
    created_by: doerSchema.nullable(),
    ended_at: timeSchema.nullable(),
    after: timeSchema,
    before: timeSchema,
    device_id: z.array(idSchema).describe('Empty unless devices were named'),
    tag_id: z
      .array(idSchema)
      .describe('Tags that were named, or those of the connector; empty where devices were named'),
    type: z.array(messageWordSchema),
    failed_only: z.boolean(),
    rate: z.number().nullable(),
    total: whole.nullable().describe(`How many messages; null for more than ${REPLAY_COUNTED_MAX}`),
    sent: whole.describe('Messages that were processed: a delivery was made or is retried'),
    skipped: whole.describe('Messages that the replay skipped, because one of their deliveries is pending'),
    reached_at: timeSchema.nullable().describe('Creation time of the last message that was processed'),
    pending: whole.describe('Deliveries that are not over yet'),
    failed: whole.describe('Deliveries that have failed, of at most 10 000'),
  })
  .meta({ id: 'ConnectorReplay' })
export type Replay = z.infer<typeof replaySchema>

/** The scope of a replay, and the replay unless it was a dry run. */
export const replayStartedSchema = z
  .object({
    count: whole.describe(
      `How many messages, at most ${REPLAY_COUNTED_MAX + 1}, which stands for more than ${REPLAY_COUNTED_MAX}`,
    ),
    device_count: whole.describe('Number of devices of these messages'),
    sample: z.array(messageSchema).describe(`For a dry run: up to ${REPLAY_SAMPLE} of them; otherwise empty`),
    replay: replaySchema.nullable().describe('Null for a dry run'),
  })
  .meta({ id: 'ConnectorReplayStarted' })
export type ReplayStarted = z.infer<typeof replayStartedSchema>

const ONE = connectorsApi.get.path
const oneConnector = connectorsApi.get.params
const oneReplay = oneConnector.extend({ replayId: idSchema })
const shared = {
  tag: 'Replays',
  access: 'bearerOrKey',
  status: 200,
  capability: OPERATIONS_CAPABILITY,
} as const
const read = { ...shared, method: 'get', permission: 'space:connector:read' } as const
const change = { ...shared, method: 'post', permission: 'space:connector:update' } as const
const OVER = { 409: 'The replay is over' }

/** Calls of replays. Docs, "Connectors". */
export const replaysApi = {
  list: endpoint({
    ...read,
    path: `${ONE}/replays`,
    summary: 'List the replays of a connector, newest first',
    params: oneConnector,
    query: z.object({ limit: limitSchema(20) }),
    answer: z.array(replaySchema),
  }),
  start: endpoint({
    ...change,
    path: `${ONE}/replays`,
    isHeavy: true,
    summary:
      'Send messages again, or say how many that would be; this needs the permission to read messages as well',
    params: oneConnector,
    body: replayCreateSchema,
    answer: replayStartedSchema,
    failures: { 409: 'The connector is off, or another replay of it is not over' },
    audit: 'connector.replay',
  }),
  get: endpoint({
    ...read,
    path: `${ONE}/replays/{replayId}`,
    summary: 'Get a replay',
    params: oneReplay,
    answer: replaySchema,
  }),
  pause: endpoint({
    ...change,
    path: `${ONE}/replays/{replayId}/pause`,
    summary: 'Pause a replay; nothing is done with one that is paused',
    params: oneReplay,
    answer: replaySchema,
    failures: OVER,
    audit: 'connector.replayPause',
  }),
  resume: endpoint({
    ...change,
    path: `${ONE}/replays/{replayId}/resume`,
    summary: 'Go on with a replay that is paused; nothing is done with one that runs',
    params: oneReplay,
    answer: replaySchema,
    failures: OVER,
    audit: 'connector.replayResume',
  }),
  stop: endpoint({
    ...change,
    path: `${ONE}/replays/{replayId}/stop`,
    summary: 'Stop a replay for good; its waiting deliveries are not sent',
    params: oneReplay,
    answer: replaySchema,
    failures: OVER,
    audit: 'connector.replayStop',
  }),
}
