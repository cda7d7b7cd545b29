import type { Pool } from 'pg'
import { DAY } from '#contract/common/durations'
import { EXPIRY_DAYS_MAX } from '#contract/messages'
import type { Deps } from '../../deps'
import { FairShares, PERSON, type SpaceWork } from '../background/fairShares'
import { idAt } from '../common/ids'
import { endSettingsOrders } from './settingsOrders'

/** Downlinks that one statement ends, so that none keeps its locks for long. */
const BATCH = 500

/** Milliseconds after which a round reads again in which spaces downlinks have expired. */
const ROUND = 1000

/** SQL condition: a downlink `m` has expired at the time `$1` while it waited; `$2` is before the creation of all that can have. */
const HAS_EXPIRED = `(m.down_state = 'pending' or m.down_awaits) and m.expires_at <= $1 and m.created_at >= $2`

const DUE = {
  name: 'downlinks.expired',
  text: `
    select m.space_id as "spaceId", ${PERSON} as "personId"
    from (select m.space_id from message m where ${HAS_EXPIRED} group by m.space_id) m join space s on s.id = m.space_id`,
}

/**
 * Ends downlinks of the space `$3`: those that nobody received are cancelled, with their firmware jobs, and the others are no longer handed
 * over.
 */
const EXPIRE = {
  name: 'downlinks.expire',
  text: `
    with due as materialized (
      select m.created_at, m.id, m.down_state = 'pending' as is_pending from message m
      where m.space_id = $3 and ${HAS_EXPIRED}
      order by m.expires_at limit ${BATCH}
      for update skip locked
    ), expired as (
      update message m
      set down_outcome = 'expired', down_awaits = false,
        down_state = case when due.is_pending then 'cancelled' else m.down_state end,
        down_state_at = case when due.is_pending then $1 else m.down_state_at end
      from due where m.space_id = $3 and m.created_at = due.created_at and m.id = due.id
      returning m.device_id, m.created_at, m.id, m.type, due.is_pending
    ), noted as (
      insert into message_event (space_id, message_created_at, message_id, id, device_id, created_at, type)
      select $3::uuid, created_at, id, ${idAt('$1::timestamptz')}, device_id, $1, 'downlink.expired' from expired
    ), ended as (
      update firmware_job j
      set state = 'canceled', reason = 'expired', updated_at = greatest(j.updated_at, j.scheduled_at, $1)
      from expired e
      where j.space_id = $3 and j.device_id = e.device_id and j.id = e.id and j.state = 'scheduled'
        and e.is_pending and e.type = 'firmware'
    ), unsettled as (
      ${endSettingsOrders({ space: '$3', at: '$1', downlinks: "(select * from expired where type = 'config') x" })}
    )
    select count(*)::int as count from expired`,
}

async function expireIn(pool: Pool, spaceId: string, at: Date, since: Date): Promise<number> {
  const { rows } = await pool.query<{ count: number }>({ ...EXPIRE, values: [at, since, spaceId] })
  return rows[0]?.count ?? 0
}

/**
 * Ends the downlinks that have expired while they waited, in fair shares of people and spaces. Any number of copies may do it at the same
 * time: each passes over what another one has locked. Rules, "Downlinks".
 * @returns whether there is more to do now
 */
export async function expireDownlinks(
  { db: { $client: pool }, now }: Pick<Deps, 'db' | 'now'>,
  shares = new FairShares(),
): Promise<boolean> {
  const at = now()
  const since = new Date(at.getTime() - (EXPIRY_DAYS_MAX + 1) * DAY)
  const { rows } = await pool.query<SpaceWork>({ ...DUE, values: [at, since] })
  let waiting = rows
  const began = performance.now()
  for (
    let next = shares.next(waiting);
    next && performance.now() - began < ROUND;
    next = shares.next(waiting)
  ) {
    const { spaceId } = next
    const started = performance.now()
    const count = await expireIn(pool, spaceId, at, since)
    shares.note(next, performance.now() - started)
    if (count < BATCH) waiting = waiting.filter((space) => space.spaceId !== spaceId)
  }
  return waiting.length > 0
}
