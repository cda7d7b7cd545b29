import { sql } from 'drizzle-orm'
import type { SimulatorDeps } from '../deps'

/** Milliseconds after which a device comes to ask for its downlinks: this much, and up to so much more. */
const ASKS = { after: 10_000, spread: 8000 }

/**
 * Has the devices for which downlinks wait ask for them soon. Not those that come by anyway, and not the silent
 * ones, which hear nothing. Copies that do it at once pass over each other's rows.
 */
export async function summon({ db, now, speed = 1 }: SimulatorDeps): Promise<void> {
  const time = now()
  const soon = new Date(time.getTime() + ASKS.after / speed)
  const latest = new Date(soon.getTime() + ASKS.spread / speed)
  await db.execute(sql`
    with waited_for as (
      select space_id, device_id from simulated_device s
      where not silent and next_wake_at > ${latest} and exists (
        select from message m
        where m.space_id = s.space_id and m.device_id = s.device_id and m.down_state = 'pending'
          and coalesce(m.down_scheduled_at, m.created_at) <= ${time})
      for no key update skip locked
    )
    update simulated_device s
    set next_wake_at = ${soon}::timestamptz
      + abs(hashtext(s.device_id::text) % ${ASKS.spread}) / ${speed}::float8 * interval '1 millisecond'
    from waited_for w
    where s.space_id = w.space_id and s.device_id = w.device_id`)
}
