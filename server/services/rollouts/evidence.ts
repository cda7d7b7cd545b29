import type { PoolClient } from 'pg'
import {
  BOOTS_AFTER_CHANGE,
  isEnded,
  memberStateSchema,
  NO_DEVICES,
  type StageEvidence,
  type StageRhythm,
  troubleSchema,
} from '#contract/rollouts'
import type { RolloutRow } from './rollouts'

/**
 * SQL condition: a device has the settings of the roll-out, whatever else is wished of it, as its configuration `c` says after its order, the
 * downlink `m`.
 */
const HAS_SETTINGS = `
  (c.state = 'as_wished' or m.down_state = 'sent' and c.reported_at > o.ordered_at and not exists (
    select from names where c.wished ? name and c.wished ->> name is distinct from c.reported ->> name))`

/** SQL condition: the downlink `m` expired with the hours of the roll-out. No more will be known of one that was handed over. */
const EXPIRED_WITH_HOURS = `(m.down_outcome = 'expired' and $4)`

/** SQL of the state of a device whose order expired before it was handed over: it waits for the next hours, if there are any. */
const AFTER_EXPIRY = `case when not $4 then 'failed' when $5 then 'cancelled' else 'waiting' end`

/**
 * The state and reason of a device `o` of a roll-out, by its downlink `m`, its firmware job `j`, its contact `k`, and its configuration `c` if the
 * downlink is the last order of its settings. `$4`: whether it has hours, `$5`: whether it has ended.
 */
const STATE = `
  case
    when d.id is null or d.moved_at is not null then case o.state when 'unconfirmed' then 'unconfirmed' else 'failed' end
    when j.state = 'succeeded' then 'done'
    when j.state = 'failed' then 'failed'
    when j.state = 'canceled' then case when ${EXPIRED_WITH_HOURS} then ${AFTER_EXPIRY} else 'cancelled' end
    when j.state in ('downloading', 'swapping') then 'handed_over'
    when j.state = 'scheduled' then case when m.down_state = 'sent' then 'handed_over' else o.state end
    when ${HAS_SETTINGS} or m.down_outcome = 'confirmed' then 'done'
    when m.down_outcome = 'refused' then 'failed'
    when m.down_outcome = 'expired' and m.down_state = 'cancelled' then ${AFTER_EXPIRY}
    when ${EXPIRED_WITH_HOURS} then 'unconfirmed'
    when m.down_outcome = 'expired' or c.state = 'differs' and m.down_state = 'sent' then 'failed'
    when m.down_state = 'cancelled' then 'cancelled'
    when m.down_state = 'sent' then case
      when m.down_awaits or k.confirms or c.device_id is not null then 'handed_over' else 'unconfirmed' end
    when m.id is null and c.state is distinct from 'waiting' and o.state = 'ordered' then 'failed'
    else o.state
  end`

const REASON = `
  case
    when d.id is null then 'deleted'
    when d.moved_at is not null then 'moved'
    when j.state in ('failed', 'canceled') then coalesce(j.reason, m.down_outcome, 'cancelled')
    when m.down_outcome = 'refused' then coalesce(m.down_reason, 'refused')
    when m.down_outcome = 'expired' or m.id is null then 'expired'
    when c.state = 'differs' and m.down_state = 'sent' then 'differs'
    when m.down_outcome = 'replaced' then 'replaced'
    when m.down_state = 'cancelled' then 'cancelled'
  end`

/**
 * Stores what became of the orders of a roll-out `$2` of the space `$1` until the time `$3`; `$6` is the roll-out that names the settings:
 * a rollback those of the one that it takes back. Only devices whose order has no result yet are read, and only changes are written.
 */
const COLLECT = {
  name: 'rollouts.collect',
  text: `
    with names as materialized (
      select jsonb_object_keys(x.orders -> 'settings') as name from rollout x where x.space_id = $1 and x.id = $6
    ), found as materialized (
      select o.device_id, ${STATE} as state, ${REASON} as reason,
        case when m.down_state = 'sent' then m.down_state_at else j.download_started_at end as reached_at
      from rollout_device o
        left join device d on d.space_id = $1 and d.id = o.device_id
        left join message m on m.space_id = $1 and m.created_at = o.ordered_at and m.id = o.message_id
        left join firmware_job j on j.space_id = $1 and j.device_id = o.device_id and j.id = o.message_id
        left join device_contact k on k.space_id = $1 and k.device_id = o.device_id
        left join device_configuration c on c.space_id = $1 and c.device_id = o.device_id and c.order_id = o.message_id
      where o.space_id = $1 and o.rollout_id = $2 and o.state in ('ordered', 'handed_over', 'unconfirmed')
    )
    update rollout_device r set
      state = f.state,
      reason = case when f.state in ('failed', 'cancelled') then f.reason end,
      reached_at = coalesce(r.reached_at, f.reached_at),
      settled_at = case when f.state in ('unconfirmed', 'done', 'failed', 'cancelled') then coalesce(r.settled_at, $3) end,
      message_id = case when f.state <> 'waiting' then r.message_id end,
      ordered_at = case when f.state <> 'waiting' then r.ordered_at end
    from found f
    where r.space_id = $1 and r.rollout_id = $2 and r.device_id = f.device_id
      and (f.state <> r.state or (r.reached_at is null and f.reached_at is not null))`,
}

