import { type SQL, sql } from 'drizzle-orm'
import { CONNECTOR_KINDS } from '#contract/alerts'
import { type Attention, type AttentionPart, CAUSES, PARTS_MAX } from '#contract/overview'
import { isAmong, seenBy } from '../alerts/list'
import { notOfMoved } from '../common/visibility'
import type { Question } from './selection'

/** Kinds of conditions whose alerts a silent device or a held connector explains. */
const EXPLAINED = ['silent', 'late', ...CONNECTOR_KINDS]

const RANK = sql.raw(`array_position(array['${CAUSES.join("', '")}'], s.kind)`)

/**
 * SQL of what has one cause, as tables of a `with` that follow `snoozable`, the single problems with their snoozes. The problems of a device
 * or connector have one cause, and so has an alert about silence or deliveries. If it is about one device or connector, it is a
 * part of that; if it is about several, their problems are parts of the alert. An alert that does not show elsewhere stays alone.
 * - `settled`: each problem with its `cause_id`, whether it `leads`, its `rank`, and its snooze: its own, or that of the first problem of its
 *   cause, unless it began after that snooze
 * - `cause`: one row for each line: what is snoozed and what is not are lines of their own
 */
export const causesOf = ({ caller, spaceId }: Question): SQL => sql`
  episode as materialized (
    select distinct e.rule_id, coalesce(e.device_id, e.connector_id) as subject_id
    from alert_episode e join alert_rule r on r.space_id = e.space_id and r.id = e.rule_id
    where e.space_id = ${spaceId} and e.ended_at is null and r.condition->>'kind' = any(${sql.param(EXPLAINED)}::text[])
      and ${isAmong(caller, sql`coalesce(e.device_id, e.connector_id)`, seenBy(caller, spaceId)) ?? sql`true`}
      and (e.connector_id is not null or (e.device_id is not null and ${sql.raw(notOfMoved('e'))}))
  ), troubled as materialized (
    select distinct subject_id from snoozable where kind in ('silent', 'late') or kind like 'connector\\_%'
  ), explained as materialized (
    select e.rule_id, count(*) as subjects, min(e.subject_id::text)::uuid as only_id
    from episode e left join troubled t on t.subject_id = e.subject_id
    group by e.rule_id having bool_and(t.subject_id is not null)
  ), of_alert as materialized (
    select e.subject_id, min(e.rule_id::text)::uuid as rule_id
    from episode e join explained x on x.rule_id = e.rule_id and x.subjects > 1
      join snoozable a on a.kind = 'alert' and a.subject_id = e.rule_id
    group by e.subject_id
  ), caused as (
    select s.*, ${RANK} as rank, s.kind = 'alert' and x.subjects > 1 as leads,
      case when s.kind <> 'alert' then coalesce(o.rule_id, s.subject_id) when x.subjects = 1 then x.only_id else s.subject_id end as cause_id
    from snoozable s
      left join explained x on s.kind = 'alert' and x.rule_id = s.subject_id
      left join of_alert o on s.kind <> 'alert' and o.subject_id = s.subject_id
  ), led as (
    select c.*, first_value(c.by_hand) over first as first_by_hand, first_value(c.until) over first as first_until,
      first_value(c.at) over first as first_at, first_value(c.by) over first as first_by
    from caused c window first as (partition by c.cause_id order by c.leads desc, c.rank, c.subject_id)
  ), settled as materialized (
    select l.*, l.until is not null or f.follows as is_snoozed, coalesce(l.until, case when f.follows then l.first_until end) as shown_until,
      coalesce(l.at, case when f.follows then l.first_at end) as shown_at, coalesce(l.by, case when f.follows then l.first_by end) as shown_by
    from led l cross join lateral (select l.until is null and coalesce(l.first_by_hand and l.since <= l.first_at, false) as follows) f
  ), cause as materialized (
    select cause_id, is_snoozed, min(place) as place, count(*) as size,
      (array_agg(since order by leads desc, rank, subject_id))[1] as since
    from settled group by cause_id, is_snoozed
  )`

/** A single problem with the number of its line, and how many problems the line has. */
export interface Problem extends AttentionPart {
  line: number
  size: number
}

/** Problems of a line that are read: the first one, and its parts. */
export const READ_OF_EACH = PARTS_MAX + 1

/** Lines of problems in their order: the first of each line is what it says, the others are its parts. */
export function withParts(problems: readonly Problem[]): Attention[] {
  const lines = new Map<number, Attention>()
  for (const { line, size, ...problem } of problems) {
    const known = lines.get(line)
    if (known) known.parts.push(problem)
    else lines.set(line, { ...problem, parts: [], parts_count: size - 1 })
  }
  return [...lines.values()]
}
