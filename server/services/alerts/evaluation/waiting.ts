import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool } from 'pg'
import { isOfDatabase } from '../../../db/away'
import { inTransaction } from '../../../db/database'
import type { OneDevice } from '../../devices/lockDevice'
import { lockHistories } from '../../series/store/lockHistories'
import { JOIN_MUTED, MUTES, mutedNow } from '../muted'
import { STORING } from './ruleRound'
import { evaluateAgain } from './values'

/** Most devices of a space that one round evaluates; the next rounds evaluate the others. */
const DEVICES_MAX = 1000
/** Most devices that are evaluated together: their uplinks wait meanwhile. */
const TOGETHER = 50

/** The time until which uplinks have been stored. */
const storedUntil = (now: Date) => new Date(now.getTime() - STORING)

const SPACES = {
  name: 'alerts.waitingSpaces',
  text: `
    select space_id as "spaceId" from alert_state where withheld_at is not null
    union select space_id from alert_state where due_at <= $1`,
}

/**
 * Devices with values beyond the threshold that are no longer muted, or have been beyond for as long as a rule asks. A device that has sent
 * something since is evaluated with that. They come in any order, so that failing devices hold up no others. Values out of a rule's scope
 * are forgotten when they are evaluated.
 */
const waiting = (spaceId: string, now: Date) => sql`
  with ${mutedNow({ spaceId, now })}
  select w.device_id as "deviceId"
  from (
    select * from alert_state where space_id = ${spaceId} and withheld_at is not null
    union all
    select * from alert_state where space_id = ${spaceId} and due_at <= ${storedUntil(now)}
  ) w
  join alert_rule o on o.space_id = w.space_id and o.id = w.rule_id and o.judged_from = w.judged_from
  join device d on d.space_id = w.space_id and d.id = w.device_id
  join device_contact c on c.space_id = w.space_id and c.device_id = w.device_id
  cross join lateral (select w.device_id, null::uuid as connector_id, w.rule_id) e ${JOIN_MUTED}
  where w.space_id = ${spaceId} and o.enabled and d.moved_at is null and c.history_from is null
    and (w.due_at is not null or ${MUTES} = g.none)
  group by w.device_id order by random() limit ${DEVICES_MAX}`

/** Locks devices that have sent nothing since. */
const LOCK = lockHistories({ name: 'alerts.lockDevices', is: 'c.history_from is null' })

interface Round {
  now: () => Date
  stopping: AbortSignal
  /** Is called with a device that failed; it holds up no other. */
  onFailure: (device: OneDevice, error: unknown) => void
  /** Is called after some devices: a long round records that it is still running. */
  goOn: () => Promise<void>
}

async function openTogether(
  pool: Pool,
  { spaceId, deviceIds }: { spaceId: string; deviceIds: readonly string[] },
  round: Round,
): Promise<void> {
  try {
    await inTransaction(pool, async (_, client) => {
      const { rows } = await client.query<{ deviceId: string }>({ ...LOCK, values: [spaceId, deviceIds] })
      const ids = rows.map(({ deviceId }) => deviceId)
      await evaluateAgain(client, spaceId, ids, round.now())
    })
  } catch (error) {
    if (isOfDatabase(error)) throw error
    const [deviceId = '', ...others] = deviceIds
    if (others.length === 0) round.onFailure({ spaceId, deviceId }, error)
    else for (const id of deviceIds) await openTogether(pool, { spaceId, deviceIds: [id] }, round)
  }
}

/**
 * Evaluates again values that were beyond the threshold while their devices were muted or until their rule had waited long enough: what is
 * still beyond opens, though no value came since.
 */
export async function openWaiting(pool: Pool, round: Round): Promise<void> {
  const { rows } = await pool.query<{ spaceId: string }>({ ...SPACES, values: [storedUntil(round.now())] })
  const db = drizzle(pool)
  const spaces = new Map<string, string[]>()
  for (const { spaceId } of rows) {
    if (round.stopping.aborted) return
    const found = await db.execute<{ deviceId: string }>(waiting(spaceId, round.now()))
    const ids = found.rows.map(({ deviceId }) => deviceId)
    if (ids.length > 0) spaces.set(spaceId, ids)
  }
  while (spaces.size > 0)
    for (const [spaceId, left] of spaces) {
      if (round.stopping.aborted) return
      await openTogether(pool, { spaceId, deviceIds: left.splice(0, TOGETHER) }, round)
      if (left.length === 0) spaces.delete(spaceId)
      await round.goOn()
    }
}
