import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Pool } from 'pg'
import type { z } from 'zod'
import { type heldStateSchema, type JobDevice, PARALLEL, type Subject } from '#contract/connectors'
import type { TagRef } from '#contract/tags'
import { type AlertContent, device, message } from '../../db/schema'
import { type Columns, objectText, timeColumn } from '../common/columns'
import { isoTime } from '../common/json'
import type { DeliveryKey } from '../deliveries/take'
import { ofContact } from '../devices/contact'
import { serialNumberAt } from '../messages/columns'
import type { Broker } from '../outgoing/mqtt'
import type { ClientTls } from '../outgoing/web'
import { tagsOf } from '../spaces/tags'

/** What an attempt needs to know of any delivery. */
interface AnyWork extends DeliveryKey {
  /** Time when it became due: its creation or its retry. */
  dueSince: Date
  /** Number of earlier attempts. */
  attempts: number
  /** The broker to publish to; null for a webhook. */
  broker: Omit<Broker, 'connectorId' | 'tls'> | null
  /** The certificate that the receiver sees and the authorities that it is verified by. */
  tls: ClientTls | null
  transformation: string
  /** Version of the connector. */
  version: number
  /** How many deliveries of its connector may run at the same time. */
  parallel: number
  /** How many attempts were uncounted retries. */
  uncounted: number
  /** The replay that made it, or retried it last. */
  replayId: string | null
  /** The delivery that this one repeats. */
  repeats: string | null
  /** Whether it goes in device order: it waits for earlier messages of its device, and later ones wait for it. */
  isInLine: boolean
  /** Seconds before each retry. */
  retryDelays: number[]
  /** What held the connector back when the attempt began; `paused` also if nothing may be sent for another reason. */
  held: z.infer<typeof heldStateSchema>
  /** Whether neither the receiver nor the function's time has failed since the receiver last answered. */
  isOpen: boolean
  /** Attempts in a row in which the function ran out of time. */
  lateRuns: number
  /** The owner of the space, or the space if it has none. */
  personId: string
  secret: Buffer
  /** The previous secret, which also signs until a time. */
  previousSecret: Buffer | null
  signedTwiceUntil: Date | null
  /** A person tries the receiver with a message: it is sent even if the connector is held back, and only once. */
  isTest: boolean
  /** Variables of the space and of the device, by name; for a batch only those of the space. */
  variables: Record<string, string>
  /** Whether the function gets a list of messages. */
  isList: boolean
  /** The request that it shares with other deliveries. */
  batchId: string | null
  /** Whether the receiver may ask for some messages of a batch again. */
  batchResults: boolean
}

/** A delivery of an attempt; a batch has several. */
export type Member = Pick<AnyWork, 'id' | 'isInLine' | 'variables'> &
  (
    | Pick<MessageWork, 'messageCreatedAt' | 'device' | 'message'>
    | Pick<AlertWork, 'messageCreatedAt' | 'device' | 'message'>
  )

/** What an attempt to deliver a message needs to know; for a batch, of the delivery that was taken first. */
interface MessageWork extends AnyWork {
  /** Null for a message that was written for a test. */
  messageCreatedAt: Date | null
  device: Omit<JobDevice, 'space_id'>
  /** Null if retention has deleted it. */
  message: Subject['message'] | null
  alert: null
}

/** The work of a stored message. */
export type StoredWork = MessageWork & { messageCreatedAt: Date }

/** What an attempt to deliver an alert needs to know. */
interface AlertWork extends AnyWork {
  messageCreatedAt: null
  device: null
  message: null
  alert: AlertContent
}

/** A delivery with the data for its next attempt. */
export type Work = MessageWork | AlertWork

const v = alias(device, 'v')
const m = alias(message, 'm')

/** SQL of a job's device, from the row `v`, as it was for the message `m`. */
export const JOB_DEVICE = objectText({
  id: v.id,
  name: v.name,
  serial_number: serialNumberAt('v', 'm'),
  session_id: sql<number>`${sql.raw(ofContact('session_id', 'v'))}`,
  created_at: timeColumn(v.createdAt),
  label: v.label,
  tags: sql<TagRef[]>`${sql.raw(tagsOf('device', 'v'))}`,
} satisfies Columns<MessageWork['device']>)

/** SQL of a job's message, from the row `m`. */
export const JOB_MESSAGE = objectText({
  id: m.id,
  type: m.type,
  direction: m.direction,
  created_at: timeColumn(m.createdAt),
  measured_at: timeColumn(m.measuredAt),
  body: m.body,
  raw: m.raw,
} satisfies Columns<NonNullable<MessageWork['message']>>)

/** SQL of the alert as it was, from the row `d`, and whether it has ended, from `current_alert`. */
const ALERT = `d.alert || case when d.alert->>'ended_at' is null and current_alert.ended_at is not null
  then jsonb_build_object('ended_at', ${isoTime('current_alert.ended_at')}) else '{}' end`

