import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { AuditEntry } from '#contract/audit'
import { ownOf } from '#contract/common'
import {
  CONFIGURATION_MAX,
  type Configuration,
  type Difference,
  differencesOf,
  orderOf,
  type Setting,
  type Settings,
  strangeName,
  WISHED_MAX_LENGTH,
  type Wishes,
  wishesSchema,
} from '#contract/configuration'
import type { Queryable } from '../../db/database'
import { withPartitionOf } from '../../db/partitions'
import { deviceConfiguration } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError } from '../../errors'
import { type Change, difference, note } from '../audit/note'
import { type Caller, nameOf, shownDoer, userIdOf } from '../common/caller'
import { checkChange } from '../common/visibility'
import type { ChangeOptions } from '../resources/spaceResource'
import { checkVersion } from '../resources/version'
import {
  isConfigurationOf,
  type Known,
  lockedConfiguration,
  settingsInFlight,
  settled,
  unknownConfiguration,
} from './configurationRow'
import { devices } from './devices'
import { cancelWaiting, checkTakesDownlinks, insertDownlink } from './downlinks'
import { lockDevice, type OneDevice } from './lockDevice'

const listed = (settings: Settings): Setting[] =>
  Object.entries(settings)
    .map(([name, value]) => ({ name, value }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))

const timeText = (at: Date | null) => at?.toISOString() ?? null

/** The configuration of a device. Rules, "Configuration". @throws ApiError 404 */
export async function readDeviceConfiguration(
  db: Queryable,
  caller: Caller,
  one: OneDevice,
): Promise<Configuration> {
  await devices.check(db, caller, { spaceId: one.spaceId, id: one.deviceId })
  const [row] = await db
    .select({
      configuration: deviceConfiguration,
      by: sql<string | null>`${sql.raw(shownDoer(caller, 'device_configuration.wished_by'))}`,
    })
    .from(deviceConfiguration)
    .where(isConfigurationOf(one))
  const known = row?.configuration ?? unknownConfiguration(one.deviceId)
  const { reported, wished, form } = known
  return {
    reported: listed(reported),
    reported_at: timeText(known.reportedAt),
    form,
    is_partial: known.isPartial,
    wished: listed(wished),
    wished_at: timeText(known.wishedAt),
    wished_by: row?.by ?? null,
    differences: differencesOf(reported, wished, form ?? undefined),
    state: known.state,
    since: timeText(known.since),
    order_id: known.orderId,
    version: known.version,
  }
}

/** The wished settings after a change. @throws ApiError 400 if they are too many, or a name is none of the device */
function wishedAfter({ wished, form }: Known, wishes: Wishes): Settings {
  const next = new Map(Object.entries(wished))
  for (const [name, value] of Object.entries(wishes))
    if (value === null) next.delete(name)
    else next.set(name, value)
  const strange =
    form &&
    strangeName(
      form,
      Object.entries(wishes).flatMap(([name, value]) => (value === null ? [] : name)),
    )
  if (strange !== undefined && strange !== null)
    throw new ApiError(
      400,
      `wished has the name ${strange}, but the settings of this device have names like app config interval-report`,
    )
  if (next.size > CONFIGURATION_MAX)
    throw new ApiError(400, `wished must have at most ${CONFIGURATION_MAX} settings of a device`)
  const length = [...next].reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  if (length > WISHED_MAX_LENGTH)
    throw new ApiError(
      400,
      `wished must have at most ${WISHED_MAX_LENGTH} characters of all settings of a device`,
    )
  return Object.fromEntries(next)
}

/** The settings to order: those that differ, and those that an order on its way would set to something else. */
function settingsToOrder(known: Known, differences: readonly Difference[]): Difference[] {
  const inFlight = settingsInFlight(known)
  const named = new Set(differences.map(({ name }) => name))
  const changed = Object.entries(known.wished).flatMap(([name, wished]) => {
    const ordered = ownOf(inFlight, name)
    const isOther = !named.has(name) && ordered !== undefined && ordered !== wished
    return isOther ? [{ name, wished, reported: ownOf(known.reported, name) ?? null }] : []
  })
  return [...differences, ...changed]
}

/** Who changes something, and when. */
interface Doing {
  /** Null for the server itself. */
  actor: Caller | null
  at: Date
  /** Until when an order may be handed over. */
  expiresAt: Date | null
}

/** Whether an order waits at least as long as another one would. */
const lastsUntil = ({ orderExpiresAt }: Known, expiresAt: Date | null): boolean =>
  orderExpiresAt === null || (expiresAt !== null && orderExpiresAt >= expiresAt)

/**
 * Orders what differs, in place of an order that waits. The same order stays, unless it expires earlier, and one that nothing is left of is
 * cancelled.
 */
async function order(
  tx: Queryable,
  one: OneDevice,
  known: Known,
  wanted: readonly Difference[],
  { actor, at, expiresAt }: Doing,
): Promise<Known> {
  const { orderId: earlier, orderState, form } = known
  const userId = actor && userIdOf(actor)
  const body = wanted.length === 0 ? null : JSON.stringify(orderOf(wanted, form))
  const isSame = orderState === 'pending' && known.orderBody === body
  if (isSame && lastsUntil(known, expiresAt)) return known
  if (body === null) {
    const cancelled = earlier === null ? [] : await cancelWaiting(tx, one.spaceId, [earlier], { at, userId })
    return cancelled.length > 0 ? { ...known, orderState: 'cancelled', orderStateAt: at } : known
  }
  // Its message may be too old to exist.
  const replaces = orderState === null ? null : earlier
  const downlink = { ...one, type: 'config', body, expiresAt, replaces } as const
  const orderId = await insertDownlink(tx, downlink, { at, userId })
  const sent = { orderState: 'pending', orderStateAt: at, orderHandedAt: null, orderOutcome: null } as const
  return { ...known, orderId, orderAt: at, ...sent, orderExpiresAt: expiresAt, orderBody: body }
}

