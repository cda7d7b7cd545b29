import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { and, eq, lte, or, type SQL, sql } from 'drizzle-orm'
import { version } from 'uuid'
import { DAY } from '#contract/common/durations'
import {
  KEY_USAGE_DAYS,
  type KeyCreate,
  type KeyDuplicate,
  type KeyUpdate,
  type KeyUsage,
  keyEntity,
} from '#contract/keys'
import { isKeyPermission } from '#contract/permissions'
import { type Queryable, violatedConstraint } from '../../db/database'
import { accessKey, accessKeyTag, accessKeyUse, handleOf, keyHandle } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError, notFound } from '../../errors'
import { note, standInOf } from '../audit/note'
import type { Caller, KeyCaller } from '../common/caller'
import { type Columns, columnsOf, dateOf, timeColumn } from '../common/columns'
import { authorizeGift, hasLess, isEnded, permissionsOf } from '../common/granting'
import { JsonText } from '../common/json'
import { isInTime } from '../common/membership'
import { authorizeGrant, isRecent } from '../common/recent'
import { hasOnlyAllowedTags } from '../common/visibility'
import { lockSpace } from '../resources/spaceNames'
import type { Clocked, Key } from '../resources/spaceQueries'
import { type ChangeOptions, spaceResource } from '../resources/spaceResource'
import { putTags, tagsColumn } from './tags'

/**
 * The condition that a key has no more permissions than the caller, and ends no later: its token would be a way to more. Admins for good see
 * all keys.
 */
function noMoreThan(caller: Caller): SQL | undefined {
  if (!hasLess(caller)) return undefined
  const permitted = sql`${accessKey.permissions} <@ ${sql.param([...permissionsOf(caller)])}::text[]`
  const { endsAt } = caller
  const inTime = endsAt ? lte(accessKey.endsAt, endsAt) : undefined
  return and(permitted, hasOnlyAllowedTags(caller, 'access_key', accessKey), inTime)
}

/**
 * Whether lists show tokens to the caller: to people who have confirmed their identity recently. A key would keep those of others, which
 * may get more permissions later.
 */
const mayKnowTokens = (caller: Caller, now: Date) => 'userId' in caller && isRecent(caller, now)

/** The end is a column, as a time. */
const follows = async () => undefined

/** Keys of a space; who has less than an admin sees those that have no more. Rules, "Keys". */
const resource = spaceResource({
  table: accessKey,
  entity: keyEntity,
  columns: columnsOf(keyEntity.schema, accessKey, { tags: tagsColumn('access_key'), handle: keyHandle }),
  columnsFor: (caller, now): Record<string, SQL> => (mayKnowTokens(caller, now) ? {} : { id: keyHandle }),
  seenBy: noMoreThan,
  following: ({ tags, ends_at }) => ({ isLimited: tags && tags.length > 0, endsAt: dateOf(ends_at) }),
  customStores: { tags: putTags('access_key'), ends_at: follows },
})

/** The key that a call names by its token or its handle. */
async function keyNamed(db: Queryable, { spaceId, id }: Key): Promise<Required<Key>> {
  const isNamed = or(eq(accessKey.id, id), eq(keyHandle, id))
  const [found] = await db
    .select({ id: accessKey.id, loggedAs: keyHandle })
    .from(accessKey)
    .where(and(eq(accessKey.spaceId, spaceId), isNamed))
  return { spaceId, id, loggedAs: id, ...found }
}

/** A key as it is returned to the caller who has named it. */
const answeredAs = (id: string, { text, version }: JsonText) =>
  new JsonText(JSON.stringify({ ...keyEntity.schema.parse(JSON.parse(text)), id: id.toLowerCase() }), version)

export const listKeys = resource.list

/** @throws ApiError 404 */
export const readKey: typeof resource.read = async (deps, caller, key) =>
  answeredAs(key.id, await resource.read(deps, caller, await keyNamed(deps.db, key)))

/** Deletes a key; it stops working immediately. @throws ApiError 404, 412 */
export const deleteKey: typeof resource.delete = async (deps, caller, key, options) =>
  resource.delete(deps, caller, await keyNamed(deps.db, key), options)

/** The token of a key. @throws ApiError 404 */
export async function readToken(deps: Clocked, caller: Caller, key: Key): Promise<{ token: string }> {
  const { id: token, spaceId } = await keyNamed(deps.db, key)
  await resource.check(deps.db, caller, { spaceId, id: token })
  return { token }
}