/** SQL of the job's message that the row `d` has for a test. */
const SAMPLE = `json_build_object('id', d.id, 'type', d.sample->>'type', 'direction', d.sample->>'direction',
  'created_at', ${isoTime('d.created_at')}, 'measured_at', null, 'body', d.sample->>'body', 'raw', null)`

/**
 * SQL of the variables that the function gets, from the row `d`: a variable of the device overrides that of the space, and the newest
 * overrides others of its name.
 * @param ofDevice condition on which variables of the device count
 */
const variables = (ofDevice: string) => `
  coalesce((
    select json_object_agg(named.name, named.value) from (
      select distinct on (w.name) w.name, w.value from variable w
      where w.space_id = d.space_id and w.for_connectors
        and (w.device_id is null or (w.device_id = d.device_id and ${ofDevice}))
      order by w.name, w.device_id nulls last, w.id desc
    ) named
  ), '{}')`

const LOAD = {
  name: 'deliveries.load',
  text: `
    select d.space_id as "spaceId", d.connector_id as "connectorId", d.id,
      d.message_created_at as "messageCreatedAt", coalesce(d.next_attempt_at, d.created_at) as "dueSince", d.attempts, d.uncounted, d.repeats, d.replay_id as "replayId", d.is_in_line as "isInLine",
      case when o.skip_before is not null or (o.state = 'waiting' and o.probe_at > now()) then 'paused'
        else coalesce(o.state, 'on') end as held,
      o.connector_id is null or (o.state = 'on' and o.failing = '{}' and o.open_to is null and o.late_runs = 0) as "isOpen",
      coalesce(o.late_runs, 0) as "lateRuns", coalesce(s.owner_id, s.id) as "personId",
      case when c.type = 'mqtt' then json_build_object('url', c.broker_url, 'username', c.broker_username,
        'password', c.broker_password, 'clientId', c.broker_client_id) end as broker,
      case when c.client_certificate is not null then json_build_object('cert', c.client_certificate_pem, 'key', c.client_key_pem,
        'ca', c.receiver_ca_pem) end as tls,
      c.transformation, c.version, coalesce(c.max_parallel, ${PARALLEL}) as parallel, c.retry_delays as "retryDelays", c.secret, d.is_test as "isTest",
      c.previous_secret as "previousSecret", c.signed_twice_until as "signedTwiceUntil",
      ${variables('d.alert is null and c.batch_size is null')} as variables,
      c.batch_size is not null and d.alert is null as "isList", d.batch_id as "batchId", c.batch_results as "batchResults",
      case when d.alert is null then ${JOB_DEVICE} end as device, ${ALERT} as alert,
      case when m.id is not null then ${JOB_MESSAGE} when d.sample is not null then ${SAMPLE} end as message
    from delivery d
    join connector c on c.space_id = d.space_id and c.id = d.connector_id
    join space s on s.id = d.space_id
    left join connector_operation o on o.space_id = d.space_id and o.connector_id = d.connector_id
    left join device v on v.space_id = d.space_id and v.id = d.device_id
    left join message m on m.space_id = d.space_id and m.created_at = d.message_created_at and m.id = d.message_id
    left join alert current_alert on current_alert.space_id = d.space_id and current_alert.id = (d.alert->>'id')::uuid
    where d.space_id = $1 and d.connector_id = $2 and d.id = $3 and d.state = 'pending'
      and (d.device_id is null or v.id is not null)`,
}

const MEMBERS = {
  name: 'deliveries.members',
  text: `
    select d.id, d.message_created_at as "messageCreatedAt", d.is_in_line as "isInLine", ${variables('true')} as variables,
      ${JOB_DEVICE} as device,
      case when m.id is not null then ${JOB_MESSAGE} when d.sample is not null then ${SAMPLE} end as message
    from delivery d
    join device v on v.space_id = d.space_id and v.id = d.device_id
    left join message m on m.space_id = d.space_id and m.created_at = d.message_created_at and m.id = d.message_id
    where d.space_id = $1 and d.connector_id = $2 and d.state = 'pending' and d.is_taken and d.attempts = $5
      and (d.id = $3 or d.batch_id = $4)
    order by d.message_created_at, d.message_id, d.id`,
}

/** Loads a pending delivery for its next attempt; undefined if it is gone or not pending. */
export async function loadWork(
  pool: Pool,
  { spaceId, connectorId, id }: DeliveryKey,
): Promise<Work | undefined> {
  const { rows } = await pool.query<Work>({ values: [spaceId, connectorId, id], ...LOAD })
  return rows[0]
}

/** Loads the deliveries of a request, including this one, in the order of the messages. */
export async function loadMembers(pool: Pool, work: Work): Promise<Member[]> {
  if (!work.isList) return [work]
  const { spaceId, connectorId, id, batchId, attempts } = work
  const { rows } = await pool.query<Member>({
    values: [spaceId, connectorId, id, batchId, attempts],
    ...MEMBERS,
  })
  return rows
}
