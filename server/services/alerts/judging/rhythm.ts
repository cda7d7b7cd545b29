import type { Pool, PoolClient } from 'pg'
import { NO_RHYTHM, type Rhythm } from '#contract/alerts'

/** How often devices send, of those of which it is known. */
const RHYTHMS = {
  name: 'alerts.rhythms',
  text: `
    select device_id as "deviceId", usual_interval as usual, extract(epoch from late_at - contact_at)::float8 as late
    from device_contact where space_id = $1 and device_id = any($2::uuid[]) and usual_interval is not null`,
}

/** The rhythm of each of these devices. */
export async function readRhythms(
  client: Pool | PoolClient,
  spaceId: string,
  deviceIds: readonly string[],
): Promise<(deviceId: string) => Rhythm> {
  const { rows } = await client.query<Rhythm & { deviceId: string }>({
    ...RHYTHMS,
    values: [spaceId, deviceIds],
  })
  const rhythms = new Map(
    rows.map(({ deviceId, usual, late }): [string, Rhythm] => [deviceId, { usual, late }]),
  )
  return (deviceId) => rhythms.get(deviceId) ?? NO_RHYTHM
}
