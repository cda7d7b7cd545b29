import { type SQL, sql } from 'drizzle-orm'
import { REPLAY_RETRIES_MAX, type Replay, type ReplayHold } from '#contract/replays'
import { connectorReplay as r } from '../../db/schema'
import { type Caller, shownDoer } from '../common/caller'
import { type Columns, selectText, timeColumn } from '../common/columns'

/** Most failed deliveries of a replay that are counted. */
const FAILED_COUNTED = 10_000

/** Rows of deliveries of a replay; an index has those that were not delivered. */
const deliveriesOf = (state: 'pending' | 'failed') => `
  from delivery p where p.space_id = connector_replay.space_id and p.connector_id = connector_replay.connector_id
    and p.replay_id = connector_replay.id and p.state = '${state}'`

const REPLAY = selectText({
  id: r.id,
  connector_id: r.connectorId,
  state: r.state,
  held: sql<ReplayHold | null>`${sql.raw(`case when connector_replay.state = 'running' then coalesce((
    select case when not c.enabled then 'off' when o.state <> 'on' then o.state end
    from connector c left join connector_operation o on o.space_id = c.space_id and o.connector_id = c.id
    where c.space_id = connector_replay.space_id and c.id = connector_replay.connector_id
  ), (
    select case when count(*) >= ${REPLAY_RETRIES_MAX} or connector_replay.is_walked and count(*) > 0 and count(*) = count(p.due_at)
      filter (where p.due_at > now() and not p.is_taken) then 'retries' end
    ${deliveriesOf('pending')}
  )) end`)}`,
  created_at: timeColumn(r.createdAt),
  ended_at: timeColumn(r.endedAt),
  after: timeColumn(r.after),
  before: timeColumn(r.before),
  device_id: r.deviceIds,
  tag_id: r.tagIds,
  type: r.types,
  failed_only: r.failedOnly,
  rate: r.rate,
  total: r.total,
  sent: r.sent,
  skipped: r.skipped,
  reached_at: timeColumn(r.at),
  pending: sql<number>`${sql.raw(`(select count(*)::int ${deliveriesOf('pending')})`)}`,
  failed: sql<number>`${sql.raw(`(select count(*)::int from (select ${deliveriesOf('failed')} limit ${FAILED_COUNTED}) f)`)}`,
} satisfies Columns<Omit<Replay, 'created_by'>>)

/** The statement that reads replays as JSON texts, newest first. */
export const selectReplays = (caller: Caller, which: SQL | undefined, limit: number): SQL => sql`
  select row_to_json(one)::text as json from (
    select ${sql.raw(REPLAY)}, ${sql.raw(shownDoer(caller, 'connector_replay.created_by'))} as created_by from ${r} where ${which} order by ${r.id} desc limit ${limit}
  ) one`
