import { and, eq, inArray } from 'drizzle-orm'
import { ownOf } from '#contract/common'
import { rolloutDevice } from '../../db/schema'
import { ApiError } from '../../errors'
import { wishSettings } from '../devices/configuration'
import { lockedConfiguration } from '../devices/configurationRow'
import { lockDevice } from '../devices/lockDevice'
import type { Changing } from './changes'
import { settingsBeforeSchema } from './give'

/** Devices whose wishes one transaction takes back. */
const BATCH = 50

/** Devices whose order was cancelled before they got it, and which still have the wish. */
const UNREACHED = {
  name: 'rollouts.unreached',
  text: `
    select device_id as "deviceId", before from rollout_device
    where space_id = $1 and rollout_id = $2 and state = 'cancelled' and before is not null and reached_at is null
      and reason is distinct from 'replaced'
    order by device_id limit ${BATCH}`,
}

/**
 * Takes back what a stopped roll-out wishes of devices that did not get its order; otherwise the next order of anything else would have it.
 * A wish that somebody has changed since stays.
 * @returns whether there may be more
 */
export async function takeBackWishes({ tx, client, row, at }: Changing): Promise<boolean> {
  const { spaceId, id, order, startedBy: by } = row
  if (row.state !== 'stopped' || order.kind !== 'settings') return false
  const { rows } = await client.query<{ deviceId: string; before: unknown }>({
    ...UNREACHED,
    values: [spaceId, id],
  })
  if (rows.length === 0) return false
  for (const { deviceId, before } of rows) {
    const one = { spaceId, deviceId }
    try {
      await lockDevice(tx, one, 'no key update')
      const { wished } = await lockedConfiguration(tx, one)
      const own = settingsBeforeSchema
        .parse(before)
        .filter(({ name }) => ownOf(wished, name) === (ownOf(order.settings, name) ?? undefined))
      const wishes = Object.fromEntries(own.map((setting) => [setting.name, setting.wished]))
      if (own.length > 0)
        await wishSettings(tx, { now: () => at }, null, one, wishes, { at, by, isLogged: false })
    } catch (error) {
      // It was deleted or moved, or takes no downlinks any more.
      if (!(error instanceof ApiError)) throw error
    }
  }
  const ids = rows.map(({ deviceId }) => deviceId)
  await tx
    .update(rolloutDevice)
    .set({ before: null })
    .where(
      and(
        eq(rolloutDevice.spaceId, spaceId),
        eq(rolloutDevice.rolloutId, id),
        inArray(rolloutDevice.deviceId, ids),
      ),
    )
  return true
}
