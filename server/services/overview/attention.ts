import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import { DAY } from '#contract/common/durations'
import {
  type Attention,
  type AttentionQuery,
  type Overview,
  SNOOZE_DAYS_MAX,
  type Snooze,
  SUBJECT_OF,
  subjectTypeSchema,
} from '#contract/overview'
import type { Queryable } from '../../db/database'
import { alertRule, attentionSnooze, connector, device, rollout } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError, notFound } from '../../errors'
import { isAmong, seenBy } from '../alerts/list'
import { JOIN_MUTED, MUTES, mutedNow } from '../alerts/muted'
import { alertRules } from '../alerts/rules'
import { seesScope } from '../alerts/scope'
import { note } from '../audit/note'
import { type Caller, nameOf, shownDoer } from '../common/caller'
import { isoTime } from '../common/json'
import { checkChange, notMoved } from '../common/visibility'
import { connectors } from '../connectors/connector'
import { devices } from '../devices/devices'
import { lockSpace } from '../resources/spaceNames'
import { rollouts } from '../rollouts/rollouts'
import { causesOf, type Problem, READ_OF_EACH, withParts } from './lines'
import type { Question } from './selection'
import { EVIDENCE, linesOf } from './sources'

type Page = Pick<AttentionQuery, 'limit' | 'offset' | 'snoozed'>

interface Found extends Record<string, unknown>, Pick<Overview['attention'], 'count' | 'snoozed_count'> {
  problems: Problem[]
}

const TYPE = sql.raw(
  `case ${Object.entries(SUBJECT_OF)
    .map(([kind, type]) => `when l.kind = '${kind}' then '${type}'`)
    .join(' ')} end`,
)

/**
 * SQL of the rules whose open alerts are all muted, each with the place of the mute with whose end that ends: the earliest of the last
 * mutes of each device or connector which the caller sees.
 */
const rulesMuted = ({ caller, spaceId }: Question): SQL => sql`
  select o.rule_id as id, max(o.place) as place from (
    select e.rule_id, position(B'1' in ${MUTES}) as place
    from alert_episode e ${JOIN_MUTED}
    where ${and(sql`e.space_id = ${spaceId} and e.ended_at is null and exists (select from running)`, isAmong(caller, sql`coalesce(e.device_id, e.connector_id)`, seenBy(caller, spaceId)))}
  ) o group by o.rule_id having min(o.place) > 0`

/** A page of the lines that need attention, or that are snoozed, and the number of both. It is computed each time: nothing of it is stored. */
export async function findAttention(
  db: Queryable,
  question: Question,
  { limit, offset, snoozed }: Page,
): Promise<Overview['attention']> {
  const { caller, spaceId, now } = question
  const isMuteSeen = seesScope(caller, sql`m.scope`) ?? sql`true`
  const { rows } = await db.execute<Found>(sql`
    with line as (${linesOf(question)}), ${mutedNow(question)}, snoozable as materialized (
      select line.*, coalesce(z.until, m.ends_at) as until, coalesce(z.at, m.created_at) as at,
        case when z.until is not null then z.by when ${isMuteSeen} then m.created_by end as by,
        case when z.until is null and ${isMuteSeen} then m.id end as mute_id, z.until is not null as by_hand
      from line
        cross join muting g
        left join attention_snooze z
          on z.space_id = ${spaceId} and z.kind = line.kind and z.subject_id = line.subject_id and z.until > ${now}
        left join subject_muted s on s.id = line.subject_id
        left join (${rulesMuted(question)}) r on r.id = line.subject_id and line.kind = 'alert'
        left join running m on m.place = case
          when line.kind = 'alert' then r.place
          when line.kind in ('silent', 'late', 'connector_failing', 'connector_not_delivered', 'connector_behind', 'connector_waiting')
            then position(B'1' in (g.everything | coalesce(s.mutes, g.none)) & g.every_rule)
        end
    ), ${causesOf(question)}, page as (
      select c.*, row_number() over (order by place, since desc, cause_id) as line
      from cause c where is_snoozed = ${snoozed === 'true'}
      order by place, since desc, cause_id limit ${limit} offset ${offset}
    ), problem as (
      select p.line, p.size, s.*, row_number() over (partition by p.line order by s.leads desc, s.rank, s.since desc, s.subject_id) as nth
      from page p join settled s on s.cause_id = p.cause_id and s.is_snoozed = p.is_snoozed
    )
    select (select count(*) from cause where not is_snoozed)::int as count,
      (select count(*) from cause where is_snoozed)::int as snoozed_count,
      (select coalesce(json_agg(json_build_object(
          'line', l.line, 'size', l.size,
          'kind', l.kind,
          'subject', json_build_object('type', ${TYPE}, 'id', l.subject_id, 'name', coalesce(d.name, c.name, r.name, o.name)),
          'since', ${sql.raw(isoTime('l.since'))},
          'evidence', ${EVIDENCE},
          'snoozed', case when l.is_snoozed then json_build_object(
            'until', ${sql.raw(isoTime('l.shown_until'))}, 'by', ${sql.raw(shownDoer(caller, 'l.shown_by'))}, 'at', ${sql.raw(isoTime('l.shown_at'))}, 'mute_id', l.mute_id) end
        ) order by l.line, l.nth), '[]')
        from problem l
          left join device d on d.space_id = ${spaceId} and d.id = l.subject_id
          left join connector c on c.space_id = ${spaceId} and c.id = l.subject_id
          left join alert_rule r on r.space_id = ${spaceId} and r.id = l.subject_id
          left join rollout o on o.space_id = ${spaceId} and o.id = l.subject_id
        where l.nth <= ${READ_OF_EACH}
      ) as problems`)
  const { problems, ...counts } = rows[0] ?? { count: 0, snoozed_count: 0, problems: [] }
  return { ...counts, lines: withParts(problems) }
}

