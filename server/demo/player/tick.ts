import { sql } from 'drizzle-orm'
import type { SimulatorDeps } from '../deps'
import { playNext } from './play'

/** Milliseconds after which a device asks for its downlinks: `after`, and up to `spread` more. */
const ASKS = { after: 10_000, spread: 8000 }

/**
 * Makes devices with pending downlinks ask for them soon, except those that wake soon anyway, and silent ones. Several copies may do it at
 * the same time: they skip each other's rows.
 */
async function summon({ db, now, speed = 1 }: SimulatorDeps): Promise<void> {
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

/** After a pause of the server, overdue devices wake one after the other, not all together. */
export async function resume({ db, now }: SimulatorDeps): Promise<void> {
  await db.execute(sql`
    with late as (
      select space_id, device_id, row_number() over (order by next_wake_at, device_id) as place
      from simulated_device
      where next_wake_at < ${now()}::timestamptz - interval '1 minute'
    ), claimed as (
      select space_id, device_id, place from late
      join simulated_device using (space_id, device_id)
      order by space_id, device_id
      for update of simulated_device skip locked
    )
    update simulated_device s
    set next_wake_at = ${now()}::timestamptz + place * interval '50 milliseconds'
    from claimed c
    where s.space_id = c.space_id and s.device_id = c.device_id`)
}

/** Runs every due wake-up, until it is asked to stop. */
export async function tick(deps: SimulatorDeps, stopping?: AbortSignal): Promise<void> {
  await summon(deps)
  while (await playNext(deps)) if (stopping?.aborted) return
}
