import { and, eq, lt, or, type SQL, sql } from 'drizzle-orm'
import {
  type AttentionQuery,
  type Overview,
  SNOOZE_DAYS_MAX,
  type Snooze,
  SUBJECT_OF,
  subjectTypeSchema,
} from '#contract/overview'
import type { Queryable } from '../../db/database'
import { alertRule, attentionSnooze, connector, device } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError, notFound } from '../../errors'
import { alertRules, hasConnector, isMuteOf, isMuteOfConnector, seesScope } from '../alerts'
import { note } from '../audit'
import { type Caller, nameOf } from '../common/caller'
import { isoTime, JsonText } from '../common/json'
import { shownDoer } from '../common/shownPerson'
import { lockSpace } from '../common/spaceNames'
import { carriesOne, carriesOnly, checkChange, isHere } from '../common/visibility'
import { connectors } from '../connectors'
import { devices } from '../devices/devices'
import { evidenceFor, linesOf, type Question } from './sources'

const DAY = 86_400_000

type Page = Pick<AttentionQuery, 'limit' | 'offset' | 'snoozed'>

interface Found extends Record<string, unknown>, Pick<Overview['attention'], 'count' | 'snoozed_count'> {
  /** JSON text of the lines of the page. */
  json: string
}

const TYPE = sql.raw(
  `case ${Object.entries(SUBJECT_OF)
    .map(([kind, type]) => `when l.kind = '${kind}' then '${type}'`)
    .join(' ')} end`,
)

/** The condition that the caller sees the device `d` or the connector `c` of an episode. */
const isSeen = (caller: Caller) =>
  or(
    carriesOne(caller, 'device', { spaceId: sql`d.space_id`, id: sql`d.id` }),
    carriesOnly(caller, 'connector', { spaceId: sql`c.space_id`, id: sql`c.id` }),
  )

/**
 * SQL of what is muted now: devices and connectors for all rules, and rules for all devices or connectors of their open alerts that
 * the caller sees. Both are by the mute that ends last; an alert is so until the first of them is not. A mute that the caller does not
 * see is not told. Whom a mute is about is read once, for it may be long.
 */
const mutedOf = ({ caller, spaceId, now }: Question): SQL => sql`
  running as materialized (
    select m.space_id, m.scope || '{}' as scope, m.rule_ids || '[]' as rule_ids, m.starts_at, m.ends_at, case when seen.is_told then m.id end as id,
      case when seen.is_told then m.created_by end as created_by, m.created_at
    from mute m cross join lateral (select ${seesScope(caller, sql`m.scope`) ?? sql`true`} as is_told) seen
    where m.space_id = ${spaceId} and m.starts_at <= ${now} and m.ends_at > ${now}
  ), muted as materialized (
    select false as is_rule, d.id as subject_id, (array_agg(m.id order by m.ends_at desc))[1] as mute_id, max(m.ends_at) as until,
      (array_agg(m.created_by order by m.ends_at desc))[1] as by, (array_agg(m.created_at order by m.ends_at desc))[1] as at
    from running m cross join lateral (
      select o.id from device o where o.space_id = ${spaceId} and m.scope->>'kind' = 'all'
      union all
      select named.id::uuid from jsonb_array_elements_text(m.scope->'device_ids') as named (id)
      union all
      select t.device_id from device_tag t
        join jsonb_array_elements_text(m.scope->'tag_ids') as named (id) on t.tag_id = named.id::uuid
      where t.space_id = ${spaceId}
    ) d
    where m.rule_ids = '[]'
    group by d.id
    union all
    select false, c.id, (array_agg(m.id order by m.ends_at desc))[1], max(m.ends_at),
      (array_agg(m.created_by order by m.ends_at desc))[1], (array_agg(m.created_at order by m.ends_at desc))[1]
    from running m join connector c on c.space_id = ${spaceId}
    where m.rule_ids = '[]' and ${sql.raw(hasConnector('m.scope', 'c'))}
    group by c.id
    union all
    select true, one.rule_id, (array_agg(one.mute_id order by one.until))[1], min(one.until),
      (array_agg(one.by order by one.until))[1], (array_agg(one.at order by one.until))[1]
    from (
      select r.id as rule_id, (array_agg(m.id order by m.ends_at desc))[1] as mute_id, max(m.ends_at) as until,
        (array_agg(m.created_by order by m.ends_at desc))[1] as by, (array_agg(m.created_at order by m.ends_at desc))[1] as at
      from alert_episode e
        join alert_rule r on r.space_id = e.space_id and r.id = e.rule_id
        left join device d on d.space_id = e.space_id and d.id = e.device_id
        left join connector c on c.space_id = e.space_id and c.id = e.connector_id
        left join running m on ${sql.raw(isMuteOf('r', 'd'))} or ${sql.raw(isMuteOfConnector('r', 'c'))}
      where ${and(
        sql`e.space_id = ${spaceId} and e.ended_at is null and exists (select from running)`,
        isSeen(caller),
      )}
      group by r.id, d.id, c.id
    ) one
    group by one.rule_id having bool_and(one.until is not null)
  )`

