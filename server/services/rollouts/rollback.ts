import { and, eq, inArray, isNotNull, or } from 'drizzle-orm'
import { canRollBack, isEnded, ONE_STAGE, rolloutsApi } from '#contract/rollouts'
import { rollout, rolloutDevice } from '../../db/schema'
import { authorize, type Caller, nameOf, userIdOf } from '../common/caller'
import { newId } from '../common/ids'
import type { JsonText } from '../common/json'
import type { Key } from '../resources/spaceQueries'
import { readCandidates } from './candidates'
import { begin, type ChangeDeps, type Changing, change, conflict, notStarted, set, stop } from './changes'
import { collect } from './evidence'
import type { Planned } from './plan'
import { orderOf } from './rollouts'

/** States of devices that a roll-out has changed, or may have. */
const CHANGED = ['handed_over', 'unconfirmed', 'done', 'failed', 'cancelled'] as const

/**
 * Stops a roll-out, and starts one that gives the devices which it has changed back what they had before.
 * @returns that one
 * @throws ApiError 403, 404, 409 if nothing can be taken back
 */
export async function rollBack(deps: ChangeDeps, caller: Caller, key: Key): Promise<JsonText> {
  const { spaceId } = key
  const id = newId(deps.now())
  const work = async (changing: Changing) => {
    const { tx, row, client, at } = changing
    if (row.state === 'draft') throw notStarted()
    if (row.rolledBackBy !== null) throw conflict('the roll-out was taken back already')
    const order = await orderOf(tx, row)
    if (row.order.kind === 'rollback' || !order || !canRollBack(order))
      throw conflict('what this roll-out orders cannot be taken back')
    if (isEnded(row)) await collect(client, row, at)
    else {
      authorize(caller, rolloutsApi.stop.permission)
      await stop(changing, userIdOf(caller))
    }
    const changed = await tx
      .select({ id: rolloutDevice.deviceId, before: rolloutDevice.before })
      .from(rolloutDevice)
      .where(
        and(
          eq(rolloutDevice.spaceId, spaceId),
          eq(rolloutDevice.rolloutId, row.id),
          inArray(rolloutDevice.state, [...CHANGED]),
          // A later wish has ordered its settings as well.
          or(isNotNull(rolloutDevice.reachedAt), eq(rolloutDevice.reason, 'replaced')),
        ),
      )
    if (changed.length === 0) throw conflict('the roll-out has changed nothing')
    const known = new Set(changed.filter(({ before }) => before !== null).map((one) => one.id))
    const found = await readCandidates(
      { client, now: deps.now },
      spaceId,
      changed.map((one) => one.id),
      order,
    )
    const planned = found.map((device): Planned => {
      if (!known.has(device.id)) return { device, leftOut: 'nothing_before' }
      return order.kind !== 'records' && !device.takesDownlinks
        ? { device, leftOut: 'no_downlinks' }
        : { device, stage: 0 }
    })
    const back = {
      spaceId,
      id,
      name: row.name,
      order: { kind: 'rollback' as const },
      scope: { kind: 'rollout' as const, rollout_id: row.id, states: [...CHANGED] },
      stages: ONE_STAGE,
      rollbackOf: row.id,
      createdAt: at,
      createdBy: nameOf(caller),
    }
    const [inserted] = await tx.insert(rollout).values(back).returning()
    if (!inserted) throw new Error('a rollback was not stored')
    await set(changing, { rolledBackBy: id })
    await begin(tx, caller, inserted, planned, at)
  }
  return change(deps, caller, key, 'rollout.rollback', work, id)
}
