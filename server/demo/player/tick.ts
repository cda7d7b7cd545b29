import { and, desc, eq, isNotNull, isNull, notExists, sql } from 'drizzle-orm'
import { device, simulatedDevice } from '../../db/schema'
import { isHere } from '../../services/visibility'
import { type SimulatorDeps, simulated } from '../deps'
import { newborn, surroundingsOf, surroundingsSchema, wakesAt } from '../simulator'
import { change } from './claim'
import { playNext } from './play'

/** Devices to add at once, the newest first, because a person may be waiting for one. */
const BATCH = 50

/** Adds new devices that never sent anything to the simulator; each is switched on soon. */
export async function enlist(deps: SimulatorDeps): Promise<void> {
  const { db, now } = deps
  const known = db
    .select({ one: sql`1` })
    .from(simulatedDevice)
    .where(and(eq(simulatedDevice.spaceId, device.spaceId), eq(simulatedDevice.deviceId, device.id)))
  const found = await db
    .select({ spaceId: device.spaceId, deviceId: device.id, serialNumber: device.serialNumber })
    .from(device)
    .where(and(sql.raw(isHere('device')), isNull(device.lastSeen), eq(device.sessionId, 0), notExists(known)))
    .orderBy(desc(device.createdAt))
    .limit(BATCH)
  if (found.length === 0) return
  const time = now().getTime()
  const enlisted = found.map(({ spaceId, deviceId, serialNumber }) => {
    const surroundings = surroundingsOf(serialNumber)
    const state = newborn(simulated(deps, serialNumber, surroundings), time)
    return { spaceId, deviceId, surroundings, state, nextWakeAt: new Date(wakesAt(state) ?? time) }
  })
  await db.insert(simulatedDevice).values(enlisted).onConflictDoNothing()
}

/** Hardware that took the place of a simulated device's is switched on soon, and knows nothing of the other's past. */
export async function renew(deps: SimulatorDeps): Promise<void> {
  const time = deps.now().getTime()
  await deps.db.transaction(async (tx) => {
    const replaced = await tx
      .select({
        spaceId: simulatedDevice.spaceId,
        deviceId: simulatedDevice.deviceId,
        surroundings: simulatedDevice.surroundings,
        serialNumber: device.serialNumber,
      })
      .from(simulatedDevice)
      .innerJoin(
        device,
        and(eq(device.spaceId, simulatedDevice.spaceId), eq(device.id, simulatedDevice.deviceId)),
      )
      .where(
        and(
          eq(device.sessionId, 0),
          isNotNull(device.lastSeen),
          isNotNull(simulatedDevice.nextWakeAt),
          sql`${simulatedDevice.state} ->> 'bootedAt' is not null`,
        ),
      )
      .limit(BATCH)
      .for('no key update', { skipLocked: true })
    for (const { serialNumber, surroundings, ...one } of replaced) {
      const state = newborn(simulated(deps, serialNumber, surroundingsSchema.parse(surroundings)), time)
      const nextWakeAt = new Date(wakesAt(state) ?? time)
      await change(tx, one, { state, silent: state.silent, nextWakeAt })
    }
  })
}

/** Milliseconds after which a device asks for its downlinks: `after`, and up to `spread` more. */
const ASKS = { after: 10_000, spread: 8000 }

/**
 * Makes devices with pending downlinks ask for them soon, except those that wake soon anyway, and silent ones. Several
 * copies may do it at the same time: they skip each other's rows.
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

/** After a pause of the server, overdue devices wake one after the other, not all at once. */
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

/** Adds new devices and runs every wake-up that is due, until it is told to stop. */
export async function tick(deps: SimulatorDeps, stopping?: AbortSignal): Promise<void> {
  await enlist(deps)
  await renew(deps)
  await summon(deps)
  while (await playNext(deps)) if (stopping?.aborted) return
}
