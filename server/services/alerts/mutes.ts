import { isDeepStrictEqual } from 'node:util'
import { and, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import {
  changedMuteTimes,
  MUTE_AHEAD_DAYS_MAX,
  MUTE_DAYS_MAX,
  MUTE_KEPT_DAYS,
  MUTES_MAX,
  type MuteCreate,
  type MuteTimes,
  type MuteUpdate,
  muteEntity,
  muteFault,
  newMuteTimes,
  type Scope,
} from '#contract/alerts'
import { DAY } from '#contract/common/durations'
import type { Queryable } from '../../db/database'
import { alertRule, mute } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError } from '../../errors'
import { type Caller, nameOf, shownDoer } from '../common/caller'
import { columnsOf } from '../common/columns'
import { newId } from '../common/ids'
import type { JsonText } from '../common/json'
import { checkCountLimit } from '../resources/spaceNames'
import type { Clocked, Key } from '../resources/spaceQueries'
import { type ChangeOptions, spaceResource } from '../resources/spaceResource'
import { checkLimit, checkScope, lockForScope, seesScope, without } from './scope'

/** Most changed or deleted mutes of a space that are kept. */
export const MUTES_PAST_MAX = 500

const seesMute = (caller: Caller): SQL | undefined =>
  and(eq(mute.isPast, false), seesScope(caller, mute.scope))

const timesOf = ({ starts_at, ends_at }: MuteUpdate) => ({
  ...(starts_at && { startsAt: new Date(starts_at) }),
  ...(ends_at && { endsAt: new Date(ends_at) }),
})
/** Its column follows as a time. */
const follows = async () => undefined

/** Times of a space in which no alerts open. Rules, "Alerts". */
export const mutes = spaceResource({
  table: mute,
  entity: muteEntity,
  columns: columnsOf(muteEntity.schema, mute, {}),
  columnsFor: (caller) => ({ created_by: sql.raw(shownDoer(caller, 'mute.created_by')) }),
  customStores: { starts_at: follows, ends_at: follows },
  following: timesOf,
  seenBy: seesMute,
})

const FAULTS = {
  never: 'repeats.until must not be before the first day',
  before: 'ends_at must be later than starts_at',
  tooLong: `ends_at must be at most ${MUTE_DAYS_MAX} days after starts_at`,
  tooFar: `starts_at must be at most ${MUTE_AHEAD_DAYS_MAX} days ahead`,
} as const

/** @throws ApiError 400 */
function checkTimes(times: MuteTimes | null, now: number): MuteTimes {
  const fault = muteFault(times, now)
  if (fault || !times) throw new ApiError(400, FAULTS[fault ?? 'never'])
  return times
}

/**
 * Checks that a mute has its times, or those of each week; only the end of this week's may be now.
 * @throws ApiError 400
 */
function checkRepeats({ starts_at, ends_at, repeats }: MuteUpdate, now = -Infinity): void {
  const endsNow = ends_at && Date.parse(ends_at) <= now
  if (repeats && (starts_at || (ends_at && !endsNow)))
    throw new ApiError(400, 'starts_at and ends_at must be null if repeats is set, which has the times')
}

/** The changed times of a mute; those that are sent as they were are none. */
function changedTimes(input: MuteUpdate, before: z.output<typeof beforeSchema>): MuteUpdate {
  const isSame = (field: 'starts_at' | 'ends_at') =>
    Date.parse(input[field] ?? '') === Date.parse(before[field])
  const { repeats, starts_at, ends_at } = input
  return {
    ...(repeats !== undefined && !isDeepStrictEqual(repeats, before.repeats) && { repeats }),
    ...(!(before.repeats && isSame('starts_at')) && { starts_at }),
    ...(!(before.repeats && isSame('ends_at')) && { ends_at }),
  }
}

/** @throws ApiError 400 */
async function checkRules(db: Queryable, spaceId: string, given: readonly string[]): Promise<void> {
  const ids = [...new Set(given)]
  const named = and(eq(alertRule.spaceId, spaceId), inArray(alertRule.id, ids))
  if ((await db.$count(alertRule, named)) < ids.length)
    throw new ApiError(400, 'rule_ids has a rule that is not in this space')
}

/** @throws ApiError 400 for invalid times, for something that is not in the space, or if the space has reached its limit, 403 */
export async function createMute(
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  spaceId: string,
  input: MuteCreate,
): Promise<JsonText> {
  const { db } = deps
  const at = deps.now().getTime()
  checkLimit(caller, input.scope, 'mutes')
  checkRepeats(input)
  if (input.ends_at === null && input.repeats === null) throw new ApiError(400, 'ends_at is required')
  const times = checkTimes(newMuteTimes(input, at), at)
  await checkRules(db, spaceId, input.rule_ids)
  const room = roomForMutes(spaceId, new Date(at))
  const row = { createdBy: nameOf(caller), startsAt: new Date(times.from), endsAt: new Date(times.until) }
  return mutes.create(deps, caller, spaceId, input, {
    row,
    check: async (tx) => {
      await checkCountLimit(tx, room)
      await checkScope(tx, caller, spaceId, input.scope, new Date(at))
    },
  })
}

