import { randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import {
  type Connector,
  type ConnectorCreate,
  type ConnectorUpdate,
  connectorEntity,
  type Operation,
} from '#contract/connectors'
import type { Queryable } from '../../db/database'
import { connector, variable } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError } from '../../errors'
import { type Caller, may } from '../common/caller'
import { columnsOf } from '../common/columns'
import type { JsonText } from '../common/json'
import { checkOwnTags, hasOnlyAllowedTags, limitOf } from '../common/visibility'
import { lockOperation, noteHeld } from '../deliveries/operation'
import { type Deleting, discard } from '../discard/discard'
import { lockSpace } from '../resources/spaceNames'
import type { Clocked, Key } from '../resources/spaceQueries'
import { type ChangeOptions, spaceResource } from '../resources/spaceResource'
import { putTags, tagsColumn } from '../spaces/tags'
import { brokerOf, checkPassword, checkType, secretsIn } from './broker'
import { OPERATION } from './operationColumn'

/** Connectors of a space. Rules, "Connectors". */
export const connectors = spaceResource({
  table: connector,
  entity: connectorEntity,
  columns: columnsOf(connectorEntity.schema, connector, {
    state: sql<Connector['state']>`case when ${connector.enabled} then 'enabled' else 'disabled' end`,
    tags: tagsColumn('connector'),
    retry_delay: undefined,
    operation: sql<Operation>`${sql.raw(OPERATION)}`,
    has_broker_password: sql<boolean>`${connector.brokerPassword} is not null`,
  }),
  customStores: { tags: putTags('connector') },
  // A key with a limit sees connectors that carry only tags of its own: others would reveal devices that it does not see.
  seenBy: (caller) => hasOnlyAllowedTags(caller, 'connector', connector),
})

/** Ids of a connector. */
export interface ConnectorRef {
  spaceId: string
  connectorId: string
}

/** The condition that a connector is this one, and the caller sees it. */
export const isSeen = (caller: Caller, { spaceId, connectorId }: ConnectorRef) =>
  connectors.is(spaceId, connectorId, connectors.seenBy(caller))

/** Checks that the caller sees a connector. @throws ApiError 404 */
export const checkConnector = (
  db: Queryable,
  caller: Caller,
  { spaceId, connectorId }: ConnectorRef,
): Promise<void> => connectors.check(db, caller, { spaceId, id: connectorId })

/** Whether a connector is enabled after a change. If a client sends both names, the one that differs from before counts. */
const isEnabled = ({ enabled, state }: Pick<ConnectorUpdate, 'enabled' | 'state'>, before: boolean) =>
  [enabled, state && state === 'enabled'].includes(!before) ? !before : before

/**
 * Refuses code of a key that would get variables which the key itself may not read: a limited key reads none of the whole space, and a key
 * without their permission reads no value.
 * @throws ApiError 403
 */
async function checkCode(db: Queryable, caller: Caller, spaceId: string): Promise<void> {
  if (!limitOf(caller) && may(caller, 'space:variable:value:read')) return
  const [shared] = await db
    .select({ id: variable.id })
    .from(variable)
    .where(and(eq(variable.spaceId, spaceId), variable.forConnectors))
    .limit(1)
  if (shared)
    throw new ApiError(
      403,
      'forbidden: the code of connectors gets variables of this space that the key does not read',
    )
}

/** Records for the statistics that a connector was switched on or off. */
async function noteSwitched(tx: Queryable, { spaceId, id: connectorId }: Key, at: Date): Promise<void> {
  await lockOperation(tx, { spaceId, connectorId })
  await noteHeld(tx, { spaceId, connectorId }, at)
}

/**
 * Creates a connector with its own secret.
 * @throws ApiError 400 for a tag of another space or a field that its type does not have, 403, 409 if another connector has the name
 */
export async function createConnector(
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  spaceId: string,
  input: ConnectorCreate,
): Promise<JsonText> {
  checkOwnTags(caller, input.tags)
  await checkCode(deps.db, caller, spaceId)
  const given = { ...input, ...brokerOf(input.type, input), enabled: isEnabled(input, true) }
  const creation = {
    row: { secret: newSecret() },
    secrets: secretsIn(given, null),
    ...(!given.enabled && { store: (tx: Queryable, key: Key) => noteSwitched(tx, key, deps.now()) }),
  }
  return connectors.create(deps, caller, spaceId, given, creation)
}

/**
 * Updates a connector; fields that are not given are kept.
 * @throws ApiError 400, 403, 404, 409 if another connector has the new name, 412
 */
export async function updateConnector(
  { db, now }: Clocked,
  caller: Caller,
  key: Key,
  input: ConnectorUpdate,
  options?: ChangeOptions,
): Promise<JsonText> {
  return db.transaction(async (tx) => {
    // The space is locked before the connector, as in the deletion of a space.
    await lockSpace(tx, key.spaceId)
    const before = await connectors.lock(tx, key, 'update', connectors.seenBy(caller))
    if (input.tags) checkOwnTags(caller, input.tags)
    const { transformation = before.transformation, broker_url = before.broker_url } = input
    // A caller who chooses the broker gets what the code publishes.
    if (transformation !== before.transformation || broker_url !== before.broker_url)
      await checkCode(tx, caller, key.spaceId)
    const { type } = before
    checkType(type, input.type)
    const own = { broker_url: before.broker_url, broker_username: before.broker_username }
    const broker = brokerOf(type, input, own)
    const given = { ...input, ...broker, enabled: isEnabled(input, before.enabled === true) }
    const [held] = await tx
      .select({ password: connector.brokerPassword })
      .from(connector)
      .where(connectors.is(key.spaceId, key.id))
    const password = held?.password ?? null
    checkPassword(given, own, password)
    const secrets = secretsIn(given, password)
    const updated = await connectors.update({ db: tx, now }, caller, key, given, { ...options, secrets })
    if (given.enabled !== before.enabled) await noteSwitched(tx, key, now())
    return updated
  })
}

/** Deletes a connector, which goes to the trash. Its deliveries can no longer be seen. @throws ApiError 404, 412 */
export async function deleteConnector(
  deps: Deleting,
  caller: Caller,
  key: Key,
  options?: ChangeOptions,
): Promise<void> {
  await connectors.delete(deps, caller, key, {
    ...options,
    remove: (tx, deleted) => discard(tx, deps, caller, { ...deleted, resource: 'connector' }),
  })
}

/** Standard Webhooks asks for 24 to 64 random bytes. */
const SECRET_BYTES = 24

/** Creates a secret for a connector. */
export const newSecret = (): Buffer => randomBytes(SECRET_BYTES)
