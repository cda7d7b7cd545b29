import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { WholeListQuery } from '#contract/common'
import { WAITING_COUNTED_MAX } from '#contract/connectors'
import {
  type Failing,
  type Overview,
  type OverviewQuery,
  type RunningJob,
  runningJobSchema,
  SHOWN_MAX,
  type TroubledSpace,
} from '#contract/overview'
import type { Db } from '../../db/database'
import { device, firmwareJob } from '../../db/schema'
import type { Deps } from '../../deps'
import { isOfOwnDevice } from '../background/deletion'
import { type Caller, may } from '../common/caller'
import { type Columns, clockAt, timeColumn } from '../common/columns'
import { hasAllowedTag, limitOf, notOfMoved } from '../common/visibility'
import { joinGivenUp, joinLastAttempt } from '../connectors/statistics'
import { countStates, isInState } from '../devices/contact'
import { OPEN_STATES } from '../devices/firmware'
import { findAttention } from './attention'
import { delivers } from './connectorSources'
import { readHours } from './hours'
import type { Question } from './selection'

/** Connectors whose deliveries fail, the worst first. */
async function failingOf(db: Db, question: Question): Promise<Failing[]> {
  if (!may(question.caller, 'space:connector:read')) return []
  const { rows } = await db.execute<{ [Field in keyof Failing]: Failing[Field] }>(sql`
    select connector.id as connector_id, connector.name, given_up.count as failed, again.count as retrying
    from connector
      ${joinGivenUp(question.now)}
      cross join lateral (
        select count(*)::int as count from (
          select from delivery p
          where p.space_id = connector.space_id and p.connector_id = connector.id and p.state = 'pending' and p.attempts > 0
            and ${sql.raw(isOfOwnDevice('p'))}
          limit ${WAITING_COUNTED_MAX + 1}
        ) tried
      ) again
    where ${delivers(question)} and given_up.count + again.count > 0
    order by given_up.count + again.count desc, connector.name`)
  return rows
}

const JOB = {
  id: firmwareJob.id,
  device_id: firmwareJob.deviceId,
  device_name: device.name,
  firmware_id: firmwareJob.firmwareId,
  target: firmwareJob.target,
  state: firmwareJob.state,
  firmware_size: firmwareJob.firmwareSize,
  bytes_downloaded: firmwareJob.bytesDownloaded,
  scheduled_at: timeColumn(firmwareJob.scheduledAt),
} satisfies Columns<RunningJob>

/** The firmware jobs that have not ended: how many, and those that were scheduled last. */
async function runningOf(db: Db, { caller, spaceId }: Question): Promise<Overview['firmware']> {
  if (!may(caller, 'space:device:read')) return { count: 0, jobs: [] }
  const rows = await db
    .select({ ...JOB, total: sql<number>`(count(*) over ())::int` })
    .from(firmwareJob)
    .innerJoin(device, and(eq(device.spaceId, firmwareJob.spaceId), eq(device.id, firmwareJob.deviceId)))
    .where(
      and(
        eq(firmwareJob.spaceId, spaceId),
        inArray(firmwareJob.state, OPEN_STATES),
        hasAllowedTag(caller, 'device', { spaceId: firmwareJob.spaceId, id: firmwareJob.deviceId }),
      ),
    )
    .orderBy(desc(firmwareJob.id))
    .limit(SHOWN_MAX)
  return { count: rows[0]?.total ?? 0, jobs: runningJobSchema.array().parse(rows) }
}

/**
 * The overview of a space, as far as the caller sees it and may read its parts. A key that is limited to tags gets no number of messages,
 * because they are counted without their devices.
 */
export async function readOverview(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  spaceId: string,
  { hours: span }: OverviewQuery,
): Promise<Overview> {
  const at = now()
  const question = { caller, spaceId, now: at }
  // One query after the other: a call uses one connection, so that each call gets one quickly.
  const states = may(caller, 'space:device:read')
    ? await countStates({ db, now: () => at }, caller, spaceId)
    : {}
  const attention = await findAttention(db, question, {
    limit: SHOWN_MAX,
    offset: 0,
    snoozed: 'false',
  })
  const isCounted = !limitOf(caller) && may(caller, 'space:message:read')
  const hours = isCounted ? await readHours(db, spaceId, at, Number(span)) : null
  const deliveries = await failingOf(db, question)
  const firmware = await runningOf(db, question)
  return { states, attention, hours, deliveries, firmware }
}

/** Spaces with silent or late devices, connectors whose last attempt failed, or undelivered messages; the worst first. */
export async function listTroubledSpaces(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { limit, offset }: WholeListQuery,
): Promise<TroubledSpace[]> {
  const at = now()
  const { rows } = await db.execute<{ [Field in keyof TroubledSpace]: TroubledSpace[Field] }>(sql`
    with overdue as (
      select space_id, count(*) filter (where ${sql.raw(isInState(['silent'], 'clock.at'))})::int as silent,
        count(*) filter (where ${sql.raw(isInState(['late'], 'clock.at'))})::int as late
      from device_contact cross join ${clockAt(at)} where ${sql.raw(notOfMoved('device_contact'))} group by space_id
    ), broken as (
      select connector.space_id, (count(*) filter (where not last.success))::int as failing, sum(given_up.count)::int as not_delivered
      from connector ${joinLastAttempt(at)} ${joinGivenUp(at)}
      where connector.enabled group by connector.space_id
    ), troubled as (
      select space.id, space.name, coalesce(o.silent, 0) as silent, coalesce(o.late, 0) as late,
        coalesce(b.failing, 0) as failing, coalesce(b.not_delivered, 0) as not_delivered
      from space left join overdue o on o.space_id = space.id left join broken b on b.space_id = space.id
    )
    select * from troubled where silent + late + failing + not_delivered > 0
    order by failing desc, not_delivered desc, silent desc, late desc, name, id limit ${limit} offset ${offset}`)
  return rows
}
