import { getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { type TrashResource, trashApi } from '#contract/trash'
import * as schema from '../../server/db/schema'
import { KINDS, TRASH_RESOURCES } from '../../server/services/discard/parts'
import { deleteMany } from '../../server/services/trash/deleteMany'
import { trashList } from '../../server/services/trash/list'
import { restore } from '../../server/services/trash/restore'
import { fillTables } from '../support/backups'
import { A_PERSON } from '../support/callers'
import { createDatabase } from '../support/database'
import { serve } from '../support/serve'

const databaseUrl = await createDatabase()
// A row in every table, and all have the same id.
await fillTables(databaseUrl)
const server = await serve({ databaseUrl })
const ID = '0198f000-0000-7000-8000-000000000001'

/** Tables that say what was done. */
const KEEPING = new Set(['audit_entry', 'trash', 'deletion'])
const TABLES = Object.values(schema)
  .filter((table) => is(table, PgTable))
  .map((table) => getTableName(table))
  .filter((table) => !KEEPING.has(table))

/** All rows of the database, as JSON. */
async function dump(): Promise<Record<string, unknown>> {
  const rows: Record<string, unknown> = {}
  for (const table of TABLES) {
    const found = await server.db.execute<{ rows: unknown }>(
      sql`select coalesce(jsonb_agg(to_jsonb(t) order by to_jsonb(t)::text), '[]') as rows from ${sql.identifier(table)} t`,
    )
    rows[table] = found.rows[0]?.rows
  }
  return rows
}

/** What a kind loses besides, or what its restoration changes. */
const OTHERS: Partial<Record<TrashResource, string[]>> = {
  device: ['device_credential', 'guest_link', 'view_device'],
  alertRule: ['alert_state'],
}

/** What a restored record has that it did not have. */
function unchanged(resource: TrashResource, rows: Record<string, unknown>) {
  const changing: Partial<Record<TrashResource, string[]>> = {
    // Its alerts end, and it evaluates what arrives from now on.
    alertRule: [
      'alert',
      'alert_episode',
      'alert_news',
      'alert_rule',
      'alert_state',
      'notice',
      'mail',
      'push',
    ],
    // Guests do not see a restored device, and views find it anew.
    device: ['guest_link', 'view_device'],
    // The version of what carries it is raised.
    tag: ['device', 'connector', 'config_template'],
  }
  return Object.fromEntries(Object.entries(rows).filter(([table]) => !changing[resource]?.includes(table)))
}

test.each(TRASH_RESOURCES)('a restored %s has every row that it had', async (resource) => {
  // Keys and people keep their tags from being deleted, and a locked variable cannot be deleted.
  await server.db.delete(schema.accessKeyTag)
  await server.db.delete(schema.spaceUserTag)
  await server.db.update(schema.variable).set({ locked: false })
  await server.db.delete(schema.trash)
  await server.db.delete(schema.deletion)
  await server.db.update(schema.device).set({ movedAt: null })
  // An episode has either a device or a connector.
  const subject =
    resource === 'connector' ? { deviceId: null, connectorId: ID } : { deviceId: ID, connectorId: null }
  await server.db.update(schema.alertEpisode).set(subject)
  const before = await dump()
  const { batch, results } = await deleteMany(server.deps, A_PERSON, ID, { resource, ids: [ID] })
  expect(results).toMatchObject([{ result: 'deleted' }])
  A_PERSON.origin.batch = null
  const gone = await dump()
  const { root, parts } = KINDS[resource]
  const emptyIn = (rows: Record<string, unknown>): string[] =>
    TABLES.filter((table) => JSON.stringify(rows[table]) === '[]')
  const emptied = emptyIn(gone)
  const wasEmpty = emptyIn(before)
  expect(emptied.filter((table) => !wasEmpty.includes(table)).toSorted()).toEqual(
    [root, ...parts]
      .map(({ table }) => table)
      .concat(OTHERS[resource] ?? [])
      .filter((table) => !wasEmpty.includes(table))
      .toSorted(),
  )
  const listed = await trashList.list(server.deps, A_PERSON, ID, { sort_by: 'id', limit: 10 })
  expect(trashApi.list.answer.parse(JSON.parse(listed.text))).toMatchObject([{ resource, record_id: ID }])
  const restored = await restore(server.deps, A_PERSON, ID, { batch })
  A_PERSON.origin.batch = null
  expect(restored.results).toMatchObject([{ result: 'restored', reason: null }])
  expect(unchanged(resource, await dump())).toEqual(unchanged(resource, before))
})
