import { isDeepStrictEqual } from 'node:util'
import { and, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import {
  changedMuteTimes,
  MUTE_AHEAD_DAYS_MAX,
  MUTE_DAYS_MAX,
  MUTES_MAX,
  type MuteCreate,
  type MuteTimes,
  type MuteUpdate,
  muteEntity,
  muteFault,
  newMuteTimes,
  type Scope,
} from '#contract/alerts'
import type { Queryable } from '../../db/database'
import { alertRule, mute } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError } from '../../errors'
import { type Caller, nameOf, shownDoer } from '../common/caller'
import { columnsOf } from '../common/columns'
import type { JsonText } from '../common/json'
import { checkCountLimit } from '../resources/spaceNames'
import type { Clocked, Key } from '../resources/spaceQueries'
import { type ChangeOptions, spaceResource } from '../resources/spaceResource'
import { keepPast } from './pastMutes'
import { advanceMute, GOES_ON } from './repeatingMutes'
import { checkLimit, checkScope, lockForScope, seesScope, without } from './scope'

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

/** The limit on the mutes of a space that have not ended, or go on in the next week. */
export const roomForMutes = (spaceId: string, at: Date) => ({
  table: mute,
  counted: and(eq(mute.spaceId, spaceId), eq(mute.isPast, false), or(gt(mute.endsAt, at), GOES_ON)),
  max: MUTES_MAX,
  full: `a space has at most ${MUTES_MAX} mutes that have not ended`,
})

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
  const named: string[] = Object.values(ids).flat()
  return [kind, [...new Set(named)].toSorted(), [...new Set(ruleIds)].toSorted()]
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
    const { json, at } = await readBefore({ db: tx, now }, caller, key)
    const before = beforeSchema.parse(json)
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

/**
 * The mute before a change, locked, and the time of the change. One that repeats has the times that are then or come next.
 * @throws ApiError 404
 */
async function readBefore({ db, now }: { db: Queryable; now: () => Date }, caller: Caller, key: Key) {
  await db.execute(sql`select from mute where space_id = ${key.spaceId} and id = ${key.id} for no key update`)
  const at = now()
  await advanceMute(db, key, at)
  const { text } = await mutes.read({ db, now }, caller, key)
  const json: unknown = JSON.parse(text)
  return { json, at }
}

/** Deletes a mute: what it muted is evaluated again. @throws ApiError 404, 412 */
export async function deleteMute(
  { db, now }: Clocked,
  caller: Caller,
  key: Key,
  options?: ChangeOptions,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { at } = await readBefore({ db: tx, now }, caller, key)
    await keepPast(tx, key, at)
    await mutes.delete({ db: tx, now }, caller, key, options)
  })
}
