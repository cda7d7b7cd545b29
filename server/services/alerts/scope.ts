import { and, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import {
  type Audience,
  type Condition,
  canBeAbout,
  isOfConnectors,
  type Scope,
  VALUE_KINDS,
} from '#contract/alerts'
import type { Queryable } from '../../db/database'
import { connector, device, shift, spaceUser, tag } from '../../db/schema'
import { ApiError } from '../../errors'
import type { Caller } from '../common/caller'
import { hasOnlyAllowedTags, limitOf, notMoved } from '../common/visibility'
import { lockSpace } from '../resources/spaceNames'
import { holdView } from '../views/scope'

/** SQL condition: a rule is about values, and is evaluated when they arrive. */
export const evaluatesValues = (condition: string): string =>
  `${condition}->>'kind' in (${VALUE_KINDS.map((kind) => `'${kind}'`).join(', ')})`

/**
 * SQL condition: a rule applies to a device.
 * @param scope SQL of the rule's scope
 * @param row of the device
 */
export const isInScope = (scope: string, row: string): string => `(
  ${scope}->>'kind' = 'all'
  or coalesce(${scope}->'device_ids' ? ${row}.id::text, false)
  or ${scope}->>'kind' = 'tags' and exists (
    select from device_tag scoped
    where scoped.space_id = ${row}.space_id and scoped.device_id = ${row}.id and ${scope}->'tag_ids' ? scoped.tag_id::text)
  or ${scope}->>'kind' = 'view' and exists (
    select from view_device scoped
    where scoped.space_id = ${row}.space_id and scoped.device_id = ${row}.id and scoped.view_id = (${scope}->>'view_id')::uuid))`

/** SQL of the ids in a scope. There may be many: they are read once, not for each device. */
export const namedIn = (scope: string, name: 'device_ids' | 'connector_ids' | 'tag_ids'): string =>
  `(select id::uuid as id from jsonb_array_elements_text(${scope}->'${name}') as named (id))`

/**
 * SQL of the given devices of the space `$1` that a scope names, whose tags it names, or that are in its view.
 * @param ids SQL of the list of devices
 */
export const namedInScope = (scope: string, ids: string): string => `array(
  select n.id from ${namedIn(scope, 'device_ids')} n where n.id = any(${ids})
  union
  select t.device_id from ${namedIn(scope, 'tag_ids')} n
    join device_tag t on t.space_id = $1 and t.tag_id = n.id and t.device_id = any(${ids})
  union
  select v.device_id from view_device v
    where v.space_id = $1 and v.view_id = (${scope}->>'view_id')::uuid and v.device_id = any(${ids}))`

/**
 * SQL condition: a rule applies to a connector.
 * @param scope SQL of the rule's scope
 * @param row of the connector
 */
export const hasConnector = (scope: string, row: string): string => `(
  ${scope}->>'kind' = 'all'
  or coalesce(${scope}->'connector_ids' ? ${row}.id::text, false)
  or ${scope}->>'kind' = 'tags' and exists (
    select from connector_tag scoped
    where scoped.space_id = ${row}.space_id and scoped.connector_id = ${row}.id and ${scope}->'tag_ids' ? scoped.tag_id::text))`

/** The condition that a caller sees a rule or a mute by its scope: a caller who is limited to tags sees only those about their own tags. */
export function seesScope(caller: Caller, scope: SQLWrapper): SQL | undefined {
  const limit = limitOf(caller)
  return limit
    ? sql`${scope}->>'kind' = 'tags' and ${scope}->'tag_ids' <@ ${JSON.stringify(limit)}::jsonb`
    : undefined
}

/**
 * Checks that a caller may have something with a scope.
 * @param what they are, in the plural
 * @throws ApiError 403
 */
export function checkLimit(caller: Caller, scope: Scope, what: 'rules' | 'mutes'): void {
  const limit = limitOf(caller)
  if (limit && !(scope.kind === 'tags' && scope.tag_ids.every((id) => limit.includes(id))))
    throw new ApiError(403, `forbidden: a caller with tags can have only ${what} for their own tags`)
}

/** Checks that a rule with a condition can have a scope. @throws ApiError 400 */
export function checkAbout(condition: Condition, scope: Scope): void {
  if (canBeAbout(condition, scope)) return
  const what = isOfConnectors(condition) ? 'connectors' : 'devices'
  throw new ApiError(
    400,
    `scope must be of kind all, tags${what === 'devices' ? ', view' : ''} or ${what}: a rule of this kind applies to ${what}`,
  )
}

/** A scope without what another one has as well; of the same view nothing is left to check. */
export function without(scope: Scope, other: Scope): Scope {
  if (scope.kind === 'view' && other.kind === 'view' && scope.view_id === other.view_id)
    return { kind: 'all' }
  if (scope.kind === 'tags' && other.kind === 'tags')
    return { kind: 'tags', tag_ids: scope.tag_ids.filter((id) => !other.tag_ids.includes(id)) }
  if (scope.kind === 'devices' && other.kind === 'devices')
    return { kind: 'devices', device_ids: scope.device_ids.filter((id) => !other.device_ids.includes(id)) }
  if (scope.kind === 'connectors' && other.kind === 'connectors')
    return {
      kind: 'connectors',
      connector_ids: scope.connector_ids.filter((id) => !other.connector_ids.includes(id)),
    }
  return scope
}

/** Locks the space before a scope with a view, which then cannot be deleted until the transaction ends. */
export async function lockForScope(tx: Queryable, spaceId: string, scope: Scope | undefined): Promise<void> {
  if (scope?.kind === 'view') await lockSpace(tx, spaceId)
}

/**
 * Checks that everything in a scope is in the space, and finds the devices of its view. For a view the transaction has locked the space.
 * @throws ApiError 400, 403 for a view of values that the caller may not read
 */
export async function checkScope(
  db: Queryable,
  caller: Caller,
  spaceId: string,
  scope: Scope,
  at: Date,
): Promise<void> {
  if (scope.kind === 'view') await holdView(db, caller, { spaceId, id: scope.view_id }, at)
  if (scope.kind === 'tags') {
    const ids = [...new Set(scope.tag_ids)]
    if ((await db.$count(tag, and(eq(tag.spaceId, spaceId), inArray(tag.id, ids)))) < ids.length)
      throw new ApiError(400, 'scope has a tag that is not in this space')
  }
  if (scope.kind === 'devices') {
    const ids = [...new Set(scope.device_ids)]
    const here = and(eq(device.spaceId, spaceId), inArray(device.id, ids), sql.raw(notMoved('device')))
    if ((await db.$count(device, here)) < ids.length)
      throw new ApiError(400, 'scope has a device that is not in this space')
  }
  if (scope.kind === 'connectors') {
    const ids = [...new Set(scope.connector_ids)]
    const here = and(eq(connector.spaceId, spaceId), inArray(connector.id, ids))
    if ((await db.$count(connector, here)) < ids.length)
      throw new ApiError(400, 'scope has a connector that is not in this space')
  }
}

/** Checks that an audience has only people, connectors and shifts of the space. @throws ApiError 400 */
export async function checkAudience(
  db: Queryable,
  caller: Caller,
  spaceId: string,
  { user_ids, connector_ids, shift_ids }: Pick<Audience, 'user_ids' | 'connector_ids' | 'shift_ids'>,
  field = 'notify',
): Promise<void> {
  const ids = [...new Set(user_ids)]
  const members = and(
    eq(spaceUser.spaceId, spaceId),
    inArray(spaceUser.userId, ids),
    eq(spaceUser.invited, false),
  )
  if ((await db.$count(spaceUser, members)) < ids.length)
    throw new ApiError(400, `${field} has a person who is not in this space`)
  const named = [...new Set(connector_ids)]
  const seen = and(
    eq(connector.spaceId, spaceId),
    inArray(connector.id, named),
    hasOnlyAllowedTags(caller, 'connector', connector),
  )
  if ((await db.$count(connector, seen)) < named.length)
    throw new ApiError(400, `${field} has a connector that is not in this space`)
  const onDuty = [...new Set(shift_ids)]
  if ((await db.$count(shift, and(eq(shift.spaceId, spaceId), inArray(shift.id, onDuty)))) < onDuty.length)
    throw new ApiError(400, `${field} has a shift that is not in this space`)
}