async function store(tx: Queryable, { spaceId, deviceId }: OneDevice, known: Known): Promise<void> {
  const {
    orderState: _state,
    orderStateAt: _at,
    orderHandedAt: _handedAt,
    orderOutcome: _outcome,
    orderExpiresAt: _expiresAt,
    orderBody: _body,
    reported: _reported,
    ...row
  } = known
  await tx
    .insert(deviceConfiguration)
    .values({ ...row, spaceId, deviceId })
    .onConflictDoUpdate({ target: [deviceConfiguration.spaceId, deviceConfiguration.deviceId], set: row })
}

/** What a setting was before it was wished. */
interface Before {
  name: string
  wished: string | null
  reported: string | null
}

/** The result of wishing settings. */
export interface Wished {
  /** The downlink that orders what differs; null if nothing does. */
  orderId: string | null
  /** The named settings as they were. */
  before: Before[]
  /** All wished settings that the device does not have. */
  differences: Difference[]
}

/** Options of a wish. */
interface WishOptions extends ChangeOptions {
  /** The time of the change, which the downlink gets as well. */
  at?: Date
  /** The doer, if it is not the actor: shown as `wished_by`. */
  by?: string | null
  expiresAt?: Date | null
  /** Whether the audit log gets an entry: a change of many devices has one of its own. */
  isLogged?: boolean
}

const loggedOf = (settings: Settings, names: readonly string[]): NonNullable<Change['after']> =>
  Object.fromEntries(names.map((name) => [name, ownOf(settings, name) ?? null]))

/**
 * Wishes settings of a device, in an open transaction: the downlink that orders what differs replaces an earlier one that waits. Settings
 * that are not named stay as they are, null takes a wish back. The partition of messages for the time exists (`withPartitionOf`).
 * @param actor null for the server itself
 * @throws ApiError 400, 403, 404, 409 for a device that takes no downlinks or was moved, 412
 */
export async function wishSettings(
  tx: Queryable,
  deps: Pick<Deps, 'now'>,
  actor: Caller | null,
  one: OneDevice,
  wishes: Wishes,
  {
    ifMatch = null,
    undoes,
    at = deps.now(),
    by = actor && nameOf(actor),
    expiresAt = null,
    isLogged = true,
  }: WishOptions = {},
): Promise<Wished> {
  const { spaceId, deviceId } = one
  const { name: deviceName } = await lockDevice(tx, one, 'no key update', actor ?? undefined)
  if (actor) await checkChange(tx, actor, one)
  const found = await lockedConfiguration(tx, one)
  if (actor)
    await checkVersion(tx, actor, ifMatch, {
      spaceId,
      targetId: deviceId,
      version: found.version,
      action: 'configuration.update',
    })
  const names = Object.keys(wishes)
  const wished = wishedAfter(found, wishes)
  const version = found.version + 1
  const asked = { ...found, wished, wishedAt: at, wishedBy: by, version }
  const wanted = settingsToOrder(asked, settled(asked, at).differences)
  if (wanted.length > 0 || Object.values(wishes).some((value) => value !== null))
    await checkTakesDownlinks(tx, spaceId, deviceId)
  const ordered = await order(tx, one, asked, wanted, { actor, at, expiresAt })
  const { row, differences } = settled(
    { ...ordered, isNewHardware: ordered.isNewHardware && wanted.length > 0 },
    at,
  )
  await store(tx, one, row)
  if (isLogged)
    await note(tx, deps, actor, {
      action: 'configuration.update',
      spaceId,
      target: { id: deviceId, name: deviceName },
      ...difference(loggedOf(found.wished, names), loggedOf(wished, names)),
      ...(undoes !== undefined && { undoes }),
      version,
    })
  const before = names.map((name) => ({
    name,
    wished: ownOf(found.wished, name) ?? null,
    reported: ownOf(found.reported, name) ?? null,
  }))
  return { orderId: wanted.length > 0 ? row.orderId : null, before, differences }
}

/**
 * Wishes settings of a device. Rules, "Configuration".
 * @throws ApiError 400, 403, 404, 409 for a device that takes no downlinks or was moved, 412
 */
export async function wishConfiguration(
  { db, now, dueDeliveries }: Pick<Deps, 'db' | 'now' | 'dueDeliveries'>,
  caller: Caller,
  one: OneDevice,
  wished: Wishes,
  options: ChangeOptions,
): Promise<Configuration> {
  const at = now()
  const changed = await withPartitionOf(db.$client, at, () =>
    db.transaction(async (tx) => {
      await wishSettings(tx, { now }, caller, one, wished, { ...options, at })
      return readDeviceConfiguration(tx, caller, one)
    }),
  )
  dueDeliveries.ring()
  return changed
}

/** How a change of wishes is logged and undone. */
export const configurationLog = {
  entity: { log: {}, update: z.preprocess((fields) => fields, wishesSchema) },
  resource: {
    /** Locks the device, and reads what is wished for it. */
    lock: async (
      tx: Queryable,
      { spaceId, id }: { spaceId: string; id: string },
    ): Promise<NonNullable<AuditEntry['after']>> => {
      const one = { spaceId, deviceId: id }
      await lockDevice(tx, one, 'no key update')
      return (await lockedConfiguration(tx, one)).wished
    },
  },
}
