import type { Pool, PoolClient } from 'pg'
import { SECOND } from '#contract/common/durations'
import { REPLAY_RETRIES_MAX } from '#contract/replays'
import { inTransaction } from '../../db/database'
import type { connectorReplay } from '../../db/schema'
import type { Deps } from '../../deps'
import { idAt } from '../common/ids'
import { nextMessages, type ReplayedMessage } from './walk'
import type { Scope } from './which'

/** Ids of a replay. */
export type ReplayKey = Pick<typeof connectorReplay.$inferSelect, 'spaceId' | 'connectorId' | 'id'>

/** Deliveries of a replay that are due or being sent at a time, and the number below which more are added. */
const UNDER_WAY = { most: 16, refilled: 8 }

/** Deliveries of a replay that have not ended: due or being sent, and those that wait for a retry. */
const PENDING = `
  select count(*) filter (where p.is_taken or p.due_at <= now())::int as under_way,
    count(*) filter (where not p.is_taken and p.due_at > now())::int as retries
  from delivery p
  where p.space_id = r.space_id and p.connector_id = r.connector_id and p.replay_id = r.id and p.state = 'pending'`

/** Whether the connector of a replay is sending. */
const IS_ON = `
  select from connector c left join connector_operation o on o.space_id = c.space_id and o.connector_id = c.id
  where c.space_id = r.space_id and c.id = r.connector_id and c.enabled
    and coalesce(o.state, 'on') = 'on' and o.skip_before is null`

const ROOM = `p.under_way <= ${UNDER_WAY.refilled} and p.retries < ${REPLAY_RETRIES_MAX}`

/** Replays that may go on, those that have waited longest first. */
const FIND = {
  name: 'replays.find',
  text: `
    select r.space_id as "spaceId", r.connector_id as "connectorId", r.id
    from connector_replay r cross join lateral (${PENDING}) p
    where r.state = 'running' and r.next_at <= now() and ${ROOM} and exists (${IS_ON})
    order by r.next_at limit 100`,
}

type Row = Scope &
  Pick<typeof connectorReplay.$inferSelect, 'id' | 'at' | 'atId' | 'isWalked' | 'rate'> & {
    underWay: number
    /** Deliveries that wait for a retry. */
    retries: number
    /** When the next message may be sent, and the time now, both by the clock of the database. */
    nextAt: Date
    clock: Date
  }

/** Locks a replay, unless another copy of the server has. */
const LOCK = {
  name: 'replays.lock',
  text: `
    select r.space_id as "spaceId", r.connector_id as "connectorId", r.id, r.after, r.before, r.direction,
      r.device_ids as "deviceIds", r.tag_ids as "tagIds", r.within_tag_ids as "withinTagIds", r.types,
      r.failed_only as "failedOnly", r.at, r.at_id as "atId", r.is_walked as "isWalked", r.rate,
      p.under_way as "underWay", p.retries, r.next_at as "nextAt", now() as clock
    from connector_replay r cross join lateral (${PENDING}) p
    where r.space_id = $1 and r.connector_id = $2 and r.id = $3
      and r.state = 'running' and r.next_at <= now() and ${ROOM} and exists (${IS_ON})
    for update of r skip locked`,
}

/**
 * Creates a delivery of each message, or retries the last one if it has failed or was cancelled. A message whose last one was delivered
 * gets another one that says so; one whose last is pending, or of this replay, is left out.
 */
const SEND = {
  name: 'replays.send',
  text: `
    with next as materialized (
      select t.id, t.created_at, t.device_id, t.due_at
      from unnest($4::uuid[], $5::timestamptz[], $6::uuid[], $9::timestamptz[]) as t (id, created_at, device_id, due_at)
      where t.device_id in (select v.id from device v where v.space_id = $1 and v.id = any($6::uuid[]) for key share)
    ), before as materialized (
      select t.*, last.id as last_id, last.state, last.replay_id
      from next t left join lateral (
        select d.id, d.state, d.replay_id from delivery d
        where d.space_id = $1 and d.message_id = t.id and d.connector_id = $2 and not d.is_test
        order by d.id desc limit 1
      ) last on true
    ), retried as (
      update delivery d
      set state = 'pending', next_attempt_at = $7, due_at = b.due_at, is_taken = false, is_in_line = false, replay_id = $3, batch_id = null
      from before b
      where d.space_id = $1 and d.connector_id = $2 and d.id = b.last_id and d.state in ('failed', 'cancelled')
        and d.replay_id is distinct from $3::uuid
      returning d.id
    ), added as (
      insert into delivery (space_id, connector_id, id, message_created_at, message_id, device_id, created_at, next_attempt_at,
        due_at, replay_id, repeats)
      select $1, $2, ${idAt('$7::timestamptz')}, b.created_at, b.id, b.device_id, $7, $7,
        b.due_at, $3, b.last_id
      from before b
      where b.last_id is null or (b.state = 'delivered' and b.replay_id is distinct from $3::uuid and not $8)
      order by b.due_at
      returning id
    )
    select (select count(*) from retried)::int + (select count(*) from added)::int as sent`,
}

