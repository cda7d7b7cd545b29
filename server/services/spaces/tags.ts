import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { TAG_IS_LIMIT, type TagRef, type TagUpdate, type TagUsage, tagEntity } from '#contract/tags'
import { type Db, type Queryable, violatedConstraint } from '../../db/database'
import {
  accessKeyTag,
  configTemplate,
  configTemplateTag,
  connector,
  connectorTag,
  device,
  deviceTag,
} from '../../db/schema'
import { ApiError } from '../../errors'
import type { Caller } from '../common/caller'
import type { JsonText } from '../common/json'
import { checkTagChange, hasAllowedTag, hasOnlyAllowedTags, type Owner } from '../common/visibility'
import { type Deleting, discard } from '../discard/discard'
import { plainResource } from '../resources/plainResource'
import { lockSpace } from '../resources/spaceNames'
import type { Clocked, Key } from '../resources/spaceQueries'
import type { ChangeOptions } from '../resources/spaceResource'
import { incrementVersion } from '../resources/version'

/** Coloured tags. Rules, "Tags". */
export const tags = plainResource(tagEntity)

/** Updates a tag. @throws ApiError 403 for a caller with tags, 404, 412 */
export async function updateTag(
  deps: Clocked,
  caller: Caller,
  key: Key,
  input: TagUpdate,
  options?: ChangeOptions,
): Promise<JsonText> {
  checkTagChange(caller)
  return tags.update(deps, caller, key, input, options)
}

/** Constraints that keep a tag that keys or people are limited to. */
const LIMITS = new Set(['access_key_tag_tag', 'space_user_tag_tag'])

/** Increments the version of the devices, connectors and templates that carry a tag, which is deleted or was restored. */
export async function raiseCarriers(tx: Queryable, { spaceId, id: tagId }: Key): Promise<void> {
  const isOf = (row: typeof deviceTag | typeof connectorTag | typeof configTemplateTag) =>
    and(eq(row.spaceId, spaceId), eq(row.tagId, tagId))
  const deviceIds = tx.select({ id: deviceTag.deviceId }).from(deviceTag).where(isOf(deviceTag))
  await tx
    .update(device)
    .set(incrementVersion(device))
    .where(and(eq(device.spaceId, spaceId), inArray(device.id, deviceIds)))
  const connectorIds = tx
    .select({ id: connectorTag.connectorId })
    .from(connectorTag)
    .where(isOf(connectorTag))
  await tx
    .update(connector)
    .set(incrementVersion(connector))
    .where(and(eq(connector.spaceId, spaceId), inArray(connector.id, connectorIds)))
  const templateIds = tx
    .select({ id: configTemplateTag.configTemplateId })
    .from(configTemplateTag)
    .where(isOf(configTemplateTag))
  await tx
    .update(configTemplate)
    .set(incrementVersion(configTemplate))
    .where(and(eq(configTemplate.spaceId, spaceId), inArray(configTemplate.id, templateIds)))
}

/**
 * Deletes a tag, which goes to the trash; its devices and connectors lose it.
 * @throws ApiError 403 for a caller with tags, 404, 409 for a tag that keys or people are limited to, 412
 */
export async function deleteTag(
  { db, now, settings }: Deleting,
  caller: Caller,
  key: Key,
  options?: ChangeOptions,
): Promise<void> {
  checkTagChange(caller)
  try {
    await db.transaction(async (tx) => {
      // Deletions are serialized; the carriers are locked before the tag, as in a change of one of them.
      await lockSpace(tx, key.spaceId)
      await raiseCarriers(tx, key)
      await tags.delete({ db: tx, now }, caller, key, {
        ...options,
        remove: (_tx, deleted) => discard(tx, { now, settings }, caller, { ...deleted, resource: 'tag' }),
      })
    })
  } catch (error) {
    if (!LIMITS.has(violatedConstraint(error) ?? '')) throw error
    throw new ApiError(409, TAG_IS_LIMIT)
  }
}

/** Number of devices, connectors and keys that carry each tag of a space, of those that the caller sees, by the name of the tag. */
export async function readTagUsage(db: Db, caller: Caller, spaceId: string): Promise<TagUsage[]> {
  const counted = (table: typeof deviceTag | typeof connectorTag | typeof accessKeyTag, seen?: SQL) =>
    sql`(select tag_id, count(*)::int from ${table} where ${and(eq(table.spaceId, spaceId), seen)} group by tag_id)`
  const ofDevice = hasAllowedTag(caller, 'device', { spaceId: deviceTag.spaceId, id: deviceTag.deviceId })
  const ofConnector = hasOnlyAllowedTags(caller, 'connector', {
    spaceId: connectorTag.spaceId,
    id: connectorTag.connectorId,
  })
  const ofKey = hasOnlyAllowedTags(caller, 'access_key', {
    spaceId: accessKeyTag.spaceId,
    id: accessKeyTag.accessKeyId,
  })
  const { rows } = await db.execute<{ [Field in keyof TagUsage]: TagUsage[Field] }>(sql`
    select t.id as tag_id, coalesce(d.count, 0) as devices, coalesce(c.count, 0) as connectors,
      coalesce(k.count, 0) as keys
    from tag t
      left join ${counted(deviceTag, ofDevice)} d on d.tag_id = t.id
      left join ${counted(connectorTag, ofConnector)} c on c.tag_id = t.id
      left join ${counted(accessKeyTag, ofKey)} k on k.tag_id = t.id
    where t.space_id = ${spaceId} order by t.name, t.id`)
  return rows
}

/** SQL text of the tags of a row, by name. */
export const tagsOf = (owner: Owner, row: string, id = 'id') => `
  (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'color', t.color) order by t.name, t.id), '[]')
   from ${owner}_tag o join tag t on t.space_id = o.space_id and t.id = o.tag_id
   where o.space_id = ${row}.space_id and o.${owner}_id = ${row}.${id})`

/** The tags as a column of the owner's table. */
export const tagsColumn = (owner: Owner, id?: string): SQL<TagRef[]> =>
  sql`${sql.raw(tagsOf(owner, owner, id))}`

/**
 * Replaces the tags of a device, connector, key or person.
 * @throws ApiError 400 for a tag of another space
 */
export const putTags =
  (owner: Owner) =>
  async (tx: Queryable, { spaceId, id }: Key, given: readonly Pick<TagRef, 'id'>[]): Promise<void> => {
    const table = sql.identifier(`${owner}_tag`)
    const ownerId = sql.identifier(`${owner}_id`)
    const tagIds = [...new Set(given.map((one) => one.id.toLowerCase()))]
    await tx.execute(sql`delete from ${table} where space_id = ${spaceId} and ${ownerId} = ${id}`)
    if (tagIds.length === 0) return
    try {
      await tx.execute(sql`
        insert into ${table} (space_id, ${ownerId}, tag_id)
        select ${spaceId}::uuid, ${id}::uuid, unnest(${sql.param(tagIds)}::uuid[])`)
    } catch (error) {
      if (violatedConstraint(error) !== `${owner}_tag_tag`) throw error
      throw new ApiError(400, 'tags must be tags of this space')
    }
  }
