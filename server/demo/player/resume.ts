import { sql } from 'drizzle-orm'
import type { SimulatorDeps } from '../deps'

/** After a pause of the server the devices that overslept wake one after the other, not all at once. */
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
