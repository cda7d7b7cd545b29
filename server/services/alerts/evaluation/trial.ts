import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import {
  type Condition,
  type ConnectorEpisode,
  countAlerts,
  type Episode,
  isOfConnectors,
  isOfKind,
  isOfSilence,
  isOfValue,
  type Scope,
  TRIAL_DAYS,
  TRIAL_MAX,
  type Trial,
  type TrialInput,
  variantsOf,
} from '#contract/alerts'
import { DAY } from '#contract/common/durations'
import type { KeyPermission } from '#contract/permissions'
import type { Db } from '../../../db/database'
import { connector, device } from '../../../db/schema/index'
import type { Deps } from '../../../deps'
import { inSlices } from '../../background/slices'
import { authorize, type Caller } from '../../common/caller'
import { hasAllowedTag, hasOnlyAllowedTags, notMoved } from '../../common/visibility'
import { deviceList } from '../../devices/list'
import { filtersOfView } from '../../views/scope'
import { idOf } from '../episodes'
import { checkAbout, checkLimit, hasConnector, isInScope } from '../scope'
import { followBehind } from './behind'
import { followBoots } from './boots'
import { followConnectors } from './connectors'
import { followFirmware } from './firmware'
import type { Followed, Found, Past } from './follow'
import { type Extremes, type FollowedValues, followValues } from './followValues'
import { followMissing } from './missing'
import { followSilence } from './silence'

/** Milliseconds before which an alert counts as short; if many are short, stricter conditions are tried. */
const SHORT = 1_800_000
const MANY = 3
/** Most stricter conditions that are returned. */
const VARIANTS = 4

/** More devices than a space has. */
const ALL = 2 ** 31 - 1

/** The devices in the scope of a rule that the caller sees. */
async function devicesOf(db: Db, caller: Caller, spaceId: string, scope: Scope, at: Date): Promise<string[]> {
  if (scope.kind === 'view') {
    const filters = await filtersOfView(db.$client, caller, spaceId, scope.view_id)
    return deviceList.ids({ client: db.$client, now: () => at }, caller, spaceId, filters, ALL)
  }
  const given: SQL = sql`(select ${JSON.stringify(scope)}::jsonb as scope) r`
  const { rows } = await db.execute<{ id: string }>(sql`
    select ${device.id} as id from ${device}, ${given}
    where ${and(
      eq(device.spaceId, spaceId),
      sql.raw(notMoved('device')),
      sql.raw(isInScope('r.scope', 'device')),
      hasAllowedTag(caller, 'device', device),
    )}`)
  return rows.map(({ id }) => id)
}

/** The connectors in the scope of a rule that the caller sees. */
async function connectorsOf(db: Db, caller: Caller, spaceId: string, scope: Scope): Promise<string[]> {
  const given: SQL = sql`(select ${JSON.stringify(scope)}::jsonb as scope) r`
  const { rows } = await db.execute<{ id: string }>(sql`
    select ${connector.id} as id from ${connector}, ${given}
    where ${and(
      eq(connector.spaceId, spaceId),
      eq(connector.enabled, true),
      sql.raw(hasConnector('r.scope', 'connector')),
      hasOnlyAllowedTags(caller, 'connector', connector),
    )}`)
  return rows.map(({ id }) => id)
}

async function namesOf(db: Db, spaceId: string, table: typeof device | typeof connector, ids: string[]) {
  const named = await db
    .select({ id: table.id, name: table.name })
    .from(table)
    .where(and(eq(table.spaceId, spaceId), inArray(table.id, ids)))
  return new Map(named.map(({ id, name }) => [id, name]))
}

type Conditions<Of extends Condition> = [Of, ...Of[]]

/** Whether all conditions are of one kind. */
const areAll = <Of extends Condition>(
  conditions: Conditions<Condition>,
  isOf: (condition: Condition) => condition is Of,
): conditions is Conditions<Of> => conditions.every(isOf)

/** What conditions of one kind would have found. */
async function follow(
  db: Db,
  past: Past,
  conditions: Conditions<Condition>,
): Promise<Followed & Partial<FollowedValues>> {
  if (areAll(conditions, isOfValue)) return followValues(db, past, conditions)
  if (areAll(conditions, isOfSilence)) return followSilence(db, past, conditions)
  if (areAll(conditions, isOfKind('missing'))) return followMissing(db, past, conditions)
  if (areAll(conditions, isOfKind('boots'))) return followBoots(db, past, conditions)
  if (areAll(conditions, isOfKind('connectorFails'))) return followConnectors(db, past, conditions)
  if (areAll(conditions, isOfKind('connectorBehind'))) return followBehind(db, past, conditions)
  if (areAll(conditions, isOfKind('firmwareFailed'))) return followFirmware(db, past, conditions)
  throw new TypeError('conditions of different kinds are not tried together')
}