/** The stored hash of a key, besides its id, by which it is found. */
export const hashKey = (id: string): Buffer => createHash('sha256').update(id.toLowerCase()).digest()

/** Versions of ids that a caller can choose. Rules, "Keys". */
const CHOSEN_VERSIONS = new Set([4, 7])

const isChosen = (id: string | null | undefined): id is string => {
  try {
    return CHOSEN_VERSIONS.has(version(id ?? ''))
  } catch {
    return false
  }
}

const CONSTRAINTS = new Set(['access_key_space_id_id_pk', 'access_key_token_hash', 'access_key_handle'])

/**
 * Creates a key. Its id is random unless the caller chose one, because it is a secret.
 * @throws ApiError 400 for a tag of another space, 403, 409 if the id belongs to another key
 */
export async function createKey(
  deps: Clocked,
  caller: Caller,
  spaceId: string,
  input: KeyCreate,
): Promise<JsonText> {
  const { permissions = [], tags, ends_at } = input
  authorizeGift(caller, null, { permissions, tags, ends_at })
  authorizeGrant(deps, caller, null, { permissions, tags, ends_at })
  const id = isChosen(input.id) ? input.id.toLowerCase() : randomUUID()
  try {
    const row = { tokenHash: hashKey(id), madeBy: 'keyId' in caller ? caller.personId : caller.userId }
    return answeredAs(
      id,
      await resource.create(deps, caller, spaceId, input, { id, loggedAs: standInOf(id), row }),
    )
  } catch (error) {
    if (!CONSTRAINTS.has(violatedConstraint(error) ?? '')) throw error
    throw new ApiError(409, 'id belongs to another key')
  }
}

/** Updates a key. @throws ApiError 400, 403, 404, 412 */
export async function updateKey(
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  key: Key,
  input: KeyUpdate,
  options?: ChangeOptions,
): Promise<JsonText> {
  const check = (_: Queryable, { text }: JsonText) => {
    const before = keyEntity.schema.parse(JSON.parse(text))
    const { permissions = before.permissions, tags = before.tags, ends_at = before.ends_at } = input
    const had = isEnded(before, deps.now()) ? null : before
    authorizeGift(caller, had, { permissions, tags, ends_at })
    authorizeGrant(deps, caller, had, { permissions, tags, ends_at })
  }
  const named = await keyNamed(deps.db, key)
  return answeredAs(key.id, await resource.update(deps, caller, named, input, { ...options, check }))
}

/**
 * Creates a key with the permissions and tags of another one, which ends at a given time: programs change over while both work.
 * @throws ApiError 403, 404, 409 if the name belongs to another key, or the key ends earlier anyway
 */
export async function duplicateKey(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  key: Key,
  { name, ends_at, previous_ends_at }: KeyDuplicate,
): Promise<JsonText> {
  const { spaceId } = key
  return db.transaction(async (tx) => {
    const deps = { db: tx, now }
    await lockSpace(tx, spaceId)
    const old = await keyNamed(tx, key)
    await resource.lock(tx, old, 'update', noMoreThan(caller))
    const { text } = await resource.readRow(deps, old, { caller })
    const { permissions, tags, ends_at: end } = keyEntity.schema.parse(JSON.parse(text))
    if (end !== null && Date.parse(end) < Date.parse(previous_ends_at))
      throw new ApiError(409, 'previous_ends_at is later than the end that the key has')
    const input = { name, tags, permissions: permissions.filter(isKeyPermission), ends_at }
    const created = await createKey(deps, caller, spaceId, input)
    await resource.update(deps, caller, old, { ends_at: previous_ends_at })
    return created
  })
}

/**
 * Gives a key another token, which is its id; its handle stays. The previous token stops working immediately, in every copy of the server.
 * @throws ApiError 404
 */