/** The limit on the mutes of a space that have not ended. */
export const roomForMutes = (spaceId: string, at: Date) => ({
  table: mute,
  counted: and(eq(mute.spaceId, spaceId), eq(mute.isPast, false), gt(mute.endsAt, at)),
  max: MUTES_MAX,
  full: `a space has at most ${MUTES_MAX} mutes that have not ended`,
})

/**
 * Keeps the scope of a mute that was active until now, or until its end: what it no longer mutes opens from now on. A space keeps only the last ones, because
 * an alert does not open much later than its mute ended.
 */
export async function keepPast(tx: Queryable, { spaceId, id }: Key, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`
  await tx.execute(sql`
    insert into mute (space_id, id, name, scope, rule_ids, starts_at, ends_at, created_by, is_past)
    select space_id, ${newId(now)}, name, scope, rule_ids, starts_at, least(ends_at, ${at}), created_by, true from mute
    where space_id = ${spaceId} and id = ${id} and starts_at < ${at} and (ends_at > ${at} or repeats is not null)`)
  await tx.execute(sql`
    delete from mute where space_id = ${spaceId} and is_past and id in (
      select id from mute where space_id = ${spaceId} and is_past order by ends_at desc, id desc offset ${MUTES_PAST_MAX})`)
}

const beforeSchema = muteEntity.schema.pick({
  scope: true,
  rule_ids: true,
  starts_at: true,
  ends_at: true,
  repeats: true,
})

/** The scope of a mute, where order does not matter. */
const namedIn = (scope: Scope, ruleIds: readonly string[]) => {
  const { kind, ...ids } = scope
  return [kind, [...new Set(Object.values(ids).flat())].toSorted(), [...new Set(ruleIds)].toSorted()]
}

/** @throws ApiError 400 also for one that has ended, 403, 404, 412 */
export async function updateMute(
  { db, now }: Clocked,
  caller: Caller,
  key: Key,
  input: MuteUpdate,
  options?: ChangeOptions,
): Promise<JsonText> {
  return db.transaction(async (tx) => {
    await lockForScope(tx, key.spaceId, input.scope)
    const before = beforeSchema.parse(await readBefore(tx, caller, key))
    const at = now()
    const times: MuteTimes = { from: Date.parse(before.starts_at), until: Date.parse(before.ends_at) }
    const sent = changedTimes(input, before)
    checkRepeats({ repeats: before.repeats, ...sent }, at.getTime())
    const changed = changedMuteTimes({ ...times, repeats: before.repeats }, sent, at.getTime())
    const { from, until } = changed ?? times
    const row = { startsAt: new Date(from), endsAt: new Date(until) }
    const isAboutOther = !isDeepStrictEqual(
      namedIn(input.scope ?? before.scope, input.rule_ids ?? before.rule_ids),
      namedIn(before.scope, before.rule_ids),
    )
    const isOther = isAboutOther || changed === null || from !== times.from || until !== times.until
    if (!isOther) return mutes.update({ db: tx, now }, caller, key, input, { ...options, row })
    if (times.until <= at.getTime())
      throw new ApiError(400, 'ends_at is in the past: a mute that has ended cannot be changed')
    if (input.scope) {
      checkLimit(caller, input.scope, 'mutes')
      // Deleted devices, connectors and tags may stay: they match nothing.
      await checkScope(tx, caller, key.spaceId, without(input.scope, before.scope), at)
    }
    const added = input.rule_ids?.filter((id) => !before.rule_ids.includes(id)) ?? []
    await checkRules(tx, key.spaceId, added)
    checkTimes(changed, at.getTime())
    if (isAboutOther || from > at.getTime()) await keepPast(tx, key, at)
    return mutes.update({ db: tx, now }, caller, key, input, { ...options, row })
  })
}

/** The mute before a change, locked. @throws ApiError 404 */
async function readBefore(tx: Queryable, caller: Caller, key: Key): Promise<unknown> {
  await tx.execute(sql`select from mute where space_id = ${key.spaceId} and id = ${key.id} for no key update`)
  const { text } = await mutes.read({ db: tx, now: () => new Date() }, caller, key)
  return JSON.parse(text)
}

/** Deletes a mute: what it muted is evaluated again. @throws ApiError 404, 412 */
export async function deleteMute(
  { db, now }: Clocked,
  caller: Caller,
  key: Key,
  options?: ChangeOptions,
): Promise<void> {
  await db.transaction(async (tx) => {
    await readBefore(tx, caller, key)
    await keepPast(tx, key, now())
    await mutes.delete({ db: tx, now }, caller, key, options)
  })
}

/** Deletes mutes that ended long ago. */
export async function forgetOldMutes({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db.delete(mute).where(lt(mute.endsAt, new Date(now().getTime() - MUTE_KEPT_DAYS * DAY)))
}