/**
 * Stores what is wrong with the devices that a roll-out `$2` has reached. A device that was silent when it got its order is not: it had to
 * have contact for that. `$4` to `$6` are the path of the watched value and its range.
 */
const WATCH = {
  name: 'rollouts.watch',
  text: `
    with found as materialized (
      select o.device_id, case
        when d.id is null or d.moved_at is not null or o.state = 'cancelled' then null
        when k.silent_at <= $3 then 'silent'
        when k.session_id > extract(epoch from o.reached_at) and (
          select count(*) from device_session s
          where s.space_id = $1 and s.device_id = o.device_id and s.session_id > extract(epoch from o.reached_at)
        ) >= ${BOOTS_AFTER_CHANGE} then 'boots'
        when v.last_at > o.reached_at and (v.last_value < $5::float8 or v.last_value > $6::float8) then 'value'
        when o.state = 'handed_over'
          and o.reached_at + greatest(3 * coalesce(k.usual_interval, 86400), 3600) * interval '1 second' <= $3 then 'unanswered'
      end as trouble
      from rollout_device o
        left join device d on d.space_id = $1 and d.id = o.device_id
        left join device_contact k on k.space_id = $1 and k.device_id = o.device_id
        left join series v on v.space_id = $1 and v.path = $4 and v.device_id = o.device_id
      where o.space_id = $1 and o.rollout_id = $2 and o.reached_at is not null
        and (o.state in ('handed_over', 'unconfirmed', 'done', 'failed') or o.trouble is not null)
    )
    update rollout_device r set trouble = f.trouble
    from found f
    where r.space_id = $1 and r.rollout_id = $2 and r.device_id = f.device_id and r.trouble is distinct from f.trouble`,
}

/** SQL condition: a device `r` with an order was silent before it, by its contact `k`, at the time `$3`. */
export const IS_ABSENT = `r.state = 'ordered' and (k.last_seen is null or k.silent_at <= $3)`
/** SQL condition: a device `r` is not heard of since it got its order. */
export const IS_LOST = `r.state = 'handed_over' and r.trouble in ('silent', 'unanswered')`

const COUNTS = [
  `'devices', count(*)`,
  ...memberStateSchema
    .exclude(['left_out'])
    .options.map((state) => `'${state}', count(*) filter (where r.state = '${state}')`),
  `'troubled', count(r.trouble)`,
  `'absent', count(*) filter (where ${IS_ABSENT})`,
  `'lost', count(*) filter (where ${IS_LOST})`,
]

const TROUBLES = troubleSchema.options.map(
  (trouble) => `'${trouble}', nullif(count(*) filter (where r.trouble = '${trouble}'), 0)`,
)

/** What is known of each stage of a roll-out. */
const COUNT = {
  name: 'rollouts.count',
  text: `
    select r.stage, json_build_object(${COUNTS.join(', ')}) as counts,
      json_strip_nulls(json_build_object(${TROUBLES.join(', ')})) as troubles, max(r.settled_at) as "settledAt",
      percentile_disc(0.95) within group (order by coalesce(k.usual_interval, 86400))
        filter (where r.state in ('waiting', 'ordered', 'handed_over') and not (k.last_seen is null or k.silent_at <= $3)) as "contactWithin"
    from rollout_device r left join device_contact k on k.space_id = $1 and k.device_id = r.device_id
    where r.space_id = $1 and r.rollout_id = $2 and r.stage is not null
    group by r.stage`,
}

interface Counted extends Pick<StageEvidence, 'counts' | 'troubles'>, StageRhythm {
  stage: number
  settledAt: Date | null
}

/** What is known of the stages, and their rhythms. */
export interface Evidence {
  stages: StageEvidence[]
  rhythms: StageRhythm[]
}

/** Counts the devices of each stage. */
export async function countStages(client: PoolClient, row: RolloutRow, now: Date): Promise<Evidence> {
  const { rows } = await client.query<Counted>({ ...COUNT, values: [row.spaceId, row.id, now] })
  const byStage = new Map(rows.map((counted) => [counted.stage, counted]))
  const stages = row.stages.map((_, number): StageEvidence => {
    const { counts = NO_DEVICES, troubles = {}, settledAt } = byStage.get(number) ?? {}
    const startedAt = row.progress[number]?.started_at
    return {
      counts,
      troubles,
      settledAt: settledAt?.getTime() ?? null,
      startedAt: startedAt ? Date.parse(startedAt) : null,
      accepted: row.accepted[number] ?? { failed: 0, troubled: 0 },
    }
  })
  return {
    stages,
    rhythms: row.stages.map((_, number) => ({ contactWithin: byStage.get(number)?.contactWithin ?? null })),
  }
}

/**
 * Stores what has become of the orders of a roll-out, which the transaction has locked, and what is wrong with the devices that it has
 * reached. Doing it twice changes nothing.
 */
export async function collect(client: PoolClient, row: RolloutRow, now: Date): Promise<Evidence> {
  const key = [row.spaceId, row.id, now]
  const ordered = row.rollbackOf ?? row.id
  await client.query({ ...COLLECT, values: [...key, row.hours !== null, isEnded(row), ordered] })
  const { path = null, min = null, max = null } = row.watch ?? {}
  await client.query({ ...WATCH, values: [...key, path, min, max] })
  return countStages(client, row, now)
}
