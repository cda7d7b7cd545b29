import { sql } from 'drizzle-orm'
import { DAY } from '#contract/common/durations'
import { DEFAULT_RETRY_DELAYS, jobOf, PARALLEL } from '#contract/connectors'
import type { Queryable } from '../../db/database'
import { connector, connectorTag, delivery, deliveryAttempt, messageEvent } from '../../db/schema'
import { JOB_DEVICE, JOB_MESSAGE, type StoredWork } from '../../services/attempts/load'
import { newId } from '../../services/common/ids'
import { newSecret } from '../../services/connectors/connector'
import type { DemoPlace } from '../place'
import type { DemoConnector } from './definitions'
import { pastOf, prepare } from './past'

/** How far deliveries go back, in milliseconds: as far as the heatmap shows. */
const PAST = DAY

type Stored = Pick<
  StoredWork,
  | 'spaceId'
  | 'connectorId'
  | 'transformation'
  | 'retryDelays'
  | 'secret'
  | 'previousSecret'
  | 'signedTwiceUntil'
>

/**
 * Stores a connector with its deliveries until `to`. Times are Unix ms.
 */
export async function insertConnector(
  tx: Queryable,
  { spaceId, tags }: DemoPlace,
  demo: DemoConnector,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const connectorId = newId(from)
  const { name, direction, triggers, transformation, isDisabled = false } = demo
  const retryDelays = [...(demo.retryDelays ?? DEFAULT_RETRY_DELAYS)]
  const once = { secret: newSecret(), previousSecret: null, signedTwiceUntil: null }
  const stored = { spaceId, connectorId, transformation, retryDelays, ...once }
  await tx.insert(connector).values({
    ...stored,
    id: connectorId,
    name,
    type: 'webhook',
    direction,
    triggers,
    enabled: !isDisabled,
    createdAt: new Date(from),
  })
  const tagIds = demo.tags.flatMap((tag) => tags.get(tag) ?? [])
  if (tagIds.length === 0) return
  await tx.insert(connectorTag).values(tagIds.map((tagId) => ({ spaceId, connectorId, tagId })))
  if (!isDisabled) await insertPast(tx, await triggered(tx, stored, demo, tagIds, to - PAST), to)
}

type Triggered = Pick<StoredWork, 'messageCreatedAt' | 'device' | 'message'>

/** Deliveries of the messages that triggered the connector since a time, without attempts. */
async function triggered(
  tx: Queryable,
  stored: Stored,
  { direction, triggers }: DemoConnector,
  tagIds: string[],
  since: number,
): Promise<StoredWork[]> {
  const { rows } = await tx.execute<Triggered & Record<string, unknown>>(sql`
    select m.created_at as "messageCreatedAt", ${sql.raw(JOB_DEVICE)} as device, ${sql.raw(JOB_MESSAGE)} as message
    from device v join message m on m.space_id = v.space_id and m.device_id = v.id
    where v.space_id = ${stored.spaceId} and m.created_at >= ${new Date(since)}
      and m.direction = ${direction} and m.type = any(${sql.param(triggers)})
      and exists (
        select from device_tag t
        where t.space_id = v.space_id and t.device_id = v.id and t.tag_id = any(${sql.param(tagIds)}::uuid[]))
    order by m.created_at, m.id`)
  return rows.map((row) => workOf(stored, row))
}

function workOf(stored: Stored, { messageCreatedAt, device, message }: Triggered): StoredWork {
  const at = new Date(messageCreatedAt)
  return {
    ...stored,
    id: newId(at.getTime()),
    messageCreatedAt: at,
    dueSince: at,
    attempts: 0,
    uncounted: 0,
    isTest: false,
    replayId: null,
    repeats: null,
    held: 'on',
    parallel: PARALLEL,
    version: 1,
    isOpen: true,
    lateRuns: 0,
    personId: stored.spaceId,
    isInLine: false,
    broker: null,
    tls: null,
    variables: {},
    isList: false,
    batchId: null,
    batchResults: false,
    device,
    message,
    alert: null,
  }
}

async function insertPast(tx: Queryable, works: StoredWork[], to: number): Promise<void> {
  const [first] = works
  if (!first) return
  const run = prepare(first.transformation)
  const past = works.flatMap((work) => {
    const { spaceId, connectorId, message, device } = work
    if (!message) return []
    const job = jobOf({ attempt: 0, spaceId, message, device, connector: { id: connectorId } })
    return pastOf(work, run(JSON.stringify(job)), to)
  })
  const dueAt = ({ nextAttemptAt }: Pick<typeof delivery.$inferInsert, 'nextAttemptAt'>) =>
    nextAttemptAt ? sql`now() + ${(nextAttemptAt.getTime() - to) / 1000} * interval '1 second'` : null
  await tx.insert(delivery).values(past.map(({ row }) => ({ ...row, dueAt: dueAt(row) })))
  await tx.insert(deliveryAttempt).values(past.flatMap(({ attempts }) => attempts))
  await tx.insert(messageEvent).values(past.flatMap(({ events }) => events))
}