/**
 * A page of what needs attention, or of what is put off of it, and how much there is of both. It is found in what is there, each
 * time: nothing of it is stored.
 */
export async function findAttention(
  db: Queryable,
  question: Question,
  { limit, offset, snoozed }: Page,
): Promise<Found> {
  const { caller, spaceId, now } = question
  const { rows } = await db.execute<Found>(sql`
    with line as (${linesOf(question)}), ${mutedOf(question)}, told as materialized (
      select line.*, coalesce(s.until, m.until) as until, case when s.until is null then m.by else s.by end as by,
        coalesce(s.at, m.at) as at, case when s.until is null then m.mute_id end as mute_id
      from line
        left join attention_snooze s
          on s.space_id = ${spaceId} and s.kind = line.kind and s.subject_id = line.subject_id and s.until > ${now}
        left join muted m
          on m.subject_id = line.subject_id and line.kind in ('silent', 'late', 'connector_failing', 'connector_waiting', 'alert') and m.is_rule = (line.kind = 'alert')
    ), page as (
      select * from told where (until is not null) = ${snoozed === 'true'}
      order by place, since desc, subject_id limit ${limit} offset ${offset}
    )
    select (select count(*) from told where until is null)::int as count,
      (select count(*) from told where until is not null)::int as snoozed_count,
      (select coalesce(json_agg(json_build_object(
          'kind', l.kind,
          'subject', json_build_object('type', ${TYPE}, 'id', l.subject_id, 'name', coalesce(d.name, c.name, r.name)),
          'since', ${sql.raw(isoTime('l.since'))},
          'evidence', ${evidenceFor(caller)},
          'snoozed', case when l.until is not null then json_build_object(
            'until', ${sql.raw(isoTime('l.until'))}, 'by', ${sql.raw(shownDoer(caller, 'l.by'))}, 'at', ${sql.raw(isoTime('l.at'))}, 'mute_id', l.mute_id) end
        ) order by l.place, l.since desc, l.subject_id), '[]')::text
        from page l
          left join device d on d.space_id = ${spaceId} and d.id = l.subject_id
          left join connector c on c.space_id = ${spaceId} and c.id = l.subject_id
          left join alert_rule r on r.space_id = ${spaceId} and r.id = l.subject_id
      ) as json`)
  return rows[0] ?? { count: 0, snoozed_count: 0, json: '[]' }
}

/** A page of what needs attention in a space. Rules, "Overview". */
export async function listAttention(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  spaceId: string,
  page: Page,
): Promise<JsonText> {
  const { json } = await findAttention(db, { caller, spaceId, now: now() }, page)
  return new JsonText(json)
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
        .where(and(devices.is(spaceId, id), sql.raw(isHere('device'))))
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
 * Puts off what is of a kind and a subject until a time, or takes that back. What is not there now may be put off too: it may
 * come and go.
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
    const told = before ? { kind, until: before.until.toISOString() } : null
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
      await note(tx, { now }, caller, { action: 'attention.snooze', spaceId, target, before: told, after })
    } else if (told) {
      await tx.delete(attentionSnooze).where(one)
      await note(tx, { now }, caller, { action: 'attention.resume', spaceId, target, before: told })
    }
  })
}

/** Deletes what was put off until a time that is over. */
export async function forgetPastSnoozes({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db.delete(attentionSnooze).where(lt(attentionSnooze.until, now()))
}
