import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { MIGRATIONS, migrate } from '../../server/db/migrate'
import * as schema from '../../server/db/schema'
import { newId } from '../../server/services/common/ids'
import { createOlderDatabase } from '../support/olderDatabase'
import { query } from '../support/query'

test('a database of an older version is migrated once, and keeps its rows', async () => {
  const url = await createOlderDatabase()
  const [space, tag] = [newId(), newId()]
  await query(url, `insert into space (id, name) values ('${space}', 'depot')`)
  await query(
    url,
    `insert into tag (space_id, id, name, color) values ('${space}', '${tag}', 'red', '#ff0000')`,
  )
  await Promise.all([migrate(url), migrate(url)])
  expect(await query(url, 'select name, later from tag')).toEqual([{ name: 'red', later: 'later' }])
  expect(await query(url, 'select from drizzle.__drizzle_migrations')).toHaveLength(MIGRATIONS.length)
})

test('a failed migration leaves everything unchanged', async () => {
  const url = await createOlderDatabase()
  await query(url, 'alter table tag add column later text')
  await expect(migrate(url)).rejects.toThrow('already exists')
  expect(await query(url, 'select from drizzle.__drizzle_migrations')).toHaveLength(MIGRATIONS.length - 1)
})

test('the migrations create the tables of the code', async () => {
  const folder = 'server/db/migrations/meta'
  const last =
    readdirSync(folder)
      .filter((name) => name.endsWith('_snapshot.json'))
      .toSorted()
      .at(-1) ?? ''
  const snapshot = z.custom<Parameters<typeof generateMigration>[0]>((value) => typeof value === 'object')
  const made = snapshot.parse(JSON.parse(readFileSync(join(folder, last), 'utf8')))
  expect(await generateMigration(made, generateDrizzleJson(schema))).toEqual([])
})