/** A page of what needs attention in a space. Rules, "Overview". */
export async function listAttention(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  spaceId: string,
  page: Page,
): Promise<Attention[]> {
  const { lines } = await findAttention(db, { caller, spaceId, now: now() }, page)
  return lines
}

/**
 * The name of a subject that the caller sees, and may change.
 * @throws ApiError 403, 404
 */
async function subjectName(tx: Queryable, caller: Caller, spaceId: string, { kind, subject_id: id }: Snooze) {
  const of = {
    [subjectTypeSchema.enum.device]: async () => {
      await checkChange(tx, caller, { spaceId, deviceId: id })
      return tx
        .select({ name: device.name })
        .from(device)
        .where(and(devices.is(spaceId, id), sql.raw(notMoved('device'))))
    },
    [subjectTypeSchema.enum.connector]: () =>
      tx
        .select({ name: connector.name })
        .from(connector)
        .where(connectors.is(spaceId, id, connectors.seenBy(caller))),
    [subjectTypeSchema.enum.rule]: () =>
      tx
        .select({ name: alertRule.name })
        .from(alertRule)
        .where(alertRules.is(spaceId, id, alertRules.seenBy(caller))),
    [subjectTypeSchema.enum.rollout]: () =>
      tx
        .select({ name: rollout.name })
        .from(rollout)
        .where(rollouts.is(spaceId, id, rollouts.seenBy(caller))),
  }
  const [found] = await of[SUBJECT_OF[kind]]()
  if (!found) throw notFound()
  return found.name
}

/** @throws ApiError 400 */
function checkUntil(until: Date, now: Date): void {
  if (until <= now) throw new ApiError(400, 'until must be later than now')
  if (until.getTime() > now.getTime() + SNOOZE_DAYS_MAX * DAY)
    throw new ApiError(400, `until must be at most ${SNOOZE_DAYS_MAX} days ahead`)
}

/**
 * Snoozes a kind for a subject until a time, or ends that. A line that is not there now may be snoozed too: it may come and go.
 * @throws ApiError 400, 403, 404
 */
export async function snooze(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  spaceId: string,
  input: Snooze,
): Promise<void> {
  const { kind, subject_id: subjectId } = input
  const at = now()
  const until = input.until === null ? null : new Date(input.until)
  if (until) checkUntil(until, at)
  await db.transaction(async (tx) => {
    await lockSpace(tx, spaceId)
    const target = { id: subjectId, name: await subjectName(tx, caller, spaceId, input) }
    const one = and(
      eq(attentionSnooze.spaceId, spaceId),
      eq(attentionSnooze.kind, kind),
      eq(attentionSnooze.subjectId, subjectId),
    )
    const [before] = await tx.select().from(attentionSnooze).where(one)
    const earlier = before ? { kind, until: before.until.toISOString() } : null
    if (until) {
      const row = { until, at, by: nameOf(caller) }
      await tx
        .insert(attentionSnooze)
        .values({ spaceId, kind, subjectId, ...row })
        .onConflictDoUpdate({
          target: [attentionSnooze.spaceId, attentionSnooze.kind, attentionSnooze.subjectId],
          set: row,
        })
      const after = { kind, until: until.toISOString() }
      await note(tx, { now }, caller, { action: 'attention.snooze', spaceId, target, before: earlier, after })
    } else if (earlier) {
      await tx.delete(attentionSnooze).where(one)
      await note(tx, { now }, caller, { action: 'attention.resume', spaceId, target, before: earlier })
    }
  })
}

/** Deletes snoozes that have ended. */
export async function forgetPastSnoozes({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db.delete(attentionSnooze).where(lt(attentionSnooze.until, now()))
}
