import { and, eq, sql } from 'drizzle-orm'
import { type ConnectorInput, DEFAULT_RETRY_DELAYS } from '#contract/connectors'
import type { Queryable } from '../../db/database'
import { connector, connectorTag, delivery } from '../../db/schema'
import type { Deps } from '../../deps'
import { notFound } from '../../errors'
import { newId } from '../ids'
import { JsonText } from '../json'
import { putTags } from '../tags'
import { matches } from './filter'
import { CONNECTOR_COLUMNS, isConnector } from './row'
import { newSecret } from './secret'

/** A connector of the space. Spec 1, section 7. @throws ApiError 404 */
export async function readConnector(db: Queryable, spaceId: string, connectorId: string): Promise<JsonText> {
  const { rows } = await db.execute<{ json: string }>(sql`
    select row_to_json(one)::text as json from (
      select ${sql.raw(CONNECTOR_COLUMNS)} from connector c where c.space_id = ${spaceId} and c.id = ${connectorId}
    ) one`)
  const [row] = rows
  if (!row) throw notFound()
  return new JsonText(row.json)
}

/**
 * Creates a connector with a secret of its own. Spec 1, section 7.
 * @throws ApiError 400 for a tag of elsewhere
 */
export async function createConnector(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  spaceId: string,
  { tags, retry_delays: retryDelays = [...DEFAULT_RETRY_DELAYS], ...input }: ConnectorInput,
): Promise<JsonText> {
  const at = now()
  const id = newId(at)
  return db.transaction(async (tx) => {
    await tx
      .insert(connector)
      .values({ ...input, spaceId, id, retryDelays, secret: newSecret(), createdAt: at })
    await putTagsOf(tx, spaceId, id, tags)
    return readConnector(tx, spaceId, id)
  })
}

/**
 * Replaces what a person can change of a connector; `enabled` and the retry delays only when they are said.
 * Spec 1, section 7.
 * @throws ApiError 400 for a tag of elsewhere, 404
 */
export async function updateConnector(
  { db }: Pick<Deps, 'db'>,
  spaceId: string,
  connectorId: string,
  { tags, retry_delays: retryDelays, ...input }: ConnectorInput,
): Promise<JsonText> {
  return db.transaction(async (tx) => {
    const updated = await tx
      .update(connector)
      .set({ ...input, retryDelays })
      .where(isConnector(spaceId, connectorId))
      .returning({ id: connector.id })
    if (updated.length === 0) throw notFound()
    await tx
      .delete(connectorTag)
      .where(and(eq(connectorTag.spaceId, spaceId), eq(connectorTag.connectorId, connectorId)))
    await putTagsOf(tx, spaceId, connectorId, tags)
    return readConnector(tx, spaceId, connectorId)
  })
}

/** Deletes a connector with its deliveries; those that wait are not tried any more. @throws ApiError 404 */
export async function deleteConnector(
  { db, queue }: Pick<Deps, 'db' | 'queue'>,
  spaceId: string,
  connectorId: string,
): Promise<void> {
  const one = isConnector(spaceId, connectorId)
  // Apart and first: a message that triggers it would wait until all of its deliveries are gone.
  const disabled = await db
    .update(connector)
    .set({ enabled: false })
    .where(one)
    .returning({ id: connector.id })
  if (disabled.length === 0) throw notFound()
  await db.transaction(async (tx) => {
    // From here on no message adds a delivery.
    await tx.select({ id: connector.id }).from(connector).where(one).for('update')
    const waiting = await tx
      .delete(delivery)
      .where(matches({ spaceId, connectorId }, { state: ['pending'] }))
      .returning({ id: delivery.id })
    await tx.delete(connector).where(one)
    await queue.remove(
      tx,
      waiting.map(({ id }) => id),
    )
  })
}

const putTagsOf = (tx: Queryable, spaceId: string, connectorId: string, tags: ConnectorInput['tags']) =>
  putTags(tags, 'connector_tag_tag', (tagIds) =>
    tx.insert(connectorTag).values(tagIds.map((tagId) => ({ spaceId, connectorId, tagId }))),
  )
