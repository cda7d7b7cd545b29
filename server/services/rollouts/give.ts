import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { MUTE_DAYS_MAX } from '#contract/alerts'
import { DAY } from '#contract/common/durations'
import { LABELS_MAX } from '#contract/devices'
import type { RolloutOrder } from '#contract/rollouts'
import type { Queryable } from '../../db/database'
import { device, deviceTag, mute, rolloutDevice } from '../../db/schema'
import { ApiError } from '../../errors'
import { roomForMutes } from '../alerts/mutes'
import { newId, timeOf } from '../common/ids'
import { wishSettings } from '../devices/configuration'
import { checkTakesDownlinks, insertDownlink } from '../devices/downlinks'
import { insertJob } from '../devices/firmware'
import { lockDevice } from '../devices/lockDevice'
import { checkCountLimit } from '../resources/spaceNames'
import { incrementVersion } from '../resources/version'
import type { RolloutRow } from './rollouts'

/** A device that gets its order now. */
export interface Recipient {
  deviceId: string
  /** What it had before the roll-out that is taken back. */
  back: unknown
}

/** When devices get an order, and until when it may be handed over. */
export interface Occasion {
  at: Date
  expiresAt: Date | null
}

/** What a device got: the id of the downlink, or null where the server has done it. */
interface Given {
  messageId: string | null
  before: unknown
}

interface Target {
  spaceId: string
  deviceId: string
}

type Records = Extract<RolloutOrder, { kind: 'records' }>

/** Fields of a device before a change of its records. */
interface RecordsBefore {
  tag_ids: string[]
  label: Record<string, string>
  comment: string | null
}

/** The change that gives a device back what `before` has of it: only what the roll-out named. */
function recordsBack(of: Records, before: RecordsBefore): Records {
  const named = [...Object.keys(of.set_labels), ...of.remove_labels]
  const had = (name: string) => Object.hasOwn(before.label, name)
  return {
    kind: 'records',
    add_tags: of.remove_tags.filter((id) => before.tag_ids.includes(id)),
    remove_tags: of.add_tags.filter((id) => !before.tag_ids.includes(id)),
    set_labels: Object.fromEntries(named.filter(had).map((name) => [name, before.label[name] ?? ''])),
    remove_labels: named.filter((name) => !had(name)),
    ...(of.comment !== undefined && { comment: before.comment }),
  }
}

/** What a device wished and reported of the settings of a roll-out, before it. */
export const settingsBeforeSchema = z.array(
  z.object({ name: z.string(), wished: z.string().nullable(), reported: z.string().nullable() }),
)

const isRecordsBefore = (before: unknown): before is RecordsBefore =>
  typeof before === 'object' && before !== null && 'label' in before && 'tag_ids' in before

/** What a device gets: the order, or what takes it back. Null if nothing is known of what it had. */
function effectiveOrder(order: RolloutOrder, isRollback: boolean, back: unknown): RolloutOrder | null {
  if (!isRollback) return order
  if (order.kind === 'records') return isRecordsBefore(back) ? recordsBack(order, back) : null
  if (order.kind === 'settings') {
    const had = settingsBeforeSchema.safeParse(back)
    const known = (had.data ?? []).filter(({ wished, reported }) => wished !== null || reported !== null)
    const settings = Object.fromEntries(known.map(({ name, wished, reported }) => [name, wished ?? reported]))
    return known.length > 0 ? { kind: 'settings', settings } : null
  }
  if (order.kind === 'firmware') return typeof back === 'string' ? { ...order, firmware: back } : null
  return null
}

async function changeRecords(tx: Queryable, { spaceId, deviceId }: Target, order: Records): Promise<Given> {
  const found = await lockDevice(tx, { spaceId, deviceId }, 'no key update')
  const ofDevice = and(eq(deviceTag.spaceId, spaceId), eq(deviceTag.deviceId, deviceId))
  const tags = await tx.select({ id: deviceTag.tagId }).from(deviceTag).where(ofDevice)
  const { label, comment } = found
  const kept = Object.entries({ ...label, ...order.set_labels }).filter(
    ([name]) => !order.remove_labels.includes(name) || Object.hasOwn(order.set_labels, name),
  )
  if (kept.length > LABELS_MAX) throw new ApiError(409, `label must have at most ${LABELS_MAX} entries`)
  if (order.remove_tags.length > 0)
    await tx.delete(deviceTag).where(and(ofDevice, inArray(deviceTag.tagId, order.remove_tags)))
  // A tag that was deleted since is left out.
  if (order.add_tags.length > 0)
    await tx.execute(sql`
      insert into device_tag (space_id, device_id, tag_id)
      select t.space_id, ${deviceId}, t.id from tag t
      where t.space_id = ${spaceId} and t.id = any(${sql.param(order.add_tags)}::uuid[])
      on conflict do nothing`)
  await tx
    .update(device)
    .set({
      label: Object.fromEntries(kept),
      ...(order.comment !== undefined && { comment: order.comment || null }),
      ...incrementVersion(device),
    })
    .where(and(eq(device.spaceId, spaceId), eq(device.id, deviceId)))
  return { messageId: null, before: { tag_ids: tags.map(({ id }) => id), label, comment } }
}