export async function rotateKey(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  key: Key,
): Promise<JsonText> {
  const { spaceId } = key
  return db.transaction(async (tx) => {
    const old = await keyNamed(tx, key)
    await resource.lock(tx, old, 'delete', noMoreThan(caller))
    const is = and(eq(accessKey.spaceId, spaceId), eq(accessKey.id, old.id))
    const [row] = await tx.select().from(accessKey).where(is)
    if (!row) throw notFound()
    const id = randomUUID()
    // The old row has its handle until it is deleted.
    const fresh = { id, tokenHash: hashKey(id), keptHandle: null, version: row.version + 1 }
    await tx.insert(accessKey).values({ ...row, ...fresh })
    for (const table of [accessKeyTag, accessKeyUse])
      await tx
        .update(table)
        .set({ accessKeyId: id })
        .where(and(eq(table.spaceId, spaceId), eq(table.accessKeyId, old.id)))
    await tx.delete(accessKey).where(is)
    await tx
      .update(accessKey)
      .set({ keptHandle: old.loggedAs })
      .where(and(eq(accessKey.spaceId, spaceId), eq(accessKey.id, id)))
    const rotated = await resource.readRow({ db: tx, now }, { spaceId, id }, { caller })
    await note(tx, { now }, caller, {
      action: 'key.rotate',
      spaceId,
      target: { id: old.loggedAs, name: row.name },
      version: rotated.version,
    })
    return answeredAs(id, rotated)
  })
}

/** How each key that the caller sees was used. Calls of the last 24 hours are those of the last 24 clock hours. */
export async function readKeyUsage(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  spaceId: string,
): Promise<KeyUsage[]> {
  const { hour, calls, permission } = accessKeyUse
  const ago = (time: number) => sql`${new Date(now().getTime() - time)}::timestamptz`
  return db
    .select({
      key_id: mayKnowTokens(caller, now()) ? accessKey.id : keyHandle,
      handle: keyHandle,
      last_used_at: timeColumn(accessKey.lastUsedAt),
      last_used_from: accessKey.lastUsedFrom,
      calls: sql<number>`coalesce(sum(${calls}) filter (where ${hour} > ${ago(DAY)}), 0)::int`,
      used_permissions: sql<string[]>`coalesce(
        array_agg(distinct ${permission}) filter (where ${hour} > ${ago(KEY_USAGE_DAYS * DAY)}), '{}')`,
    } satisfies Columns<KeyUsage>)
    .from(accessKey)
    .leftJoin(
      accessKeyUse,
      and(eq(accessKeyUse.spaceId, accessKey.spaceId), eq(accessKeyUse.accessKeyId, accessKey.id)),
    )
    .where(and(eq(accessKey.spaceId, spaceId), noMoreThan(caller)))
    .groupBy(accessKey.spaceId, accessKey.id)
    .orderBy(accessKey.name, accessKey.id)
}

const KEY = `
  k.id as "keyId", ${handleOf('k')} as handle, k.name, k.space_id as "spaceId", coalesce(k.made_by, s.owner_id) as "personId", k.permissions, k.ends_at as "endsAt"`

/** Reads only the tables of all keys and all spaces, which every node has. */
const BY_TOKEN = {
  name: 'key.by_token',
  text: `select ${KEY}, k.token_hash as "tokenHash", k.is_limited as "isLimited"
    from access_key k join space s on s.id = k.space_id where k.token_hash = $1 and ${isInTime('k')}`,
}

/** The same with its tags, which are stored with its space. */
const WITH_TAGS = {
  name: 'key.with_tags',
  text: `
    select ${KEY},
      (select array_agg(t.tag_id) from access_key_tag t where t.space_id = $1 and t.access_key_id = k.id) as "tagIds"
    from access_key k join space s on s.id = k.space_id where k.space_id = $1 and k.id = $2 and ${isInTime('k')}`,
}

type Found = Omit<KeyCaller, 'used' | 'origin'>

/** The key of a token. Every call reads it, so that a deleted or ended key stops working immediately in every copy of the server. */
export async function findKey({ db }: Pick<Deps, 'db'>, token: string): Promise<Found | undefined> {
  const hash = hashKey(token)
  const { rows } = await db.$client.query<Omit<Found, 'tagIds'> & { tokenHash: Buffer; isLimited: boolean }>({
    values: [hash],
    ...BY_TOKEN,
  })
  const [found] = rows
  if (!found || !timingSafeEqual(found.tokenHash, hash)) return undefined
  const { tokenHash: _hash, isLimited, ...key } = found
  if (!isLimited) return { ...key, tagIds: null }
  // One snapshot: permissions and tags from before and after a change would together allow more than either.
  const limited = await db.$client.query<Found>({ values: [key.spaceId, key.keyId], ...WITH_TAGS })
  return limited.rows[0]
}