const lengthOf = ({ openedAt, endedAt }: Found) => (endedAt === null ? Infinity : endedAt - openedAt)

/** Stricter conditions, if many alerts were short: each leaves fewer than the ones before. */
async function lookForFewer(
  db: Db,
  past: Past,
  condition: Condition,
  found: readonly Found[],
  all: number,
  range: Extremes,
): Promise<Trial['variants']> {
  const short = found.filter((one) => lengthOf(one) < SHORT)
  const [first, ...others] = variantsOf(condition, range)
  if (found.length < MANY || short.length * 2 < found.length || !first) return []
  // A stricter condition finds nothing where this one found nothing.
  const ids = [...new Set(found.map(idOf))]
  const tried: Conditions<Condition> = [first, ...others]
  const { found: each } = await follow(db, { ...past, ids }, tried)
  const variants: Trial['variants'] = []
  for (const [i, variant] of tried.entries()) {
    await past.rest()
    const count = countAlerts(each[i] ?? [])
    const isFewer = count < (variants.at(-1)?.alert_count ?? all)
    if (isFewer && count > 0) variants.push({ condition: variant, alert_count: count })
  }
  return variants.slice(0, VARIANTS)
}

/** The permissions that a preview needs: it reads names of connectors or devices, and when these measured something. */
const readOf = (condition: Condition): KeyPermission[] => {
  if (isOfConnectors(condition)) return ['space:connector:read']
  const isOfSeries = isOfValue(condition) || condition.kind === 'missing'
  return ['space:device:read', ...(isOfSeries ? (['space:message:series:read'] as const) : [])]
}

const timeText = (time: number) => new Date(time).toISOString()

/** What a rule would have found in the last days. @throws ApiError 400 for a scope that the condition cannot have, 403 */
export async function tryRule(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  spaceId: string,
  { condition, scope }: TrialInput,
): Promise<Trial> {
  for (const needed of readOf(condition)) authorize(caller, needed)
  checkLimit(caller, scope, 'rules')
  checkAbout(condition, scope)
  const ofConnectors = isOfConnectors(condition)
  const before = now().getTime()
  const after = before - TRIAL_DAYS * DAY
  const scoped = await (ofConnectors ? connectorsOf : devicesOf)(db, caller, spaceId, scope, now())
  const past = { spaceId, ids: scoped, after, before, rest: inSlices(caller, spaceId) }
  const { found: each, isCut, range = null, usual = null } = await follow(db, past, [condition])
  await past.rest()
  const found = (each[0] ?? []).toSorted((a, b) => b.openedAt - a.openedAt)
  const newest = found.slice(0, TRIAL_MAX)
  const names = await namesOf(db, spaceId, ofConnectors ? connector : device, [...new Set(newest.map(idOf))])
  await past.rest()
  const ids = new Set<string>()
  let shortest = Infinity
  for (const one of found) {
    ids.add(idOf(one))
    shortest = Math.min(shortest, lengthOf(one))
  }
  await past.rest()
  const alert_count = countAlerts(found)
  const timesOf = ({ since, openedAt, endedAt }: Pick<Found, 'since' | 'openedAt' | 'endedAt'>) => ({
    since: timeText(since),
    opened_at: timeText(Math.max(openedAt, after)),
    ended_at: endedAt === null ? null : timeText(endedAt),
    flapping: null,
  })
  return {
    after: timeText(after),
    before: timeText(before),
    scope_count: scoped.length,
    device_count: ofConnectors ? 0 : ids.size,
    connector_count: ofConnectors ? ids.size : 0,
    alert_count,
    usual_interval: usual && { least: usual[0], greatest: usual[1] },
    shortest: shortest < Infinity ? shortest / 1000 : null,
    alerts: newest.flatMap((one): Episode | [] => {
      const { deviceId: device_id, path, worst } = one
      if (typeof device_id !== 'string') return []
      const device_name = names.get(device_id) ?? ''
      return Object.assign({ device_id, device_name, path: path || null, worst }, timesOf(one))
    }),
    connectors: newest.flatMap((one): ConnectorEpisode | [] => {
      const { connectorId: connector_id } = one
      if (typeof connector_id !== 'string') return []
      return Object.assign({ connector_id, connector_name: names.get(connector_id) ?? '' }, timesOf(one))
    }),
    is_cut: isCut,
    variants: isCut ? [] : await lookForFewer(db, past, condition, found, alert_count, range),
  }
}