const MOVE = {
  name: 'replays.move',
  text: `
    update connector_replay set sent = sent + $4, skipped = skipped + $5, at = $6, at_id = $7, is_walked = $8,
      next_at = $9, state = $10, ended_at = $11
    where space_id = $1 and connector_id = $2 and id = $3`,
}

/** Most milliseconds by which a replay that is behind its rate catches up. */
const BEHIND_MAX = SECOND

/** The time from which on the messages of a replay with a rate are counted. */
const paceFrom = ({ nextAt, clock }: Row): number => Math.max(nextAt.getTime(), clock.getTime() - BEHIND_MAX)

/** How many messages may be sent now. */
function wantedOf(row: Row): number {
  const room = UNDER_WAY.most - row.underWay
  if (row.rate === null) return room
  return Math.min(room, 1 + Math.floor(((row.clock.getTime() - paceFrom(row)) / SECOND) * row.rate))
}

/** When the next message may be sent. */
const nextOf = (row: Row, sent: number): Date =>
  row.rate === null ? row.clock : new Date(paceFrom(row) + (sent * SECOND) / row.rate)

async function send(
  client: PoolClient,
  row: Row,
  messages: readonly ReplayedMessage[],
  now: Date,
): Promise<number> {
  if (messages.length === 0) return 0
  const { rows } = await client.query<{ sent: number }>({
    ...SEND,
    values: [
      row.spaceId,
      row.connectorId,
      row.id,
      messages.map(({ id }) => id),
      messages.map(({ createdAt }) => createdAt),
      messages.map(({ deviceId }) => deviceId),
      now,
      row.failedOnly,
      // In their order, which ids of one millisecond do not have.
      messages.map((_, n) => new Date(row.clock.getTime() - messages.length + n)),
    ],
  })
  return rows[0]?.sent ?? 0
}

/** The result of a step of a replay. */
export interface Filled {
  /** Whether something is due now. */
  isDue: boolean
  /** Whether it found too few messages, and may go on immediately. */
  isMore: boolean
  /** Milliseconds until the next message may be sent; null if the replay has no rate. */
  again: number | null
}

const NOTHING: Filled = { isDue: false, isMore: false, again: null }

/** Sends the next messages of a replay, and stores its position, in one transaction. */
export async function fillReplay(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { spaceId, connectorId, id }: ReplayKey,
): Promise<Filled> {
  return inTransaction(db.$client, async (_tx, client) => {
    const key = [spaceId, connectorId, id]
    const { rows } = await client.query<Row>({ ...LOCK, values: key })
    const [row] = rows
    if (!row) return NOTHING
    // Deliveries that wait for a retry can still be stopped.
    if (row.isWalked && row.underWay + row.retries > 0) return NOTHING
    const at = now()
    const wanted = wantedOf(row)
    const step = row.isWalked
      ? { messages: [], at: row.at, atId: row.atId, isEnd: true }
      : await nextMessages(client, row, row, wanted)
    const sent = await send(client, row, step.messages, at)
    const isDone = step.isEnd && sent + row.underWay + row.retries === 0
    const skipped = step.messages.length - sent
    await client.query({
      ...MOVE,
      values: [
        ...key,
        sent,
        skipped,
        step.at,
        step.atId,
        step.isEnd,
        nextOf(row, sent),
        isDone ? 'done' : 'running',
        isDone ? at : null,
      ],
    })
    const isMore = !step.isEnd && row.rate === null && sent + row.underWay <= UNDER_WAY.refilled
    const again = row.rate === null || step.isEnd ? null : sent === 0 ? 0 : SECOND / row.rate
    return { isDue: sent > 0, isMore, again }
  })
}

/** The replays of all spaces that may go on now. */
export async function findReplays(pool: Pool): Promise<ReplayKey[]> {
  return (await pool.query<ReplayKey>(FIND)).rows
}