/** Gives one device its order. @throws ApiError 404 if it was deleted, 409 if it takes no downlinks */
async function giveOne(
  tx: Queryable,
  row: RolloutRow,
  order: RolloutOrder,
  deviceId: string,
  { at, expiresAt }: Occasion,
): Promise<Given> {
  const { spaceId, startedById: userId } = row
  const target = { spaceId, deviceId }
  const by = { at, userId, expiresAt }
  switch (order.kind) {
    case 'records':
      return changeRecords(tx, target, order)
    case 'firmware': {
      const { id, before } = await insertJob(tx, target, order, by)
      return { messageId: id, before }
    }
    case 'config':
    case 'shell':
    case 'data': {
      await checkTakesDownlinks(tx, spaceId, deviceId)
      const body = JSON.stringify(order.body)
      return {
        messageId: await insertDownlink(tx, { ...target, type: order.kind, body, expiresAt }, by),
        before: null,
      }
    }
    case 'settings': {
      const names = Object.keys(order.settings)
      const { orderId, before, differences } = await wishSettings(
        tx,
        { now: () => at },
        null,
        target,
        order.settings,
        { at, expiresAt, by: row.startedBy, isLogged: false },
      )
      const isAsWished = !differences.some(({ name }) => names.includes(name))
      return { messageId: isAsWished ? null : orderId, before }
    }
    case 'mute':
    case 'rollback':
      throw new ApiError(409, 'this cannot be ordered')
  }
}

/** One mute for the devices, at most as many as a mute can name. @throws ApiError 400 if the space has too many, 409 if its end has passed */
async function giveMute(
  tx: Queryable,
  row: RolloutRow,
  order: Extract<RolloutOrder, { kind: 'mute' }>,
  deviceIds: string[],
  at: Date,
): Promise<void> {
  const latest = new Date(at.getTime() + MUTE_DAYS_MAX * DAY)
  const endsAt = new Date(Math.min(Date.parse(order.ends_at), latest.getTime()))
  if (endsAt <= at) throw new ApiError(409, 'the end of the mute has passed')
  await checkCountLimit(tx, roomForMutes(row.spaceId, at))
  await tx.insert(mute).values({
    spaceId: row.spaceId,
    id: newId(at),
    name: row.name,
    scope: { kind: 'devices', device_ids: deviceIds },
    ruleIds: [],
    startsAt: at,
    endsAt,
    note: order.note ?? null,
    createdBy: row.startedBy ?? row.createdBy,
    createdAt: at,
  })
}

/**
 * Gives devices of a roll-out their orders, in the transaction that has locked it. A device that cannot get it has failed; the others are
 * not affected.
 * @param order what it orders; of a rollback what it takes back
 */
export async function give(
  tx: Queryable,
  row: RolloutRow,
  order: RolloutOrder,
  recipients: readonly Recipient[],
  occasion: Occasion,
): Promise<void> {
  const { at } = occasion
  const ofRollout = and(eq(rolloutDevice.spaceId, row.spaceId), eq(rolloutDevice.rolloutId, row.id))
  const orFail = async (which: SQL | undefined, work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const reason = error.status === 404 ? 'deleted' : error.message
      await tx.update(rolloutDevice).set({ state: 'failed', reason, settledAt: at }).where(which)
    }
  }
  const done = { state: 'done', orderedAt: at, reachedAt: at, settledAt: at } as const
  if (order.kind === 'mute') {
    const ids = recipients.map(({ deviceId }) => deviceId)
    const all = and(ofRollout, inArray(rolloutDevice.deviceId, ids))
    await orFail(all, async () => {
      await giveMute(tx, row, order, ids, at)
      await tx.update(rolloutDevice).set(done).where(all)
    })
    return
  }
  for (const { deviceId, back } of recipients) {
    const one = and(ofRollout, eq(rolloutDevice.deviceId, deviceId))
    await orFail(one, async () => {
      const effective = effectiveOrder(order, row.order.kind === 'rollback', back)
      if (!effective) throw new ApiError(409, 'nothing_before')
      const { messageId, before } = await giveOne(tx, row, effective, deviceId, occasion)
      const given =
        messageId === null ? done : ({ state: 'ordered', messageId, orderedAt: timeOf(messageId) } as const)
      await tx
        .update(rolloutDevice)
        // An order that expired with the hours had the same before.
        .set({
          ...given,
          before: sql`coalesce(${rolloutDevice.before}, ${before === null ? null : JSON.stringify(before)}::jsonb)`,
        })
        .where(one)
    })
  }
}
